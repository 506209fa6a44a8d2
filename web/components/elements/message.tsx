import type { ComponentChildren, JSX } from 'preact';
import { Drawing, type DrawingName } from './drawing.tsx';

/** A message in place of absent content. */
export function Message(props: {
  title: string;
  body?: string;
  /** Level of the heading; 1 by default. */
  level?: 1 | 2;
  drawing?: DrawingName;
  /** What people can do about it. */
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
