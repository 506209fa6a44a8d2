import { Readable } from 'node:stream';
import type {
  Library,
  LibraryAlbum,
  LibraryFilter,
  LibraryPerson,
  LibraryPhotoDetail,
  PluginLibrary,
} from '../library.ts';
import { PluginHttpError, type Role } from '../plugin-route.ts';

/** A photo of a fake library: whatever is not said is filled in. */
export type FakePhoto = Pick<LibraryPhotoDetail, 'uid'> &
  Partial<LibraryPhotoDetail> & {
    /** The original. */
    readonly bytes?: Uint8Array;
    /** Ids of users from whom it is kept. */
    readonly keptFrom?: readonly number[];
  };

export interface FakeLibraryContent {
  readonly photos?: readonly FakePhoto[];
  readonly people?: readonly LibraryPerson[];
  readonly albums?: readonly LibraryAlbum[];
  /** The roles of the accounts, by the user's id; somebody who is not listed has the role read. */
  readonly roles?: Readonly<Record<number, Role>>;
}

const noSuchPhoto = (): PluginHttpError => new PluginHttpError(404, 'There is no such photo.');

/** A library of a few photos that a test says. Its thumbnails are the originals. */
export function fakeLibrary({ photos = [], people = [], albums = [], roles = {} }: FakeLibraryContent): PluginLibrary {
  const whole = photos.map(filled);
  return { as: (whom) => libraryOf(whom, { photos: whole, people, albums, roles }) };
}

type Filled = LibraryPhotoDetail & Pick<FakePhoto, 'bytes' | 'keptFrom'>;

function filled(photo: FakePhoto, at: number): Filled {
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

function libraryOf(
  whom: Parameters<PluginLibrary['as']>[0],
  {
    photos,
    people,
    albums,
    roles,
  }: Omit<Required<FakeLibraryContent>, 'photos'> & { readonly photos: readonly Filled[] },
): Library {
  const userId = typeof whom === 'string' ? 0 : whom.userId;
  const seesHidden =
    whom === 'server' || (whom !== 'everybody' && (roles[userId] ?? 'read') !== 'read' && whom.role !== 'read');
  const seen = photos
    .filter(
      ({ hidden, keptFrom = [] }) =>
        (seesHidden || !hidden) && (whom === 'everybody' ? keptFrom.length === 0 : !keptFrom.includes(userId)),
    )
    .sort((a, b) => b.takenAt - a.takenAt || (a.uid < b.uid ? -1 : 1));
  const one = (uid: string): Filled => {
    const photo = seen.find((candidate) => candidate.uid === uid);
    if (!photo) throw noSuchPhoto();
    return photo;
  };
  const later = <T>(work: () => T): Promise<T> => Promise.resolve().then(work);
  return {
    photos: (filter = {}, { limit = 100, cursor = null } = {}) =>
      later(() => {
        if (!seesHidden && (filter.hidden ?? 'without') !== 'without') {
          throw new PluginHttpError(403, 'Hidden photos are shown to the role write and above.');
        }
        const start = Number(cursor ?? 0);
        const found = seen.filter((photo) => passes(photo, filter));
        const next = start + limit < found.length ? String(start + limit) : null;
        return { photos: found.slice(start, start + limit), next };
      }),
    photo: (uid) => later(() => one(uid)),
    people: ({ limit = 100, offset = 0 } = {}) =>
      later(() => ({ people: people.slice(offset, offset + limit), total: people.length })),
    albums: () => later(() => albums),
    open: (uid, { range, signal }) =>
      later(() => {
        signal.throwIfAborted();
        const { bytes = new Uint8Array(), mediaType, name: fileName } = one(uid);
        const start = range ? Math.max(0, range.start < 0 ? bytes.length + range.start : range.start) : 0;
        const end = Math.min(range?.end ?? bytes.length - 1, bytes.length - 1);
        if (range && start > end) throw new PluginHttpError(400, `The photo has ${bytes.length} bytes.`);
        const part = Buffer.from(bytes.subarray(start, end + 1));
        const asked = range ? { start, end } : null;
        const lengths = { length: part.length, totalLength: bytes.length };
        return { body: Readable.from([part], { objectMode: false }), mediaType, ...lengths, range: asked, fileName };
      }),
    thumbnail: (uid) => later(() => ({ bytes: one(uid).bytes ?? new Uint8Array(), mediaType: one(uid).mediaType })),
    signedUrl: (uid, what) =>
      later(() => {
        if (whom === 'server') throw new PluginHttpError(403, 'Links are signed for a user, not for the server.');
        const path = `/api/photos/${encodeURIComponent(one(uid).uid)}/${what === 'original' ? 'full' : 'thumb'}`;
        return `${path}?sig=${userId}&exp=2000000000`;
      }),
  };
}

function passes(photo: Filled, filter: LibraryFilter): boolean {
  const { person, album, tag, place, kind, after, before, favorites, archived, hidden } = filter;
  const isShown = (flag: boolean, shown: 'with' | 'without' | 'only'): boolean =>
    shown === 'with' || flag === (shown === 'only');
  const isApart = person !== undefined || album !== undefined || tag !== undefined || place !== undefined;
  return (
    (person === undefined || photo.people.some(({ id }) => id === person)) &&
    (album === undefined || photo.albums.some(({ uid }) => uid === album)) &&
    (tag === undefined || photo.tags.some((one) => one.toLowerCase() === tag.toLowerCase())) &&
    (place === undefined || (photo.place ?? '').toLowerCase().includes(place.toLowerCase())) &&
    (kind === undefined || photo.kind === kind) &&
    (after === undefined || photo.takenAt > after) &&
    (before === undefined || photo.takenAt < before) &&
    (favorites === undefined || photo.favorite) &&
    isShown(photo.archived, archived ?? (isApart || hidden === 'only' ? 'with' : 'without')) &&
    isShown(photo.hidden, hidden ?? 'without')
  );
}
