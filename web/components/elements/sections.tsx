import type { JSX } from 'preact';
import { placeOf, type PageName } from '../../state/routes.ts';
import { Tabs } from './tabs.tsx';

interface SectionsProps {
  readonly page: PageName;
  readonly label: string;
  /** In order; `about` is the part of the URL, null for the page itself. */
  readonly sections: readonly { readonly about: string | null; readonly title: string; readonly note?: string }[];
  readonly here: string | null;
}

/** The sections of a page, each with its own URL. */
export function Sections({ page, label, sections, here }: SectionsProps): JSX.Element {
  const tabs = sections.map(({ about, ...section }) => ({
    ...section,
    place: placeOf(page, { about }),
    isHere: about === here,
  }));
  return <Tabs label={label} tabs={tabs} />;
}
