import type { App } from '../../app.ts';
import { formatPlace } from '../../state/routes.ts';

/** A click on a link to the page that is shown already: goes to its top, which in a list of photos is the newest one. */
export function toTopIfHere(event: MouseEvent, { router, tiled }: App): void {
  const { currentTarget: link, ctrlKey, metaKey, shiftKey, button } = event;
  if (!(link instanceof HTMLAnchorElement) || ctrlKey || metaKey || shiftKey || button !== 0) return;
  if (link.hash !== formatPlace(router.place.value)) return;
  event.preventDefault();
  if (tiled.value) tiled.value.showFrom(0);
  else document.querySelector('.page main')?.scrollTo({ top: 0 });
}
