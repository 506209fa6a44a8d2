import type { App } from '../app.ts';
import { placeOf } from '../state/routes.ts';

/** Leaves the page of something that no longer exists, unless another page was opened in the meantime. */
export function leavePageOf({ router }: App, of: 'albums' | 'people' | 'trips', id: string): void {
  const { page, about } = router.place.value;
  if (page === of && about === id) router.exchange(placeOf(of));
}
