import type { ComponentChildren, JSX } from 'preact';

/** Something to say where there is nothing to show. */
export function Message(props: { title: string; body?: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="message">
      <h1>{props.title}</h1>
      {props.body && <p>{props.body}</p>}
      {props.children}
    </div>
  );
}
