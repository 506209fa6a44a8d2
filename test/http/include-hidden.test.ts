import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import type * as wire from '../../core/http/wire.ts';
import { PhotoFolders } from '../../core/store/photos/photo-folders.ts';
import { createVectorIndexProvider, type VectorIndexes } from '../../plugins/vectors-local/vector-indexes.ts';
import { AlikeRows } from '../support/alike-rows.ts';
import { FaceRows } from '../support/face-rows.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';
import { MadeUpLife } from '../support/made-up-life.ts';

const noon = Date.parse('2023-05-03T12:00:00Z') / 1000;
const hash = 0x1234_5678_9abc_def0n;
const lisbon = { place: 'Lisbon, Portugal', lat: 38.72, lng: -9.14, camera: 'Leica M6' };

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
const secrets = (photos: readonly { uid: string }[]): number => photos.filter(({ uid }) => uid === 'secret').length;
const covered = (covers: readonly (string | null)[]): number =>
  covers.filter((url) => url?.startsWith('/api/photos/secret/thumb')).length;
const countOf = <T>(found: T | undefined, count: (one: T) => number): number => (found ? count(found) : 0);

describe('include_hidden=true', () => {
  let vectorIndexes: VectorIndexes;
  let s: LibraryServer;
  const ids: Record<string, number> = {};

  before(async () => {
    vectorIndexes = createVectorIndexProvider();
    s = await libraryServer({}, vectorIndexes);
    const life = new MadeUpLife(s.db);
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    life.days('2023-05-02', '2023-05-06', 'lisbon', 4);
    const rows = new AlikeRows(s.db);
    const sha1 = 'a'.repeat(40);
    const open = rows.add({ uid: 'open', takenAt: noon, sha1, ...lisbon }, { hash });
    const alike = rows.add({ uid: 'alike', takenAt: noon, ...lisbon }, { hash: hash ^ 1n });
    const secret = rows.add({ uid: 'secret', takenAt: noon + 60, sha1, ...lisbon }, { hash });
    // A separate pair without vectors, as photos with exact copies are not compared by hash.
    rows.add({ uid: 'left' }, { hash: ~hash });
    rows.add({ uid: 'right' }, { hash: ~hash ^ 1n });
    rows.useModel('model@1');
    for (const id of [alike, secret]) rows.embed(id, 'model@1', [1, 0, 0]);
    s.rows.add({ uid: 'own', takenAt: noon });
    s.rows.album('a', 'A', [open, secret]);
    s.rows.album('chosen', 'Chosen', [alike, secret], 'secret');
    const folders = new PhotoFolders(s.db);
    for (const id of [open, secret]) folders.put(id, '2023');
    s.db.exec("INSERT INTO labels (id, name) VALUES (1, 'anchor')");
    s.db.prepare('INSERT INTO photo_labels (photo_id, label_id, score, shown) VALUES (?, 1, 0.9, 1)').run(secret);
    const faces = new FaceRows(s.db);
    const [anna, berta, zoe] = ['Anna', 'Berta', 'Zoe'].map((name) => faces.person(name)) as [number, number, number];
    for (const photo of [open, secret]) faces.add({ photo, person: anna, like: { 9: 1 } });
    faces.add({ photo: alike, person: berta, like: { 1: 1 } });
    faces.add({ photo: secret, person: zoe, like: { 1: 1 } });
    const face = faces.add({ photo: open, like: { 1: 1 } });
    const secretFace = faces.add({ photo: secret, like: { 1: 1 } });
    Object.assign(ids, { anna, berta, zoe, face, secretFace });
    await s.send('PUT', '/api/photos/open/tags', { tags: ['sea'] });
    await s.send('PUT', '/api/photos/secret/tags', { tags: ['sea'] });
    await s.send('POST', '/api/albums', { name: 'Smart', rule: { place: 'Lisbon', tag: 'sea' } });
    await s.send('PATCH', '/api/photos/secret', { hidden: true });
    await s.send('PATCH', '/api/photos/right', { hidden: true });
    await s.send('PATCH', '/api/photos/own', { hidden: true, hidden_by_me: true });
    await rows.run();
    const trips = s.container.resolve(inject.tasks).find(({ name }) => name === 'trips');
    await trips?.run(new AbortController().signal, () => false);
    ids['trip'] = (await s.json<wire.Trips>('/api/trips')).trips[0]!.id;
  });
  after(async () => {
    await s.stop();
    await vectorIndexes.close();
  });

  /** The count in a response that is one higher with the hidden photo. */
  const counted = (url: string, of: string, count: (answer: never) => number) => ({ url, of, count });
  const album = (name: string, count: (one: wire.Album) => number) =>
    counted('/api/albums', `the album ${name}`, ({ albums }: wire.Albums) =>
      countOf(
        albums.find((one) => one.name === name),
        count,
      ),
    );
  const isZoe = ({ id }: { id: number }): boolean => id === ids['zoe'];
  const markers = ({ markers: all }: wire.MapMarkers): number => sum(all.map(({ count }) => count));
  const suggested = (prefix: string, count: (found: wire.SearchSuggestions) => number) =>
    counted(`/api/search/suggestions?limit=20&prefix=${prefix}`, 'suggestions', count);

  const answers = [
    counted('/api/tags', 'photos of the tag', ({ tags }: wire.Tags) => sum(tags.map(({ count }) => count))),
    album('A', ({ photo_count }) => photo_count),
    album('A', ({ cover_url }) => covered([cover_url])),
    album('Chosen', ({ cover_url }) => covered([cover_url])),
    album('Smart', ({ photo_count }) => photo_count),
    counted('/api/albums/a/photos', 'its photos', ({ photos }: wire.AlbumPhotos) => secrets(photos)),
    counted('/api/albums/a/photos', 'the album', ({ album: { photo_count } }: wire.AlbumPhotos) => photo_count),
    counted('/api/places', 'photos of the place', ({ places }: wire.Places) => sum(places.map(({ count }) => count))),
    counted('/api/map', 'photos on it', markers),
    counted('/api/map?bbox=-20,30,0,45&zoom=3', 'photos in view', markers),
    counted('/api/people/:anna/map', 'photos on it', markers),
    counted('/api/people/:anna/map', 'covers', ({ markers: all }: wire.MapMarkers) =>
      covered(all.map((one) => one.thumb_url)),
    ),
    counted('/api/memories?month=5&day=3', 'photos', ({ photos }: wire.Memories) => secrets(photos)),
    counted('/api/duplicates', 'groups', ({ groups }: wire.DuplicateGroups) => groups.length),
    counted('/api/duplicates', 'groups in all', ({ total_groups }: wire.DuplicateGroups) => total_groups),
    counted('/api/duplicates?kind=near', 'photos', ({ groups }: wire.DuplicateGroups) =>
      secrets(groups.flatMap(({ photos }) => photos)),
    ),
    counted('/api/duplicates?kind=near', 'groups in all', ({ total_groups }: wire.DuplicateGroups) => total_groups),
    counted('/api/photos/recent', 'photos', ({ photos }: wire.SomePhotos) => secrets(photos)),
    counted('/api/photos/alike/similar', 'results of a model', ({ results }: wire.SimilarPhotos) => secrets(results)),
    counted('/api/photos/left/similar', 'results by hash', ({ total }: wire.SimilarPhotos) => total),
    counted('/api/photos/open/similar', 'copies', ({ copies }: wire.SimilarPhotos) => secrets(copies)),
    counted('/api/trips', 'photos of the trip', ({ trips }: wire.Trips) => sum(trips.map(({ count }) => count))),
    counted('/api/trips/:trip', 'its photos', ({ trip }: wire.TripWithDays) => trip.count),
    counted('/api/trips/:trip', 'photos by day', ({ days }: wire.TripWithDays) => sum(days.map(({ count }) => count))),
    counted('/api/folders', 'photos', ({ photo_count }: wire.Folders) => photo_count),
    counted('/api/folders', 'covers', ({ folders }: wire.Folders) => covered(folders.map((one) => one.cover_url))),
    counted('/api/hidden_by_me', 'photos', ({ photos }: wire.AllHiddenByMe) => photos),
    suggested('ann', ({ people }) => sum(people.map(({ photo_count }) => photo_count))),
    suggested('zo', ({ people }) => people.length),
    suggested('lisb', ({ places }) => sum(places.map(({ photo_count }) => photo_count))),
    suggested('anch', ({ things }) => things.length),
    suggested('sea', ({ tags }) => sum(tags.map(({ photo_count }) => photo_count))),
    suggested('lei', ({ cameras }) => sum(cameras.map(({ photo_count }) => photo_count))),
    suggested('may', ({ times }) => sum(times.filter(({ year }) => year === 2023).map((one) => one.photo_count))),
    counted('/api/people', 'people', ({ total }: wire.People) => total),
    counted('/api/people?q=anna', 'photos', ({ people }: wire.People) => sum(people.map((one) => one.photo_count))),
    counted('/api/people/:anna', 'photos', ({ photo_count }: wire.Person) => photo_count),
    counted(
      '/api/people/duplicates',
      'pairs',
      ({ pairs }: wire.PeoplePairs) => pairs.filter(({ b }) => isZoe(b)).length,
    ),
    counted(
      '/api/people/suggested-merges',
      'people',
      ({ people }: wire.SuggestedMerges) => people.filter(({ person }) => isZoe(person)).length,
    ),
    counted('/api/people/:berta/similar', 'people', ({ total }: wire.SimilarPeople) => total),
    counted('/api/people/:berta/similar-faces', 'faces', ({ similar }: wire.SimilarFaces) => similar.length),
    counted('/api/faces/likely', 'faces', ({ faces }: wire.LikelyFaces) => faces.length),
    counted('/api/faces/likely', 'faces in all', ({ total }: wire.LikelyFaces) => total),
    counted(
      '/api/faces/:face/suggest',
      'people',
      ({ suggestions }: wire.Suggestions) => suggestions.filter(({ person }) => isZoe(person)).length,
    ),
  ];

  for (const { url, of, count } of answers) {
    it(`adds one for editors, and is 403 for readers: ${url}, ${of}`, async () => {
      const path = url.replace(/:(\w+)/, (_, name: string) => String(ids[name]));
      const asking = `${path}${path.includes('?') ? '&' : '?'}include_hidden=true`;
      const before = count(await s.json<never>(path, s.writer));
      expect(count(await s.json<never>(asking, s.writer)), 'with them').to.equal(before + 1);
      expect(count(await s.json<never>(path, s.writer)), 'without them again').to.equal(before);
      const refused = await s.get(asking);
      expect([refused.statusCode, refused.headers['x-error-kind']]).to.deep.equal([403, 'role_too_low']);
    });
  }
});
