import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../domain/errors.ts';
import { noSuchPerson, type PersonSummary } from '../domain/person.ts';
import type { PhotoSummary } from '../domain/photo.ts';
import { lowerRole } from '../domain/roles.ts';
import { PluginHttpError, type PluginHttpStatus } from '../plugin-api/plugin-route.ts';
import type {
  Library,
  LibraryFilter,
  LibraryPage,
  LibraryPerson,
  LibraryPhoto,
  PluginLibrary,
} from '../plugin-api/library.ts';
import {
  checkedFilter,
  checkedLimit,
  checkedOffset,
  checkedSide,
  cursorText,
  linksAreForUsers,
  readCursor,
} from '../plugin-api/shapes/library-parameters.ts';
import type { Users } from '../store/accounts/users.ts';
import type { PhotoFilter } from '../timeline/photo-filter.ts';
import type { AlbumLibrary } from './album-library.ts';
import type { PhotoRules } from './albums/photo-rules.ts';
import type { PhotoLibrary } from './library.ts';
import type { MediaAccess } from './media-access.ts';
import type { Media } from './media.ts';
import type { PeopleLibrary } from './people/people-library.ts';
import { everybody, theServer, type Viewer } from './viewer.ts';

export interface PluginLibraryParts {
  readonly library: PhotoLibrary;
  readonly rules: Pick<PhotoRules, 'ready'>;
  readonly people: Pick<PeopleLibrary, 'list' | 'one'>;
  readonly albums: Pick<AlbumLibrary, 'list'>;
  readonly media: Pick<Media, 'thumb' | 'original' | 'rendered'>;
  readonly signer: Pick<MediaAccess, 'mediaUrl'>;
  readonly users: Pick<Users, 'byId'>;
  /** Resolves when the timeline is loaded, for which reads wait after the start; undefined once it is. */
  readonly loading: () => Promise<void> | undefined;
}

/** The longer side of the server's own thumbnails, in px. */
const thumbSide = 512;

/** The reader: a user by id, the server itself, or an audience of all users at once. */
type LibraryReader = Parameters<PluginLibrary['as']>[0];

type Dependencies = PluginLibraryParts & {
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
};

/** The plugins' read access to the library, with the permissions of a reader. @param parts called at the first read */
export function pluginLibrary(parts: () => PluginLibraryParts, signal: AbortSignal): PluginLibrary {
  return { as: (reader) => libraryOf(() => ({ ...parts(), signal }), reader) };
}

function libraryOf(parts: () => Dependencies, reader: LibraryReader): Library {
  const asViewer = async <T>(work: (viewer: Viewer, deps: Dependencies) => T | Promise<T>): Promise<T> => {
    const deps = parts();
    await deps.loading();
    // Each call yields to the event loop, so that a plugin that calls in a loop does not block others.
    await setImmediate();
    try {
      return await work(viewerOf(deps, reader), deps);
    } catch (error) {
      throw error instanceof DomainError ? refusal(error) : error;
    }
  };
  return {
    photos: (filter = {}, page = {}) => asViewer((viewer, deps) => photosOf(deps, viewer, filter, page)),
    photo: (uid) =>
      asViewer(async (viewer, { library, people }) => {
        const photo = await library.photo(viewer, uid);
        const { name, mime: mediaType, size, sha1, caption, camera, lens, lat, lng, city, country } = photo;
        return {
          ...libraryPhoto(photo),
          ...{ name, mediaType, size, caption, camera, lens, city, country },
          sha1: sha1?.toString('hex') ?? null,
          latitude: lat,
          longitude: lng,
          albums: photo.albums.map((album) => ({ uid: album.uid, name: album.name })),
          people: photo.people
            .filter(({ id }) => viewer !== everybody || isShownToAll(people, id))
            .map((person) => ({ id: person.id, name: person.name })),
        };
      }),
    people: ({ limit = 100, offset = 0 } = {}) =>
      asViewer((viewer, { people }) => {
        const page = { limit: checkedLimit(limit), offset: checkedOffset(offset) };
        const found = people.list(viewer, {}, page);
        return {
          people: found.people.map(libraryPerson),
          total: found.total,
        };
      }),
    person: (id) =>
      asViewer((viewer, { people }) => {
        if (viewer === everybody && !isShownToAll(people, id)) throw noSuchPerson();
        return libraryPerson(people.one(viewer, id, viewer === theServer));
      }),
    albums: () =>
      asViewer(async (viewer, { albums, signal }) =>
        (await albums.list(viewer, {}, signal)).map(({ uid, name, photoCount, source }) => ({
          ...{ uid, name, source },
          photos: photoCount,
        })),
      ),
    open: (uid, { range, signal }) =>
      asViewer(async (viewer, { media }) => {
        const rangeHeader =
          range && `bytes=${range.start < 0 ? '' : range.start}-${range.start < 0 ? -range.start : (range.end ?? '')}`;
        const content = await media.original(viewer, uid, { range: rangeHeader, signal, isAllowed: () => true });
        if (content.unchanged || Buffer.isBuffer(content.body)) throw new Error('An original is a stream');
        const { body, mediaType, length, totalLength, fileName } = content;
        return { body, mediaType, length, totalLength, range: content.range, fileName };
      }),
    thumbnail: (uid, size, { signal }) =>
      asViewer(async (viewer, { media }) => {
        if (checkedSide(size) <= thumbSide) {
          const thumb = await media.thumb(viewer, uid, {});
          if (thumb.unchanged) throw new Error('Nobody said that they have it');
          return { bytes: thumb.bytes, mediaType: 'image/webp' };
        }
        const picture = await media.rendered(viewer, uid, { signal, side: size });
        if (picture.unchanged || !Buffer.isBuffer(picture.body)) throw new Error('A rendered picture is in memory');
        return { bytes: picture.body, mediaType: picture.mediaType };
      }),
    signedUrl: (uid, version) =>
      asViewer(async (viewer, { library, signer }) => {
        if (viewer.userId === 0) throw new PluginHttpError(403, linksAreForUsers);
        const { thumbRevision } = await library.photo(viewer, uid);
        const path = `/api/photos/${encodeURIComponent(uid)}`;
        return version === 'original'
          ? signer.mediaUrl(viewer, `${path}/full`)
          : signer.mediaUrl(viewer, `${path}/thumb`, String(thumbRevision));
      }),
  };
}

