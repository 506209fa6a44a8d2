import type { JSX } from 'preact';
import { useApp, type App } from '../../app.ts';
import type { Place } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';

/** Pages without a visible title. */
const untitled: ReadonlySet<Place['page']> = new Set(['timeline', 'search', 'map']);

/** The title of the page: its subject, or the name of the page. */
export function titleOf({ title, router }: App): string {
  const { page } = router.place.value;
  return title.value ?? (page === 'not-found' ? text.notFoundTitle : text.pages[page]);
}

/** An invisible heading for screen readers, on pages without a visible title. */
export function PageHeading(): JSX.Element | null {
  const app = useApp();
  return untitled.has(app.router.place.value.page) ? <h1 class="unseen">{titleOf(app)}</h1> : null;
}
