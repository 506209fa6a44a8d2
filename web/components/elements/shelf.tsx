import type { ComponentChildren, JSX } from 'preact';
import { text } from '../../strings/index.ts';

interface ShelfProps {
  readonly title: string;
  /** Where all of it is; without it, the strip has all. */
  readonly all?: string;
  readonly children: ComponentChildren;
}

/** A row that goes on to the side, with its title: a taste of a page of its own. */
export function Shelf({ title, all, children }: ShelfProps): JSX.Element {
  return (
    <section class="shelf" aria-label={title}>
      <div class="shelf-title">
        <h3>{title}</h3>
        {all && (
          <a class="button quiet" href={all} aria-label={text.showAllOf(title)}>
            {text.showAll}
          </a>
        )}
      </div>
      <div class="shelf-list">{children}</div>
    </section>
  );
}
