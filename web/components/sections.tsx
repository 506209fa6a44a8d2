import type { JSX } from 'preact';
import { formatPlace, placeOf, type PageName } from '../state/routes.ts';

interface SectionsProps {
  readonly page: PageName;
  readonly label: string;
  /** In their order; `about` is the part of the address, null for the page's own. */
  readonly sections: readonly { readonly about: string | null; readonly title: string; readonly note?: string }[];
  readonly here: string | null;
}

/** The sections of a page, each with an address of its own. */
export function Sections({ page, label, sections, here }: SectionsProps): JSX.Element {
  return (
    <nav class="sections" aria-label={label}>
      <ul>
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
