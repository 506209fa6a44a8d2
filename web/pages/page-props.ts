import type { Place } from '../state/routes.ts';

/** What every page is told. */
export interface PageProps {
  readonly place: Place;
  /** An open photo covers the page. */
  readonly behind: boolean;
}
