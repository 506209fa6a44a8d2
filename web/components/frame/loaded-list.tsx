import type { ComponentChildren, JSX } from 'preact';
import type { Loaded } from '../hooks/loaded.ts';
import type { DrawingName } from '../elements/drawing.tsx';
import { Message } from '../elements/message.tsx';
import { text } from '../../strings/index.ts';
import { WhenLoaded } from './page-frame.tsx';

interface LoadedListProps<T, Item> {
  readonly of: Loaded<T>;
  readonly again: () => void;
  readonly items: (value: T) => readonly Item[];
  /** The message for an empty list. */
  readonly none: { readonly drawing: DrawingName; readonly title: string; readonly body: string };
  readonly children: (items: readonly Item[]) => ComponentChildren;
}

/** Shows a loaded list; an empty one shows a message with a link to the timeline. */
export function LoadedList<T, Item>({ of, again, items, none, children }: LoadedListProps<T, Item>): JSX.Element {
  return (
    <WhenLoaded of={of} again={again}>
      {(value) => {
        const all = items(value);
        if (all.length > 0) return children(all);
        return (
          <Message level={2} {...none}>
            <a class="button" href="#/">
              {text.toTimeline}
            </a>
          </Message>
        );
      }}
    </WhenLoaded>
  );
}
