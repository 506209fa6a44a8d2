import { PluginHttpError } from '../plugin-route.ts';

/** Limits: photos or people per page, and the longer side of a thumbnail in px. */
const largestPage = 1000;
const largestSide = 4096;

/** Why `server` and `everybody` get no signed URL. */
export const linksAreForUsers = 'Links are signed for a user alone.';

/** Where the next page of photos begins: by time, or at an offset in a manual order. */
export type PhotoPlace = { readonly before: number; readonly beforeUid: string } | { readonly offset: number };

export const cursorText = (place: PhotoPlace): string =>
  'offset' in place ? String(place.offset) : `${place.before} ${place.beforeUid}`;

/** @throws PluginHttpError 400 for a cursor that `cursorText` did not make */
export function readCursor(cursor: string): PhotoPlace {
  const [, number, uid] = /^(-?\d{1,15})(?: (\S+))?$/.exec(cursor) ?? [];
  if (number === undefined) throw new PluginHttpError(400, 'cursor must be the `next` of the page before.');
  return uid === undefined ? { offset: Math.max(0, Number(number)) } : { before: Number(number), beforeUid: uid };
}

/** @throws PluginHttpError 400 */
export const checkedLimit = (limit: number): number => checked('limit', limit, { least: 1, most: largestPage });

/** @throws PluginHttpError 400 */
export const checkedOffset = (offset: number): number => checked('offset', offset, { least: 0 });

/** @throws PluginHttpError 400 */
export const checkedSide = (size: number): number => checked('size', size, { least: 1, most: largestSide });

function checked(name: string, value: number, { least, most }: { least: number; most?: number }): number {
  if (Number.isInteger(value) && value >= least && value <= (most ?? Infinity)) return value;
  throw new PluginHttpError(400, `${name} must be a whole number from ${least}${most ? ` to ${most}` : ''}.`);
}
