import { basename } from 'node:path';
import type { Choice } from './choice.ts';
import { captionOf, isSameContent, type Content } from './decided-store.ts';

/** A photo in the index, with all decisions about it. */
export interface DecidedPhoto {
  readonly id: number;
  path: string;
  content: Content;
  /** Whether the store has it. Decisions are kept until it returns. */
  isThere: boolean;
  /** The store has changed its path since the last sync, so its uid may change at any moment. */
  isMoving: boolean;
  tags: string[];
  /** Usernames. */
  favoriteOf: string[];
  archived: boolean;
  hidden: boolean;
  takenAt: string | null;
  position: readonly [lat: number, lng: number] | null;
  caption: string | null;
  rotation: 0 | 90 | 180 | 270;
  /** The person of the face; `none`: it is not a face. */
  face: { person: string | null; none: boolean };
}

/** Users from whom something is withheld. */
export interface Kept {
  readers: boolean;
  reader: boolean;
}

export interface DecidedAlbum {
  name: string;
  notes: string;
  /** Ids, in the manual order if there is one. */
  photos: number[];
  isArranged: boolean;
  order: 'date' | 'hand';
  cover: number | null;
  offTimeline: boolean;
  /** Null if photos were added by hand. */
  rule: { tag: string } | { person: string } | null;
  kept: Kept;
}

export interface DecidedTrip {
  name: string | null;
  /** The days with photos: `2023-05-02`. */
  days: string[];
  dismissed: boolean;
}

export interface DecidedShare {
  name: string;
  /** Null if the response with it was lost. */
  token: string | null;
  download: boolean;
}

/**
 * Users' decisions, and which of them are visible with the current photo store: a model of a library as plain objects.
 */
export interface DecidedLibrary {
  photos: DecidedPhoto[];
  albums: DecidedAlbum[];
  /** Names of the store's albums that are left out of the timeline. */
  offTimeline: string[];
  /** By name. */
  people: Record<string, { hidden: boolean; kept: Kept }>;
  /** In the order of their days. */
  trips: DecidedTrip[];
  shares: DecidedShare[];
  sharing: boolean;
}

export type Role = 'admin' | 'writer' | 'reader';

export const emptyLibrary = (): DecidedLibrary => ({
  ...{ photos: [], albums: [], offTimeline: [], people: {}, trips: [], shares: [], sharing: false },
});

/**
 * Updates the library after a change of the store: a photo is recognised by its path, and if that is gone by its
 * content.
 */
export function followStore(library: DecidedLibrary, files: ReadonlyMap<string, Content>): void {
  for (const photo of library.photos) {
    const content = files.get(photo.path);
    photo.isThere = content !== undefined;
    photo.isMoving = false;
    photo.content = content ?? photo.content;
  }
  const known = new Set(library.photos.map(({ path }) => path));
  for (const [path, content] of files) {
    if (known.has(path)) continue;
    const moved = library.photos.find((photo) => !photo.isThere && isSameContent(photo.content, content));
    if (moved) Object.assign(moved, { path, content, isThere: true });
    else library.photos.push(undecided(library.photos.length, path, content));
  }
}

function undecided(id: number, path: string, content: Content): DecidedPhoto {
  return {
    ...{ id, path, content, isThere: true, isMoving: false, tags: [], favoriteOf: [], archived: false, hidden: false },
    ...{ takenAt: null, position: null, caption: null, rotation: 0, face: { person: null, none: false } },
  };
}

/** Whether users can decide about it now. */
export const isAtHand = ({ isThere, isMoving }: DecidedPhoto): boolean => isThere && !isMoving;
export const nameOf = ({ path }: DecidedPhoto): string => basename(path);
export const storeAlbumOf = ({ path }: DecidedPhoto): string => path.split('/')[0] ?? '';
export const takenAtOf = ({ takenAt, content }: DecidedPhoto): string => takenAt ?? content.motif.takenAt;
export const shownCaption = ({ caption, content }: DecidedPhoto): string | null =>
  caption === '' ? null : (caption ?? captionOf(content));

export const fromNobody = (): Kept => ({ readers: false, reader: false });

/** Toggles: shows it again, or withholds it from one reader or from all readers. */
export function keptOtherwise(kept: Kept | undefined, choice: Choice): Kept {
  if (isKept(kept)) return fromNobody();
  const readers = choice.chance(0.5);
  return { readers, reader: !readers };
}

export const isKept = (kept: Kept | undefined): boolean => kept !== undefined && (kept.readers || kept.reader);

/** Whether lists show a photo to a user who requests everything that they may see. */
export function isSeen(library: DecidedLibrary, photo: DecidedPhoto, role: Role): boolean {
  if (!photo.isThere) return false;
  if (role !== 'reader') return true;
  const { person } = photo.face;
  const isOfKept = person !== null && !photo.face.none && isKept(library.people[person]?.kept);
  const isInKept = library.albums.some((album) => isKept(album.kept) && contains(album, photo));
  return !photo.hidden && !isOfKept && !isInKept;
}

export function contains({ rule, photos }: DecidedAlbum, photo: DecidedPhoto): boolean {
  if (rule === null) return photos.includes(photo.id);
  if ('tag' in rule) return photo.tags.includes(rule.tag);
  return photo.face.person === rule.person && !photo.face.none;
}

export const isOnTimeline = (library: DecidedLibrary, photo: DecidedPhoto): boolean =>
  !photo.archived &&
  !photo.hidden &&
  !library.offTimeline.includes(storeAlbumOf(photo)) &&
  !library.albums.some((album) => album.offTimeline && contains(album, photo));

export const newestFirst = (a: DecidedPhoto, b: DecidedPhoto): number => (takenAtOf(a) < takenAtOf(b) ? 1 : -1);

/** The photos of an own album that the role may see. */
export function photosOf(library: DecidedLibrary, album: DecidedAlbum, role: Role): DecidedPhoto[] {
  const seen = library.photos.filter((photo) => contains(album, photo) && isSeen(library, photo, role));
  if (album.order === 'date') return seen.sort(newestFirst);
  return seen.sort((a, b) => album.photos.indexOf(a.id) - album.photos.indexOf(b.id));
}
