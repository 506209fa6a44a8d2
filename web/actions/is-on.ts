import type { App } from '../app.ts';
import type { PageName } from '../state/routes.ts';

/** Whether a page is shown, with no photo open over it. */
export function isOn({ router, open }: App, page: PageName): boolean {
  return router.place.value.page === page && open.uid.value === null;
}