/** @throws PluginHttpError if the account is disabled or does not exist */
function viewerOf({ users }: Dependencies, reader: LibraryReader): Viewer {
  if (reader === 'server') return theServer;
  if (reader === 'everybody') return everybody;
  const user = users.byId(reader.userId);
  if (!user || user.disabled) throw new PluginHttpError(403, 'This account is gone or disabled.');
  return { userId: user.id, role: lowerRole(user.role, reader.role ?? user.role) };
}

async function photosOf(
  { library, rules, signal }: Dependencies,
  viewer: Viewer,
  libraryFilter: LibraryFilter,
  { limit = 100, cursor = null }: { limit?: number; cursor?: string | null },
): Promise<LibraryPage> {
  checkedLimit(limit);
  const filter = filterOf(viewer, checkedFilter(libraryFilter));
  await rules.ready(filter, signal);
  const { isArranged } = library.selected(viewer, filter);
  const start = cursor === null ? { offset: 0 } : readCursor(cursor);
  const { offset, ...window } = 'offset' in start ? start : { offset: 0, ...start };
  const { photos } = library.list(viewer, { ...filter, ...window }, { limit, offset });
  const last = photos.at(-1);
  const isLast = last === undefined || photos.length < limit;
  const place = last && { before: last.takenAt, beforeUid: last.uid };
  const next = isLast || !place ? null : cursorText(isArranged ? { offset: offset + photos.length } : place);
  return { photos: photos.map(libraryPhoto), next };
}

function filterOf({ userId }: Viewer, filter: LibraryFilter): PhotoFilter {
  const { person, album, tag, place, kind, after, before, favorites, archived, hidden } = filter;
  return {
    ...{ person, album, tag, place, kind, after, before, archived, hidden },
    favoritesOf: favorites ? userId : undefined,
  };
}

/**
 * Whether all users may know of a person. A person who is hidden, or withheld from any user, does not exist for `everybody`.
 */
function isShownToAll(people: PluginLibraryParts['people'], id: number): boolean {
  try {
    return !people.one(everybody, id).hiddenByChoice;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'not_found') return false;
    throw error;
  }
}

const libraryPerson = ({ id, name, photoCount }: PersonSummary): LibraryPerson => ({ id, name, photos: photoCount });

const libraryPhoto = (photo: Omit<PhotoSummary, 'stack'>): LibraryPhoto => ({
  uid: photo.uid,
  kind: photo.kind,
  takenAt: photo.takenAt,
  takenAtLocal: photo.takenAtLocal,
  width: photo.width,
  height: photo.height,
  duration: photo.duration,
  place: photo.place,
  tags: [...photo.tags],
  favorite: photo.favorite,
  archived: photo.archived,
  hidden: photo.hidden,
});

const statusOf: Readonly<Partial<Record<DomainError['kind'], PluginHttpStatus>>> = {
  bad_input: 400,
  bad_range: 400,
  not_an_image: 422,
  too_large: 422,
  forbidden: 403,
  not_found: 404,
};

const refusal = (error: DomainError): PluginHttpError =>
  new PluginHttpError(statusOf[error.kind] ?? 503, error.message, error.problem ? { problem: error.problem } : {});
