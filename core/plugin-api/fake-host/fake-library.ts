import { Readable } from 'node:stream';
import type {
  Library,
  LibraryAlbum,
  LibraryContent,
  LibraryFilter,
  LibraryPerson,
  LibraryPhotoDetail,
  PluginLibrary,
} from '../library.ts';
import { PluginHttpError, type Role } from '../plugin-route.ts';
import {
  checkedFilter,
  checkedLimit,
  checkedOffset,
  checkedSide,
  cursorText,
  linksAreForUsers,
  readCursor,
} from '../shapes/library-parameters.ts';

/** A photo of a fake library. Absent fields get defaults. */
export type FakePhoto = Pick<LibraryPhotoDetail, 'uid'> &
  Partial<LibraryPhotoDetail> & {
    /** The bytes of the original. */
    readonly bytes?: Uint8Array;
    /** Ids of users from whom the photo is withheld. */
    readonly keptFrom?: readonly number[];
  };

/** A person of a fake library. */
export type FakePerson = LibraryPerson & {
  /** Whether the person is hidden: lists leave out hidden people. */
  readonly hidden?: boolean;
  /** Ids of users from whom the person is withheld. */
  readonly keptFrom?: readonly number[];
};

export interface FakeLibraryContent {
  readonly photos?: readonly FakePhoto[];
  readonly people?: readonly FakePerson[];
  readonly albums?: readonly LibraryAlbum[];
  /** The roles of the accounts, by the user's id; default `read`. */
  readonly roles?: Readonly<Record<number, Role>>;
  /** Ids of users whose accounts were deleted or disabled. */
  readonly gone?: readonly number[];
}

/** A library of a few photos. Its thumbnails are the originals. */
export function fakeLibrary({ photos = [], ...content }: FakeLibraryContent): PluginLibrary {
  const complete = photos.map(completePhoto);
  return {
    as: (reader) => libraryOf(reader, { people: [], albums: [], roles: {}, gone: [], ...content, photos: complete }),
  };
}

type CompletePhoto = LibraryPhotoDetail & Pick<FakePhoto, 'bytes' | 'keptFrom'>;

function completePhoto(photo: FakePhoto, at: number): CompletePhoto {
  const takenAt = photo.takenAt ?? 1_700_000_000 - at;
  return {
    ...{ kind: 'image', width: 400, height: 300, duration: null, place: null, tags: [], favorite: false },
    ...{ archived: false, hidden: false, name: `${photo.uid}.jpg`, mediaType: 'image/jpeg', sha1: null, caption: null },
    ...{ camera: null, lens: null, latitude: null, longitude: null, city: null, country: null, albums: [], people: [] },
    size: photo.bytes?.length ?? 0,
    takenAt,
    takenAtLocal: new Date(takenAt * 1000).toISOString().slice(0, 19),
    ...photo,
  };
}

interface Content extends Omit<Required<FakeLibraryContent>, 'photos'> {
  readonly photos: readonly CompletePhoto[];
}

type LibraryReader = Parameters<PluginLibrary['as']>[0];

