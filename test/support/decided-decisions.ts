import type { Choice } from './choice.ts';
import type { DecidedHouse } from './decided-house.ts';
import {
  contains,
  isAtHand,
  fromNobody,
  keptOtherwise,
  nameOf,
  newestFirst,
  photosOf,
  storeAlbumOf,
  type DecidedAlbum,
  type DecidedLibrary,
  type DecidedPhoto,
  type Role,
} from './decided-library.ts';
import { noonOf } from './decided-upstream.ts';

/** A decision of a user: the request, and its visible effect from then on. */
export interface Decision {
  readonly says: string;
  readonly role: Role;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Determined before the request is sent. */
  readonly request: (house: DecidedHouse) => Promise<{ path: string; body?: object }>;
  /** @param answer the response, or undefined if none arrived */
  readonly apply: (library: DecidedLibrary, answer: unknown) => void;
}

/** Makes a decision about the current library, or none if there is nothing to decide about. */
export type Decider = (library: DecidedLibrary, choice: Choice) => Decision | undefined;

const tags = ['sea', 'snow', 'dog'];

/**
 * Photos about which any decision is allowed. Those at home and of trips are left out, since they determine where home
 * is.
 */
const free = ({ photos }: DecidedLibrary): DecidedPhoto[] =>
  photos.filter((photo) => isAtHand(photo) && ['Own', 'Scans'].includes(storeAlbumOf(photo)));

/** A change of one photo. */
function ofPhoto(
  photo: DecidedPhoto,
  says: string,
  body: object,
  apply: (photo: DecidedPhoto) => void,
  role: Role = 'writer',
): Decision {
  return {
    ...{ says: `${says}: ${nameOf(photo)}`, role, method: 'PATCH' },
    request: (house) => Promise.resolve({ path: `/api/photos/${house.uidOf(nameOf(photo))}`, body }),
    apply: ({ photos }) => {
      apply(photos[photo.id]!);
    },
  };
}

export const ofPhotos: Record<string, Decider> = {
  tags: (library, choice) => {
    const photo = choice.of(free(library));
    if (!photo) return undefined;
    const given = choice.chance(0.2) ? [] : choice.some(tags, 2);
    return {
      ...{ says: `tags ${given.join()}: ${nameOf(photo)}`, role: 'writer', method: 'PUT' },
      request: (house) =>
        Promise.resolve({ path: `/api/photos/${house.uidOf(nameOf(photo))}/tags`, body: { tags: given } }),
      apply: ({ photos }) => {
        photos[photo.id]!.tags = given;
      },
    };
  },
  favorite: (library, choice) => {
    const photo = choice.of(library.photos.filter(isAtHand));
    const role = choice.chance(0.5) ? 'admin' : 'writer';
    const favorited = !photo?.favoriteOf.includes(role);
    const apply = (changed: DecidedPhoto): void => {
      changed.favoriteOf = changed.favoriteOf.filter((name) => name !== role);
      if (favorited) changed.favoriteOf.push(role);
    };
    return photo && ofPhoto(photo, `favourite of ${role} ${favorited}`, { favorited }, apply, role);
  },
  archived: (library, choice) => {
    const photo = choice.of(free(library));
    const archived = !photo?.archived;
    return (
      photo && ofPhoto(photo, `archived ${archived}`, { archived }, (changed) => Object.assign(changed, { archived }))
    );
  },
  hidden: (library, choice) => {
    const photo = choice.of(free(library));
    const hidden = !photo?.hidden;
    return photo && ofPhoto(photo, `hidden ${hidden}`, { hidden }, (changed) => Object.assign(changed, { hidden }));
  },
  time: (library, choice) => {
    const photo = choice.of(free(library));
    const back = photo?.takenAt !== null && choice.chance(0.3);
    const takenAt = back ? null : noonOf(2019, choice.below(120));
    if (library.photos.some((other) => other.takenAt === takenAt && takenAt !== null)) return undefined;
    return (
      photo &&
      ofPhoto(photo, `time ${takenAt}`, { taken_at_local: takenAt }, (changed) => Object.assign(changed, { takenAt }))
    );
  },
  place: (library, choice) => {
    const photo = choice.of(free(library));
    const back = photo?.position !== null && choice.chance(0.3);
    const position = back ? null : ([52 + choice.below(90) / 100, 13 + choice.below(90) / 100] as const);
    const body = { lat: position?.[0] ?? null, lng: position?.[1] ?? null };
    return (
      photo && ofPhoto(photo, `place ${String(position)}`, body, (changed) => Object.assign(changed, { position }))
    );
  },
  caption: (library, choice) => {
    const photo = choice.of(free(library));
    const caption = choice.of([null, '', `caption ${choice.below(1000)}`]) ?? null;
    return photo && ofPhoto(photo, `caption ${caption}`, { caption }, (changed) => Object.assign(changed, { caption }));
  },
  rotation: (library, choice) => {
    const photo = choice.of(free(library));
    const rotation = choice.of([0, 90, 180, 270]);
    return (
      photo && ofPhoto(photo, `rotation ${rotation}`, { rotation }, (changed) => Object.assign(changed, { rotation }))
    );
  },
};

