import type { JSX } from 'preact';
import { useApp, type App } from '../../app.ts';
import type { Place } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';

/** Pages that show no title of their own. */
const untitled: ReadonlySet<Place['page']> = new Set(['timeline', 'search', 'map']);

/** What the page is called: what it is about, or its kind. */
export function titleOf({ title, router }: App): string {
  const { page } = router.place.value;
  return title.value ?? (page === 'not-found' ? text.notFoundTitle : text.pages[page]);
}

/** The heading of a page that shows none, for those who hear it. */
export function PageHeading(): JSX.Element | null {
  const app = useApp();
  return untitled.has(app.router.place.value.page) ? <h1 class="unseen">{titleOf(app)}</h1> : null;
}
