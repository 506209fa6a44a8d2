import { basename } from 'node:path';
import type { Choice } from './choice.ts';
import { captionOf, isSameContent, type Content } from './decided-store.ts';

/** A photo that the index has, with all that was decided of it. */
export interface DecidedPhoto {
  readonly id: number;
  path: string;
  content: Content;
  /** Whether the store has it. What was decided waits for its return. */
  isThere: boolean;
  /** The store has changed its path since the last sync: the server may know its new uid at any moment. */
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
  /** Whose face it shows; `none`: it is no face. */
  face: { person: string | null; none: boolean };
}

/** From whom something is kept. */
export interface Kept {
  readers: boolean;
  reader: boolean;
}

export interface DecidedAlbum {
  name: string;
  notes: string;
  /** Ids, in the order by hand once there is one. */
  photos: number[];
  isArranged: boolean;
  order: 'date' | 'hand';
  cover: number | null;
  offTimeline: boolean;
  /** Null where photos are chosen. */
  rule: { tag: string } | { person: string } | null;
  kept: Kept;
}

export interface DecidedTrip {
  name: string | null;
  /** Those with photos: `2023-05-02`. */
  days: string[];
  dismissed: boolean;
}

export interface DecidedShare {
  name: string;
  /** Null where the answer that told it was lost. */
  token: string | null;
  download: boolean;
}

/** What people decided, and what of it the photo store lets be seen: a model of a library in a few plain objects. */
export interface DecidedLibrary {
  photos: DecidedPhoto[];
  albums: DecidedAlbum[];
  /** Albums of the store, by name, that are left out of the timeline. */
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

/** The library once it has followed the store: a photo is known by its path, and where that is gone by its content. */
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

/** Whether people can decide about it now. */
export const isAtHand = ({ isThere, isMoving }: DecidedPhoto): boolean => isThere && !isMoving;
export const nameOf = ({ path }: DecidedPhoto): string => basename(path);
export const storeAlbumOf = ({ path }: DecidedPhoto): string => path.split('/')[0] ?? '';
export const takenAtOf = ({ takenAt, content }: DecidedPhoto): string => takenAt ?? content.motif.takenAt;
export const shownCaption = ({ caption, content }: DecidedPhoto): string | null =>
  caption === '' ? null : (caption ?? captionOf(content));

export const fromNobody = (): Kept => ({ readers: false, reader: false });

/** Shown again to those it is kept from; or kept from one of the role read, or from all of it. */
export function keptOtherwise(kept: Kept | undefined, choice: Choice): Kept {
  if (isKept(kept)) return fromNobody();
  const readers = choice.chance(0.5);
  return { readers, reader: !readers };
}

export const isKept = (kept: Kept | undefined): boolean => kept !== undefined && (kept.readers || kept.reader);

/** Whether lists show a photo to somebody who asks for all they may see. */
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

/** The photos of an own album, with all that a viewer may see. */
export function photosOf(library: DecidedLibrary, album: DecidedAlbum, role: Role): DecidedPhoto[] {
  const seen = library.photos.filter((photo) => contains(album, photo) && isSeen(library, photo, role));
  if (album.order === 'date') return seen.sort(newestFirst);
  return seen.sort((a, b) => album.photos.indexOf(a.id) - album.photos.indexOf(b.id));
}
