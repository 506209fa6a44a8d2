import type { App } from '../app.ts';
import { placeOf } from '../state/routes.ts';

/** Leaves the page of an album or a person that no longer exists, unless another page was opened meanwhile. */
export function leavePageOf({ router }: App, of: 'albums' | 'people', id: string): void {
  const { page, about } = router.place.value;
  if (page === of && about === id) router.exchange(placeOf(of));
}
