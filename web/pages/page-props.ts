import type { Place } from '../state/routes.ts';

/** The props of every page. */
export interface PageProps {
  readonly place: Place;
  /** Whether an open photo covers the page. */
  readonly behind: boolean;
}
