import type { LibraryFilter } from '../library.ts';
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

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isTime = (value: unknown): boolean => Number.isFinite(value);
const choiceOf = (...choices: string[]): readonly [(value: unknown) => boolean, string] => [
  (value) => choices.some((choice) => choice === value),
  `one of ${choices.join(', ')}`,
];
const shares = choiceOf('with', 'without', 'only');

/** How each condition of a filter is tested, and what it must be. */
const conditions: Readonly<Record<keyof LibraryFilter, readonly [test: (value: unknown) => boolean, must: string]>> = {
  person: [(value) => Number.isInteger(value) && Number(value) > 0, 'the id of a person'],
  album: [isText, 'the uid of an album'],
  tag: [isText, 'a tag'],
  place: [isText, 'a place'],
  kind: choiceOf('image', 'video', 'live', 'raw'),
  after: [isTime, 'a number of epoch seconds'],
  before: [isTime, 'a number of epoch seconds'],
  favorites: [(value) => value === true, 'true, or absent'],
  archived: shares,
  hidden: shares,
};

/**
 * A condition that is misspelt or makes no sense would select photos that the caller did not ask for.
 * @throws PluginHttpError 400
 */
export function checkedFilter(filter: LibraryFilter): LibraryFilter {
  for (const [name, value] of Object.entries(filter)) {
    if (!Object.hasOwn(conditions, name)) throw new PluginHttpError(400, `A filter has no condition \`${name}\`.`);
    const [test, must] = conditions[name as keyof LibraryFilter];
    if (value !== undefined && !test(value)) throw new PluginHttpError(400, `${name} must be ${must}.`);
  }
  return filter;
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
