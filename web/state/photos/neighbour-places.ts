import type { Photo, PhotoItem, PhotoList } from '../../../core/http/wire.ts';

/** A suggested place, taken from another photo. */
export interface OfferedPlace {
  readonly which: 'before' | 'after';
  readonly place: string;
  readonly lat: number;
  readonly lng: number;
}

export interface NeighbourPlacesApi {
  list(filter: string, page: { offset: number; limit: number }, stop: AbortSignal): Promise<PhotoList>;
  get(uid: string, stop: AbortSignal): Promise<Photo>;
}

/** How many photos are searched for one with a place. */
const searchLimit = 50;
/** In seconds: photos taken days apart say nothing about the place. */
const maxSecondsApart = 86_400;

/** The places of the photos just before and just after a time, which are likely for a photo of that time. */
export async function neighbourPlaces(
  api: NeighbourPlacesApi,
  takenAt: number,
  stop: AbortSignal,
): Promise<OfferedPlace[]> {
  const page = { offset: 0, limit: searchLimit };
  const [before, after] = await Promise.all([
    api.list(`before=${takenAt}`, page, stop),
    api.list(`before=${takenAt + maxSecondsApart}&after=${takenAt}`, { ...page, limit: 1000 }, stop),
  ]);
  const hasPlace = ({ place, taken_at }: PhotoItem): boolean =>
    place !== null && Math.abs(taken_at - takenAt) <= maxSecondsApart;
  const offers = [
    ['before', before.photos.find(hasPlace)],
    ['after', after.photos.findLast((photo) => hasPlace(photo) && photo.taken_at > takenAt)],
  ] as const;
  const neighbours = await Promise.all(
    offers.map(async ([which, item]) => {
      if (!item) return [];
      const { place, lat, lng } = await api.get(item.uid, stop);
      return place === null || lat === null || lng === null ? [] : [{ which, place, lat, lng }];
    }),
  );
  return neighbours.flat();
}
