import type {
  Albums,
  AssignedFace,
  Faces,
  People,
  Photo,
  PhotoList,
  Places,
  SomePhotos,
} from '../../core/http/wire.ts';
import type { AccessHouse } from './access-house.ts';

/** Data that only hidden photos have, and that readers must not see. */
export interface Secrets {
  /** A photo with faces. */
  readonly uid: string;
  readonly face: number;
  readonly person: number;
  readonly album: string;
  /** Texts that no response to a reader contains, by their meaning. */
  readonly texts: Readonly<Record<string, string>>;
  hide(): Promise<void>;
}

/**
 * Finds a photo with a face in the demo library, and gives it a person and a tag that no other photo has. `hide` also
 * hides all photos of its place and its album.
 */
export async function keepSecrets(house: AccessHouse): Promise<Secrets> {
  const { photos } = await house.json<PhotoList>('GET', '/api/photos?limit=1000&include_archived=true');
  const rows = await Promise.all(photos.map(({ uid }) => house.json<Photo>('GET', `/api/photos/${uid}`)));
  const { places } = await house.json<Places>('GET', '/api/places');
  const { albums } = await house.json<Albums>('GET', '/api/albums');
  const sizeOf = ({ albums: of }: Photo): number =>
    of.reduce((sum, { uid }) => sum + (albums.find((album) => album.uid === uid)?.photo_count ?? 0), 0);
  const inOneAlbum = rows
    .filter(({ albums: of, people, place }) => of.length === 1 && people.length > 0 && place !== null)
    .toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const photo = inOneAlbum[0];
  const album = photo?.albums[0];
  if (!photo || !album || places.length < 2 || albums.length < 2) throw new Error('the demo library lacks something');

  const { faces } = await house.json<Faces>('GET', `/api/photos/${photo.uid}/faces`);
  const face = faces[0]!.id;
  // All other people get names too: an anonymous person may be merged with her, who has a single face; two named people
  // never are.
  const { people } = await house.json<People>('GET', '/api/people?limit=500');
  for (const { id } of people) await house.json('POST', `/api/people/${id}/name`, { body: { name: `Anton ${id}` } });
  const name = 'Zerlina Nimmermehr';
  // Similar faces are assigned too. They are unassigned again, so that she is only in this photo.
  const { person, propagated_ids } = await house.json<AssignedFace>('POST', `/api/faces/${face}/person`, {
    body: { name },
  });
  for (const id of propagated_ids) await house.json('POST', `/api/faces/${id}/unassign`);
  const tag = 'geheimnisvoll';
  await house.json('PUT', `/api/photos/${photo.uid}/tags`, { body: { tags: [tag] } });
  const hidden = rows.filter(
    ({ uid, place, albums: of }) =>
      uid === photo.uid || place === photo.place || of.some((other) => other.uid === album.uid),
  );
  return {
    uid: photo.uid,
    face,
    person: person.id,
    album: album.uid,
    texts: {
      photo: encodeURIComponent(photo.uid),
      person: name,
      tag,
      place: photo.place ?? '',
      album: album.name,
      crop: `/api/faces/${face}/crop`,
      cover: `/api/people/${person.id}/cover`,
    },
    async hide() {
      const uids = hidden.map(({ uid }) => uid);
      await house.json<SomePhotos>('PATCH', '/api/photos', { body: { uids, hidden: true } });
    },
  };
}
