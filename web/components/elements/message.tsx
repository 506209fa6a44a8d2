import type { ComponentChildren, JSX } from 'preact';
import { Drawing, type DrawingName } from './drawing.tsx';

/** Something to say where there is nothing to show. */
export function Message(props: {
  title: string;
  body?: string;
  /** Level of the heading; 1 unless told. */
  level?: 1 | 2;
  drawing?: DrawingName;
  /** What can be done about it. */
  children?: ComponentChildren;
}): JSX.Element {
  const Heading = props.level === 2 ? 'h2' : 'h1';
  return (
    <div class="message" data-drawn={props.drawing !== undefined}>
      {props.drawing && <Drawing of={props.drawing} />}
      <Heading>{props.title}</Heading>
      {props.body && <p>{props.body}</p>}
      {props.children}
    </div>
  );
}
