import { expect } from 'chai';
import type { Album, AlbumPhotos, Albums, MergedPerson, Photo, PhotoList, PhotoRule } from '../../core/http/wire.ts';
import { PhotoLabels } from '../../core/store/photos/photo-labels.ts';
import type { LibraryServer } from '../support/library-server.ts';
import { PeopleServer } from '../support/people-server.ts';

describe('smart albums', () => {
  const rig = PeopleServer.inSuite();
  let s: LibraryServer;
  const ids = new Map<string, number>();

  beforeEach(() => {
    ({ s } = rig);
    ids.clear();
  });

  const add = (uid: string, facts: Partial<Parameters<LibraryServer['rows']['add']>[0]> = {}): number => {
    const id = s.rows.add({ uid, takenAt: 1_000_000 - ids.size, ...facts });
    ids.set(uid, id);
    return id;
  };
  const make = async (rule: PhotoRule): Promise<Album> => {
    const answer = await s.send('POST', '/api/albums', { name: JSON.stringify(rule).slice(0, 200), rule });
    expect(answer.statusCode, answer.payload).to.equal(201);
    return JSON.parse(answer.payload) as Album;
  };
  /** The visible photos that list the album. */
  const having = async (album: string, headers = s.reader): Promise<string[]> => {
    const photos = await Promise.all([...ids.keys()].map((uid) => s.get(`/api/photos/${uid}`, headers)));
    return photos
      .filter(({ statusCode }) => statusCode === 200)
      .map(({ payload }) => JSON.parse(payload) as Photo)
      .filter(({ albums, hidden }) => !hidden && albums.some(({ uid }) => uid === album))
      .map(({ uid }) => uid);
  };
  const inside = async ({ uid }: Pick<Album, 'uid'>, headers = s.reader): Promise<string> => {
    const { photos, album } = await s.json<AlbumPhotos>(`/api/albums/${uid}/photos`, headers);
    const list = await s.json<PhotoList>(`/api/photos?album=${uid}`, headers);
    const { albums } = await s.json<Albums>('/api/albums', headers);
    const found = photos.map((photo) => photo.uid).join('');
    // The album, the list with the same filter, the list of albums and the photos agree.
    expect(list.photos.map((photo) => photo.uid).join('')).to.equal(found);
    expect((await having(uid, headers)).toSorted()).to.deep.equal(photos.map((photo) => photo.uid).toSorted());
    expect([album.photo_count, albums.find((one) => one.uid === uid)?.photo_count]).to.deep.equal([
      found.length,
      found.length,
    ]);
    return found;
  };
  const found = async (rule: PhotoRule): Promise<string> => inside(await make(rule));
  const shows = (uid: string, ...labels: [label: string, score: number][]): void => {
    s.db.prepare("INSERT OR IGNORE INTO analyses (photo_id, state) VALUES (?, 'done')").run(ids.get(uid));
    const seen = labels.map(([label, score]) => ({ label, score, box: null }));
    s.container.resolve(PhotoLabels).keep(ids.get(uid) ?? 0, { labels: seen, people: 0, show: 0.5 });
  };

  it('have the photos of people: with all of them, or with any', async () => {
    for (const uid of ['a', 'b', 'c', 'd']) add(uid);
    const anna = s.rows.person('Anna', [ids.get('a') ?? 0, ids.get('b') ?? 0]);
    const ben = s.rows.person('Ben', [ids.get('b') ?? 0, ids.get('c') ?? 0]);
    expect(await found({ people: [anna] })).to.equal('ab');
    expect(await found({ people: [anna, ben] })).to.equal('b');
    expect(await found({ people: [anna, ben], any_person: true })).to.equal('abc');
  });

  it('follow a merge of people and its undo', async () => {
    for (const uid of ['a', 'b']) add(uid);
    const anna = s.rows.person('Anna', [ids.get('a') ?? 0]);
    const ben = s.rows.person('Ben', [ids.get('b') ?? 0]);
    const carl = s.rows.person('Carl', []);
    const album = await make({ people: [ben] });
    const merge = async (from: number, to: number): Promise<number> =>
      (await rig.post<MergedPerson>(`/api/people/${from}/merge`, { target_id: to })).merge_id;
    const first = await merge(ben, anna);
    const second = await merge(anna, carl);
    expect(await inside(album)).to.equal('ab');
    const told = (await s.json<Albums>('/api/albums', s.writer)).albums[0];
    expect(told?.rule).to.deep.equal({ people: [carl] });
    for (const id of [second, first]) await rig.post(`/api/people/merges/${id}/undo`);
    expect(await inside(album)).to.equal('b');
  });

  it('have the photos of certain places, areas, days and months', async () => {
    add('a', { place: 'Lisbon, Portugal', lat: 38.7, lng: -9.1, takenAt: Date.UTC(2023, 4, 2, 12) / 1000 });
    add('b', { place: 'Porto, Portugal', lat: 41.1, lng: -8.6, takenAt: Date.UTC(2022, 4, 31, 23) / 1000 });
    add('c', { place: 'Vienna, Austria', lat: 48.2, lng: 16.4, takenAt: Date.UTC(2021, 7, 1) / 1000 });
    expect(await found({ places: ['Lisbon, Portugal', 'Austria'] })).to.equal('ac');
    expect(await found({ place: 'portugal' })).to.equal('ab');
    expect(await found({ bbox: '-10,38,-8,40' })).to.equal('a');
    expect(await found({ from: '2022-05-31', to: '2023-05-01' })).to.equal('b');
    expect(await found({ years: '2021-2022', from: '2022-01-01' })).to.equal('b');
    expect(await found({ months: [5] })).to.equal('ab');
    expect(await found({ months: [5, 8], place: 'Austria' })).to.equal('c');
    expect(await found({ weekdays: [7] })).to.equal('c');
    expect(await found({ weekdays: [2, 6], from: '2023-01-01' })).to.equal('a');
    expect(await found({ yearly_days: ['05-31', '08-01'] })).to.equal('bc');
    // As for the search `1 May to 30 September`.
    const summer = [31, 30, 31, 31, 30].flatMap((count, at) =>
      Array.from({ length: count }, (_, day) => `0${at + 5}-${String(day + 1).padStart(2, '0')}`),
    );
    expect(await found({ yearly_days: summer })).to.equal('abc');
    for (const rule of [{ weekdays: [8] }, { yearly_days: ['02-30'] }, { yearly_days: ['5-31'] }]) {
      expect((await s.send('POST', '/api/albums', { name: 'No', rule })).statusCode, JSON.stringify(rule)).to.equal(
        400,
      );
    }
  });

  it('have the photos of certain kinds, cameras and tags, and of other albums', async () => {
    add('a', { kind: 'video', camera: 'Fuji X100' });
    add('b', { kind: 'live', camera: 'Pixel 8' });
    add('c', { camera: 'Pixel 8' });
    for (const uid of ['a', 'b']) await s.send('PUT', `/api/photos/${uid}/tags`, { tags: ['Sea'] });
    await s.send('PUT', '/api/photos/b/tags', { tags: ['Sea', 'Boat'] });
    s.rows.album('trip', 'Trip', [ids.get('a') ?? 0, ids.get('c') ?? 0]);
    expect(await found({ kinds: ['video', 'live'] })).to.equal('ab');
    expect(await found({ kind: 'live', tag: 'sea' })).to.equal('b');
    expect(await found({ cameras: ['Pixel 8'] })).to.equal('bc');
    expect(await found({ cameras: ['None 1'] })).to.equal('');
    expect(await found({ tags: ['sea', 'boat'] })).to.equal('b');
    expect(await found({ album: 'trip', kinds: ['image'] })).to.equal('c');
  });

  it('have the photos that show a thing, as soon as a model has recognised it', async () => {
    for (const uid of ['a', 'b', 'c']) add(uid);
    shows('a', ['dog', 0.9], ['beach', 0.8]);
    shows('b', ['dog', 0.7]);
    const dogs = await make({ things: ['Dogs'] });
    const both = await make({ things: ['dog', 'beach'] });
    expect([await inside(dogs), await inside(both)]).to.deep.equal(['ab', 'a']);
    shows('c', ['dog', 0.6], ['beach', 0.9]);
    shows('a', ['beach', 0.8]);
    expect([await inside(dogs), await inside(both)]).to.deep.equal(['bc', 'c']);
    expect(await found({ things: ['unicorn'] })).to.equal('');
  });

  it('have the favourites of the current user', async () => {
    for (const uid of ['a', 'b']) add(uid);
    await s.send('PATCH', '/api/photos/a', { favorited: true });
    await s.send('PATCH', '/api/photos/b', { favorited: true }, s.admin);
    const album = await make({ only_favorites: true });
    expect([await inside(album, s.writer), await inside(album, s.admin)]).to.deep.equal(['a', 'b']);
    expect(await inside(album)).to.equal('');
  });

  it('add and remove photos when they start or stop matching, and change immediately with their rule', async () => {
    add('a', { place: 'Lisbon, Portugal' });
    const album = await make({ place: 'Lisbon' });
    expect(await inside(album)).to.equal('a');
    add('b', { place: 'Lisbon, Portugal' });
    add('c', { place: 'Vienna, Austria' });
    expect(await inside(album)).to.equal('ab');
    s.db.prepare('UPDATE photos SET deleted_at = 1 WHERE uid = ?').run('a');
    expect(await inside(album)).to.equal('b');
    const changed = await s.send('PATCH', `/api/albums/${album.uid}`, { rule: { place: 'Vienna', kinds: [] } });
    expect(JSON.parse(changed.payload) as Album).to.deep.include({ photo_count: 1, rule: { place: 'Vienna' } });
    expect(await inside(album)).to.equal('c');
  });
});
