import {
  isKept,
  isOnTimeline,
  isSeen,
  nameOf,
  newestFirst,
  photosOf,
  shownCaption,
  storeAlbumOf,
  takenAtOf,
  type DecidedLibrary,
  type DecidedPhoto,
  type Role,
} from './decided-library.ts';

/** What a user sees, as unordered lines of text by topic. */
export type View = Record<string, string[]>;

export const line = (facts: object): string => JSON.stringify(facts);

/** What a user should see according to the model. */
export function expectedView(library: DecidedLibrary, role: Role): View {
  const seen = library.photos.filter((photo) => isSeen(library, photo, role));
  const isOfAdmin = role === 'admin';
  return {
    photos: seen.map((photo) => photoLine(photo, role)),
    timeline: seen.filter((photo) => isOnTimeline(library, photo)).map(nameOf),
    albums: [...ownAlbums(library, role), ...storeAlbums(library, role)],
    covers: covers(library, role),
    trips: trips(library, seen),
    faces: seen
      .filter(({ face }) => !face.none)
      .map((photo) => line({ name: nameOf(photo), person: photo.face.person })),
    ...(isOfAdmin && {
      people: peopleLines(library),
      withholdings: withholdings(library),
      shares: library.shares.map(({ name, download }) => line({ name, download })),
      sharing: [String(library.sharing)],
    }),
  };
}

function photoLine(photo: DecidedPhoto, role: Role): string {
  const isTurned = photo.rotation % 180 !== 0;
  const { position, content, takenAt, caption, rotation } = photo;
  return line({
    name: nameOf(photo),
    favorite: photo.favoriteOf.includes(role),
    tags: photo.tags,
    archived: photo.archived,
    hidden: photo.hidden,
    takenAt: takenAtOf(photo),
    sides: isTurned ? '64 x 96' : '96 x 64',
    caption: shownCaption(photo),
    position: position ?? content.motif.position,
    rotation,
    edited: [
      ...(takenAt === null ? [] : ['time']),
      ...(position === null ? [] : ['place']),
      ...(caption === null ? [] : ['caption']),
      ...(rotation === 0 ? [] : ['rotation']),
    ],
  });
}

function ownAlbums(library: DecidedLibrary, role: Role): string[] {
  return library.albums.flatMap((album) => {
    const photos = photosOf(library, album, role);
    if (role === 'reader' && (isKept(album.kept) || photos.length === 0)) return [];
    return line({
      name: album.name,
      notes: album.notes,
      order: album.order,
      offTimeline: album.offTimeline,
      photos: photos.map(nameOf),
    });
  });
}

/** The covers of own albums; albums of the store may have any cover. */
function covers(library: DecidedLibrary, role: Role): string[] {
  return library.albums.flatMap((album) => {
    const photos = photosOf(library, album, role).filter(({ hidden }) => !hidden);
    const chosen = photos.find(({ id }) => id === album.cover) ?? [...photos].sort(newestFirst)[0];
    return !chosen || (role === 'reader' && isKept(album.kept))
      ? []
      : line({ name: album.name, cover: nameOf(chosen) });
  });
}

function storeAlbums(library: DecidedLibrary, role: Role): string[] {
  const seen = library.photos.filter((photo) => isSeen(library, photo, role));
  const names = [...new Set(seen.map(storeAlbumOf))];
  return names.map((name) => {
    const photos = seen.filter((photo) => storeAlbumOf(photo) === name);
    photos.sort(newestFirst);
    return line({
      ...{ name, notes: '', order: 'date', offTimeline: library.offTimeline.includes(name) },
      photos: photos.map(nameOf),
    });
  });
}

/** A trip has the days of those of its photos that the user sees. */
function trips(library: DecidedLibrary, seen: readonly DecidedPhoto[]): string[] {
  const days = new Set(seen.map((photo) => takenAtOf(photo).slice(0, 10)));
  return library.trips.flatMap((trip) => {
    const shown = trip.days.filter((day) => days.has(day));
    return trip.dismissed || shown.length === 0 ? [] : line({ name: trip.name, first: shown[0], last: shown.at(-1) });
  });
}

function peopleLines(library: DecidedLibrary): string[] {
  return Object.entries(library.people).flatMap(([name, { hidden }]) => {
    const faces = library.photos.filter(({ isThere, face }) => isThere && face.person === name && !face.none);
    return faces.length === 0 ? [] : line({ name, faces: faces.length, hidden });
  });
}

function withholdings({ albums, people }: DecidedLibrary): string[] {
  const named = [...albums.map(({ name, kept }) => ({ name, ...kept })), ...peopleKept(people)];
  return named.filter(({ readers, reader }) => readers || reader).map((kept) => line(kept));
}

const peopleKept = (people: DecidedLibrary['people']): { name: string; readers: boolean; reader: boolean }[] =>
  Object.entries(people).map(([name, { kept }]) => ({ name, ...kept }));
