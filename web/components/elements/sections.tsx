import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatPlace, placeOf, type PageName } from '../../state/routes.ts';

interface SectionsProps {
  readonly page: PageName;
  readonly label: string;
  /** In their order; `about` is the part of the address, null for the page's own. */
  readonly sections: readonly { readonly about: string | null; readonly title: string; readonly note?: string }[];
  readonly here: string | null;
}

/** The sections of a page, each with an address of its own. */
export function Sections({ page, label, sections, here }: SectionsProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  // On a phone not all of them have room.
  useLayoutEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (link && list.current) list.current.scrollLeft = link.offsetLeft - list.current.offsetLeft - 48;
  }, [here]);
  return (
    <nav class="sections" aria-label={label}>
      <ul ref={list}>
        {sections.map(({ about, title, note }) => (
          <li key={about}>
            <a href={formatPlace(placeOf(page, { about }))} aria-current={about === here ? 'page' : undefined}>
              {title}
              {note !== undefined && <small>{note}</small>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
