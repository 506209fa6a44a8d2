import type { ComponentChildren, JSX } from 'preact';
import { text } from '../strings/index.ts';

interface StripProps {
  readonly title: string;
  /** Where all of it is; without it, the strip has all. */
  readonly all?: string;
  readonly children: ComponentChildren;
}

/** A row that goes on to the side, with its title: a taste of a page of its own. */
export function Strip({ title, all, children }: StripProps): JSX.Element {
  return (
    <section class="strip" aria-label={title}>
      <div class="strip-title">
        <h3>{title}</h3>
        {all && (
          <a class="button quiet" href={all} aria-label={text.showAllOf(title)}>
            {text.showAll}
          </a>
        )}
      </div>
      <div class="strip-list">{children}</div>
    </section>
  );
}
