import type { ComponentChildren, JSX } from 'preact';

/** Something to say where there is nothing to show. */
export function Message(props: {
  title: string;
  body?: string;
  /** Level of the heading; 1 unless told. */
  level?: 1 | 2;
  children?: ComponentChildren;
}): JSX.Element {
  const Heading = props.level === 2 ? 'h2' : 'h1';
  return (
    <div class="message">
      <Heading>{props.title}</Heading>
      {props.body && <p>{props.body}</p>}
      {props.children}
    </div>
  );
}