/** A change of an own album, which is found by its name. */
function ofAlbum(
  { name }: DecidedAlbum,
  says: string,
  {
    method = 'PATCH',
    path = '',
    body,
    role = 'writer',
  }: {
    method?: Decision['method'];
    path?: string;
    role?: Role;
    body?: (house: DecidedHouse) => object;
  },
  apply: (album: DecidedAlbum, library: DecidedLibrary) => void,
): Decision {
  return {
    ...{ says: `album ${name}: ${says}`, role, method },
    request: async (house) => ({
      path: `/api/albums/${await house.albumUid(name)}${path}`,
      ...(body && { body: body(house) }),
    }),
    apply: (library) => {
      const album = library.albums.find((one) => one.name === name);
      if (album) apply(album, library);
    },
  };
}

const chosen = ({ albums }: DecidedLibrary): DecidedAlbum[] => albums.filter(({ rule }) => rule === null);
const fresh = (what: string, choice: Choice): string => `${what} ${choice.below(1_000_000)}`;

function newAlbum(
  says: string,
  {
    name,
    photos,
    rule,
    body,
  }: Pick<DecidedAlbum, 'name' | 'photos' | 'rule'> & { body: (house: DecidedHouse) => Promise<object> },
): Decision {
  return {
    ...{ says, role: 'writer', method: 'POST' },
    request: async (house) => ({ path: '/api/albums', body: { name, ...(await body(house)) } }),
    apply: ({ albums }) => {
      const plain = { notes: '', isArranged: false, order: 'date', cover: null, offTimeline: false } as const;
      albums.push({ ...plain, name, photos: [...photos], rule, kept: fromNobody() });
    },
  };
}

