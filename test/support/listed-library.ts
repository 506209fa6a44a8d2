import { libraryServer, type LibraryServer } from './library-server.ts';

export const at = (text: string): number => Date.parse(`${text}Z`) / 1000;
const sameContent = 'a'.repeat(40);

/** A few photos, some archived or hidden, with albums, tags and a person. Tests do not change them. */
export async function listedLibrary(): Promise<{ s: LibraryServer; anna: number }> {
  const s = await libraryServer();
  const ids: Record<string, number> = {};
  const lisbon = { place: 'Lisbon, Portugal', lat: 38.7, lng: -9.1 };
  const photos = [
    { uid: 'beach', takenAt: at('2024-02-29T12:00:00'), ...lisbon, sha1: sameContent },
    { uid: 'beach-again', takenAt: at('2024-02-29T12:00:00'), sha1: sameContent },
    { uid: 'old', takenAt: at('2020-05-01T12:00:00'), ...lisbon },
    { uid: 'video', takenAt: at('2023-01-31T23:30:00'), takenAtLocal: '2023-02-01T00:30:00', kind: 'video' as const },
    { uid: 'secret', takenAt: at('2024-03-01T12:00:00'), ...lisbon, sha1: sameContent },
    {
      uid: 'away',
      takenAt: at('2024-01-01T12:00:00'),
      place: 'Porto, Portugal',
      lat: 41.1,
      lng: -8.6,
      thumbRevision: 0,
    },
    { uid: 'waiting', indexed: false },
  ];
  for (const photo of photos) ids[photo.uid] = s.rows.add(photo);
  s.rows.album('trip', 'Trip', [ids['beach']!, ids['away']!, ids['secret']!], 'away');
  s.rows.album('chosen', 'Chosen', [ids['beach']!, ids['old']!], 'old');
  s.rows.album('empty', 'Empty', []);
  const anna = s.rows.person('Anna', [ids['beach']!, ids['video']!]);
  await s.send('PATCH', '/api/photos/secret', { hidden: true });
  await s.send('PATCH', '/api/photos/away', { archived: true });
  await s.send('PATCH', '/api/photos/old', { favorited: true }, s.writer);
  await s.send('PUT', '/api/photos/beach/tags', { tags: ['Sea', 'Sun'] });
  await s.send('PUT', '/api/photos/secret/tags', { tags: ['sea'] });
  return { s, anna };
}