function libraryOf(reader: LibraryReader, { photos, people, albums, roles, gone }: Content): Library {
  const userId = typeof reader === 'string' ? 0 : reader.userId;
  const seesHidden =
    reader === 'server' || (reader !== 'everybody' && (roles[userId] ?? 'read') !== 'read' && reader.role !== 'read');
  const isKept = ({ keptFrom = [] }: Pick<FakePhoto, 'keptFrom'>): boolean =>
    reader === 'everybody' ? keptFrom.length > 0 : keptFrom.includes(userId);
  /** Whether the reader sees a person at all. Lists also leave out hidden people. */
  const isThere = (person: FakePerson): boolean => !isKept(person) && !(reader === 'everybody' && person.hidden);
  const visible = photos
    .filter((photo) => (seesHidden || !photo.hidden) && !isKept(photo))
    .map((photo) => shownTo(reader, photo, (id) => people.every((person) => person.id !== id || isThere(person))))
    .sort((a, b) => b.takenAt - a.takenAt || (a.uid < b.uid ? -1 : 1));
  const photoOf = (uid: string): CompletePhoto =>
    visible.find((candidate) => candidate.uid === uid) ?? missing('There is no such photo.');
  const later = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    if (gone.includes(userId)) throw new PluginHttpError(403, 'This account is gone or disabled.');
    return work();
  };
  return {
    photos: (filter = {}, { limit = 100, cursor = null } = {}) =>
      later(() => {
        checkedFilter(filter);
        if (!seesHidden && (filter.hidden ?? 'without') !== 'without') {
          throw new PluginHttpError(403, 'Hidden photos are shown to the role write and above.');
        }
        checkedLimit(limit);
        const place = cursor === null ? { offset: 0 } : readCursor(cursor);
        const start = 'offset' in place ? place.offset : 0;
        const found = visible.filter((photo) => passes(photo, filter));
        const end = start + limit;
        return { photos: found.slice(start, end), next: end < found.length ? cursorText({ offset: end }) : null };
      }),
    photo: (uid) => later(() => photoOf(uid)),
    people: ({ limit = 100, offset = 0 } = {}) =>
      later(() => {
        const found = people.filter((person) => isThere(person) && !person.hidden).map(personOf);
        return { people: found.slice(checkedOffset(offset), offset + checkedLimit(limit)), total: found.length };
      }),
    person: (id) =>
      later(() => {
        const found = people.find((person) => person.id === id && isThere(person));
        return found ? personOf(found) : missing('There is no such person.');
      }),
    albums: () => later(() => albums),
    open: (uid, options) => later(() => contentOf(photoOf(uid), options)),
    thumbnail: (uid, size) =>
      later(() => {
        checkedSide(size);
        const { bytes = new Uint8Array(), mediaType } = photoOf(uid);
        return { bytes, mediaType };
      }),
    signedUrl: (uid, what) =>
      later(() => {
        if (userId === 0) throw new PluginHttpError(403, linksAreForUsers);
        const path = `/api/photos/${encodeURIComponent(photoOf(uid).uid)}/${what === 'original' ? 'full' : 'thumb'}`;
        return `${path}?sig=${userId}&exp=2000000000`;
      }),
  };
}

function missing(sentence: string): never {
  throw new PluginHttpError(404, sentence);
}

const personOf = ({ id, name, photos }: FakePerson): LibraryPerson => ({ id, name, photos });

/** The photo without people whom the reader may not see. Only users have favourites. */
function shownTo(reader: LibraryReader, photo: CompletePhoto, sees: (person: number) => boolean): CompletePhoto {
  return {
    ...photo,
    favorite: photo.favorite && typeof reader !== 'string',
    people: photo.people.filter(({ id }) => sees(id)),
  };
}

function contentOf(
  { bytes = new Uint8Array(), mediaType, name: fileName }: CompletePhoto,
  { range, signal }: Parameters<Library['open']>[1],
): LibraryContent {
  signal.throwIfAborted();
  const start = range ? Math.max(0, range.start < 0 ? bytes.length + range.start : range.start) : 0;
  const end = Math.min(range?.end ?? bytes.length - 1, bytes.length - 1);
  if (range && start > end) throw new PluginHttpError(400, `The photo has ${bytes.length} bytes.`);
  const part = Buffer.from(bytes.subarray(start, end + 1));
  return {
    body: Readable.from([part], { objectMode: false }),
    mediaType,
    length: part.length,
    totalLength: bytes.length,
    range: range ? { start, end } : null,
    fileName,
  };
}

function passes(photo: CompletePhoto, filter: LibraryFilter): boolean {
  const { person, album, tag, place, kind, after, before, favorites, archived, hidden } = filter;
  const isShown = (flag: boolean, choice: 'with' | 'without' | 'only'): boolean =>
    choice === 'with' || flag === (choice === 'only');
  const isApart = person !== undefined || album !== undefined || tag !== undefined || place !== undefined;
  return (
    (person === undefined || photo.people.some(({ id }) => id === person)) &&
    (album === undefined || photo.albums.some(({ uid }) => uid === album)) &&
    (tag === undefined || photo.tags.some((candidate) => candidate.toLowerCase() === tag.toLowerCase())) &&
    (place === undefined || (photo.place ?? '').toLowerCase().includes(place.toLowerCase())) &&
    (kind === undefined || photo.kind === kind) &&
    (after === undefined || photo.takenAt > after) &&
    (before === undefined || photo.takenAt < before) &&
    (favorites === undefined || photo.favorite) &&
    isShown(photo.archived, archived ?? (isApart || hidden === 'only' ? 'with' : 'without')) &&
    isShown(photo.hidden, hidden ?? 'without')
  );
}
