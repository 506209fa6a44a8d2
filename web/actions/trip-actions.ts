import type { App } from '../app.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';
import { targets } from './photo-actions.ts';

/** The id of the visible trip; null on other pages. */
function shownTrip({ router }: App): number | null {
  const { page, about } = router.place.value;
  return page === 'trips' && about !== null ? Number(about) : null;
}

/** Makes the open or selected photo the cover of the visible trip. */
export const tripCover: Action = {
  id: 'trip-cover',
  label: () => text.album.tripCover,
  icon: 'photos',
  role: 'write',
  group: 'photo',
  isOffered: (app) => targets(app).length === 1 && shownTrip(app) !== null,
  run: async (app) => {
    const [photo] = targets(app);
    const trip = shownTrip(app);
    if (!photo || trip === null) return;
    const { step } = await app.api.trips.change(trip, { cover: photo.uid });
    app.selection.clear();
    app.toasts.say(text.album.tripCoverSet, async () => {
      await app.api.trips.undo(step);
    });
  },
};