export const ofAlbums: Record<string, Decider> = {
  'new album': (library, choice) => {
    const [name, photos] = [fresh('album', choice), choice.some(free(library), 5)];
    const body = (house: DecidedHouse) =>
      Promise.resolve({ photos: photos.map((photo) => house.uidOf(nameOf(photo))) });
    const ids = photos.map(({ id }) => id);
    return newAlbum(`new ${name} of ${photos.map(nameOf).join()}`, { name, photos: ids, rule: null, body });
  },
  'smart album': (library, choice) => {
    const [name, tag] = [fresh('smart', choice), choice.of(tags) ?? ''];
    const person = choice.of(Object.keys(library.people));
    if (person === undefined || choice.chance(0.5)) {
      const body = () => Promise.resolve({ rule: { tag } });
      return newAlbum(`new ${name} of tag ${tag}`, { name, photos: [], rule: { tag }, body });
    }
    const body = async (house: DecidedHouse) => ({ rule: { people: [await house.personId(person)] } });
    return newAlbum(`new ${name} of ${person}`, { name, photos: [], rule: { person }, body });
  },
  'album name': (library, choice) => {
    const album = choice.of(library.albums);
    const name = fresh('renamed', choice);
    return (
      album && ofAlbum(album, `name ${name}`, { body: () => ({ name }) }, (changed) => Object.assign(changed, { name }))
    );
  },
  'album notes': (library, choice) => {
    const album = choice.of(library.albums);
    const notes = fresh('notes', choice);
    return album && ofAlbum(album, notes, { body: () => ({ notes }) }, (changed) => Object.assign(changed, { notes }));
  },
  'album cover': (library, choice) => {
    const album = choice.of(chosen(library));
    // Not the newest photo, which is the album's default cover.
    const others = album ? photosOf(library, album, 'admin').filter(({ hidden }) => !hidden) : [];
    const photo = choice.of(others.sort(newestFirst).slice(1).filter(isAtHand));
    if (!album || !photo) return undefined;
    const body = (house: DecidedHouse) => ({ cover: house.uidOf(nameOf(photo)) });
    return ofAlbum(album, `cover ${nameOf(photo)}`, { body }, (changed) => Object.assign(changed, { cover: photo.id }));
  },
  'album off the timeline': (library, choice) => {
    const album = choice.of(library.albums);
    const offTimeline = !album?.offTimeline;
    const body = () => ({ off_timeline: offTimeline });
    return (
      album &&
      ofAlbum(album, `off the timeline ${offTimeline}`, { body }, (changed) => Object.assign(changed, { offTimeline }))
    );
  },
  'album of the store off the timeline': (library, choice) => {
    const name = choice.of(['Own', 'Scans']) ?? '';
    const off = !library.offTimeline.includes(name);
    return {
      ...{ says: `album of the store ${name}: off the timeline ${off}`, role: 'writer', method: 'PATCH' },
      request: async (house) => ({ path: `/api/albums/${await house.albumUid(name)}`, body: { off_timeline: off } }),
      apply: (changed) => {
        changed.offTimeline = [...changed.offTimeline.filter((one) => one !== name), ...(off ? [name] : [])];
      },
    };
  },
  'photos added': (library, choice) => {
    const album = choice.of(chosen(library));
    const photos = choice.some(free(library), 3);
    const body = (house: DecidedHouse) => ({ add: photos.map((photo) => house.uidOf(nameOf(photo))) });
    // Several photos added at once would be appended in the order of their age.
    if (!album || (album.isArranged && photos.length > 1)) return undefined;
    return ofAlbum(album, `add ${photos.map(nameOf).join()}`, { method: 'PUT', path: '/photos', body }, (changed) => {
      changed.photos.push(...photos.map(({ id }) => id).filter((id) => !changed.photos.includes(id)));
    });
  },
  'photo taken out': (library, choice) => {
    const album = choice.of(chosen(library));
    const photo = choice.of(free(library).filter(({ id }) => album?.photos.includes(id)));
    if (!album || !photo) return undefined;
    const body = (house: DecidedHouse) => ({ remove: [house.uidOf(nameOf(photo))] });
    return ofAlbum(album, `remove ${nameOf(photo)}`, { method: 'PUT', path: '/photos', body }, (changed) => {
      changed.photos = changed.photos.filter((id) => id !== photo.id);
      if (changed.cover === photo.id) changed.cover = null;
    });
  },
  'photos arranged': (library, choice) => {
    const album = choice.of(chosen(library));
    const photos = choice.shuffled(free(library).filter((photo) => album && contains(album, photo) && !photo.hidden));
    // All photos of the album, so that the positions of others need not be known.
    if (!album || photos.length < 2 || photos.length < album.photos.length) return undefined;
    const body = (house: DecidedHouse) => ({ order: photos.map((photo) => house.uidOf(nameOf(photo))) });
    return ofAlbum(album, `order ${photos.map(nameOf).join()}`, { method: 'PUT', path: '/photos', body }, (changed) => {
      Object.assign(changed, { photos: photos.map(({ id }) => id), isArranged: true, order: 'hand' });
    });
  },
  'album order': (library, choice) => {
    const album = choice.of(library.albums.filter(({ isArranged }) => isArranged));
    const order = album?.order === 'date' ? 'hand' : 'date';
    return (
      album &&
      ofAlbum(album, `order ${order}`, { body: () => ({ order }) }, (changed) => Object.assign(changed, { order }))
    );
  },
  'album deleted': (library, choice) => {
    const album = choice.of(library.albums);
    return (
      album &&
      ofAlbum(album, 'deleted', { method: 'DELETE' }, (gone, changed) => {
        changed.albums = changed.albums.filter((one) => one !== gone);
      })
    );
  },
  'album kept': (library, choice) => {
    const album = choice.of(chosen(library));
    if (!album) return undefined;
    const kept = keptOtherwise(album.kept, choice);
    const body = (house: DecidedHouse) => ({
      kept_from_readers: kept.readers,
      kept_from: kept.reader ? [house.readerId] : [],
    });
    return ofAlbum(
      album,
      `kept ${JSON.stringify(kept)}`,
      { role: 'admin', method: 'PUT', path: '/audience', body },
      (changed) => Object.assign(changed, { kept }),
    );
  },
};
