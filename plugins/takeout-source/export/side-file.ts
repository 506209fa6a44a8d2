import { plausiblePosition } from 'photofinch/plugin-api/toolkit';

/** The data of a photo's side file. */
export interface PhotoFacts {
  readonly type: 'photo';
  /** The file name in Google Photos; exports shorten and number it. */
  readonly title: string | null;
  readonly caption: string | null;
  /** Epoch seconds. */
  readonly takenAt: number | null;
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly people: readonly string[];
  readonly favourite: boolean;
  readonly trashed: boolean;
}

/** The data of a folder's side file. */
export interface AlbumFacts {
  readonly type: 'album';
  readonly title: string;
}

export type Facts = PhotoFacts | AlbumFacts;

type Fields = Readonly<Record<string, unknown>>;

/** Bytes. Side files usually have one or two thousand. */
export const largestSideFile = 1024 * 1024;

const longestTitle = 1000;
const longestCaption = 4000;
const maxPeople = 200;
const longestName = 200;

/**
 * Parses a side file. Fields of the wrong type are ignored.
 * @returns null for JSON that describes neither a photo nor an album: exports contain other files, too
 * @throws Error if it is not JSON
 */
export function readSideFile(json: string): Facts | null {
  const side = fieldsOf(JSON.parse(json.replace(/^\ufeff/, '')));
  if (!side) return null;
  if (fieldsOf(side['photoTakenTime'])) return photoFacts(side);
  // In exports from before 2020, the data of an album is nested one level deeper.
  const album = fieldsOf(side['albumData']) ?? side;
  const title = text(album['title'], longestTitle);
  const isAlbum = ['date', 'access', 'description', 'enrichments'].some((field) => field in album);
  return title !== null && isAlbum ? { type: 'album', title } : null;
}

function photoFacts(side: Fields): PhotoFacts {
  return {
    type: 'photo',
    title: text(side['title'], longestTitle),
    caption: text(side['description'], longestCaption),
    takenAt: seconds(fieldsOf(side['photoTakenTime'])?.['timestamp']),
    // The position set on the map, else that of the camera.
    location: position(side['geoData']) ?? position(side['geoDataExif']),
    people: names(side['people']),
    favourite: side['favorited'] === true,
    trashed: side['trashed'] === true,
  };
}

/** `"1563118181"`, negative before 1970. */
function seconds(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const time = /^-?\d{1,12}$/.test(String(value)) ? Number(value) : NaN;
  // 0 is the time of clocks that were never set.
  return Number.isSafeInteger(time) && time !== 0 ? time : null;
}

function position(value: unknown): PhotoFacts['location'] {
  const { latitude, longitude } = fieldsOf(value) ?? {};
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  return plausiblePosition(latitude as number, longitude as number);
}

function names(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const people = (value as unknown[])
    .slice(0, maxPeople)
    .map((person) => text(fieldsOf(person)?.['name'], longestName));
  return [...new Set(people.filter((name) => name !== null))];
}

/** Without halves of surrogate pairs, which JSON can hold and UTF-8 cannot. */
function text(value: unknown, longest: number): string | null {
  if (typeof value !== 'string') return null;
  const clean = Buffer.from(value).toString().normalize('NFC').trim();
  return clean === ''
    ? null
    : Array.from(clean.slice(0, 2 * longest))
        .slice(0, longest)
        .join('');
}

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
