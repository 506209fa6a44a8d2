import { expect } from 'chai';
import type { AlbumPhotos, Albums, DuplicateGroups, Memories, Places, Tags } from '../../core/http/wire.ts';
import type { LibraryServer } from '../support/library-server.ts';
import { at, listedLibrary } from '../support/listed-library.ts';

describe('groups of photos in the library', () => {
  let s: LibraryServer;

  before(async () => {
    ({ s } = await listedLibrary());
  });
  after(() => s.stop());

  describe('GET /api/memories', () => {
    it('shows photos of 29 February on the 28th, but in leap years only on the 29th', async () => {
      s.now = at('2025-02-28T10:00:00');
      const today = await s.json<Memories>('/api/memories');
      expect(today).to.include({ month: 2, day: 28 });
      expect(today.groups.map(({ year, years_ago }) => [year, years_ago])).to.deep.equal([[2024, 1]]);
      expect(today.photos.map(({ uid }) => uid)).to.deep.equal(['beach', 'beach-again']);
      s.now = at('2028-02-28T10:00:00');
      expect((await s.json<Memories>('/api/memories')).photos).to.deep.equal([]);
      expect((await s.json<Memories>('/api/memories?month=2&day=29')).photos).to.have.length(2);
    });

    it('returns at most as many photos as the limit, newest first', async () => {
      const two = [
        s.rows.add({ uid: 'same-day', takenAt: at('2022-02-28T08:00:00') }),
        s.rows.add({ uid: 'same-day-long-ago', takenAt: at('2002-02-28T08:00:00') }),
      ];
      s.now = at('2025-02-28T10:00:00');
      const first = async (limit: number): Promise<[number, string[]][]> =>
        (await s.json<Memories>(`/api/memories?limit=${limit}`)).groups.map(({ year, photos }) => [
          year,
          photos.map(({ uid }) => uid),
        ]);
      expect(await first(1)).to.deep.equal([[2024, ['beach']]]);
      expect(await first(3)).to.deep.equal([
        [2024, ['beach', 'beach-again']],
        [2022, ['same-day']],
      ]);
      expect((await s.json<Memories>('/api/memories')).photos).to.have.length(4);
      expect((await s.get('/api/memories?limit=1001')).statusCode).to.equal(400);
      for (const id of two) s.db.prepare('DELETE FROM photos WHERE id = ?').run(id);
    });

    it('uses the local date', async () => {
      const { photos } = await s.json<Memories>('/api/memories?month=2&day=1');
      expect(photos.map(({ uid }) => uid)).to.deep.equal(['video']);
    });

    it('rejects a month without a day, a day without a month, and impossible dates', async () => {
      for (const query of ['month=2', 'day=3', 'month=13&day=1', 'month=1&day=32']) {
        expect((await s.get(`/api/memories?${query}`)).statusCode, query).to.equal(400);
      }
    });
  });

  it('GET /api/duplicates groups photos with the same content, most redundant bytes first, without hidden copies', async () => {
    s.rows.add({ uid: 'big-1', takenAt: 100, sha1: 'b'.repeat(40), size: 5000 });
    s.rows.add({ uid: 'big-2', takenAt: 200, sha1: 'b'.repeat(40), size: 5000 });
    const { groups } = await s.json<DuplicateGroups>('/api/duplicates');
    expect(
      groups.map(({ sha1, count, bytes, photos }) => [sha1?.[0], count, bytes, photos.map(({ uid }) => uid)]),
    ).to.deep.equal([
      ['b', 2, 5000, ['big-2', 'big-1']],
      ['a', 2, 1000, ['beach', 'beach-again']],
    ]);
    const limited = await s.json<DuplicateGroups>('/api/duplicates?limit=1');
    expect(limited.groups).to.have.length(1);
    expect(limited).to.include({ total_groups: 2, redundant_bytes: 6000 });
    s.db.exec(`DELETE FROM photos WHERE uid LIKE 'big-%'`);
    expect((await s.json<DuplicateGroups>('/api/duplicates')).groups).to.have.length(1);
  });

  it('GET /api/duplicates has the same totals for every role, with archived photos, without hidden ones', async () => {
    for (const n of [1, 2, 3]) s.rows.add({ uid: `big-${n}`, takenAt: n, sha1: 'b'.repeat(40), size: 5000 });
    const expectTotal = async (groups: number, bytes: number): Promise<void> => {
      for (const who of [s.reader, s.writer, s.admin]) {
        const answer = await s.json<DuplicateGroups>('/api/duplicates', who);
        expect(answer).to.include({ total_groups: groups, redundant_bytes: bytes });
        // The listed groups add up to the same totals.
        expect(answer.groups).to.have.length(groups);
        expect(answer.groups.reduce((sum, group) => sum + group.bytes * (group.count - 1), 0)).to.equal(bytes);
      }
    };
    await expectTotal(2, 11_000);
    await s.send('PATCH', '/api/photos/big-1', { archived: true });
    await expectTotal(2, 11_000);
    await s.send('PATCH', '/api/photos/big-1', { hidden: true });
    await expectTotal(2, 6000);
    await s.send('PATCH', '/api/photos/big-2', { hidden: true });
    await expectTotal(1, 1000);
    await s.send('PATCH', '/api/photos/big-3', { hidden: true });
    await expectTotal(1, 1000);
    expect((await s.get('/api/duplicates', {})).statusCode).to.equal(401);
    s.db.exec(`DELETE FROM photos WHERE uid LIKE 'big-%'`);
  });

  it('GET /api/tags counts only visible photos', async () => {
    expect((await s.json<Tags>('/api/tags')).tags).to.deep.equal([
      { name: 'Sea', count: 1 },
      { name: 'Sun', count: 1 },
    ]);
  });

  describe('GET /api/albums', () => {
    it('lists the album with the newest photo first, and empty albums last', async () => {
      const { albums } = await s.json<Albums>('/api/albums');
      expect(
        albums.map(({ uid, photo_count, start_ts, end_ts }) => [uid, photo_count, start_ts, end_ts]),
      ).to.deep.equal([
        ['chosen', 2, at('2020-05-01T12:00:00'), 1709208000],
        ['trip', 2, at('2024-01-01T12:00:00'), 1709208000],
        ['empty', 0, null, null],
      ]);
    });

    it('has the first and last day of each album’s photos, in the local time of where they were taken', async () => {
      const { albums } = await s.json<Albums>('/api/albums');
      expect(albums.map(({ first_day, last_day }) => [first_day, last_day])).to.deep.equal([
        ['2020-05-01', '2024-02-29'],
        ['2024-01-01', '2024-02-29'],
        [null, null],
      ]);
    });

    it('uses the cover chosen in the photo store, else the newest photo that has a thumbnail', async () => {
      const { albums } = await s.json<Albums>('/api/albums');
      expect(albums.map(({ cover_url }) => cover_url?.split('/')[3])).to.deep.equal(['old', 'beach', undefined]);
    });

    it('finds albums by part of their names, ignoring case', async () => {
      const named = async (q: string): Promise<string[]> =>
        (await s.json<Albums>(`/api/albums?q=${q}`)).albums.map(({ name }) => name);
      expect(await named('TRI')).to.deep.equal(['Trip']);
      expect(await named('e')).to.deep.equal(['Chosen', 'Empty']);
      expect(await named('')).to.have.length(3);
      expect(await named('%25')).to.deep.equal([]);
    });

    it('lists the photos of one album', async () => {
      const answer = await s.json<AlbumPhotos>('/api/albums/trip/photos?limit=1');
      expect(answer.album).to.include({ uid: 'trip', name: 'Trip', photo_count: 2 });
      expect(answer.total).to.equal(2);
      expect(answer.photos.map(({ uid }) => uid)).to.deep.equal(['beach']);
      expect((await s.get('/api/albums/nothing/photos')).statusCode).to.equal(404);
    });
  });

  it('GET /api/places counts photos by place, largest count first', async () => {
    expect((await s.json<Places>('/api/places')).places).to.deep.equal([
      { place: 'Lisbon, Portugal', city: 'Lisbon', count: 2 },
      { place: 'Porto, Portugal', city: 'Porto', count: 1 },
    ]);
    expect((await s.json<Places>('/api/places?limit=1')).places).to.have.length(1);
    expect((await s.json<Places>('/api/places?limit=5000')).places).to.have.length(2);
    expect((await s.get('/api/places?limit=5001')).statusCode).to.equal(400);
  });

  it('GET /api/places finds places by part of their labels, ignoring case', async () => {
    const named = async (q: string): Promise<string[]> =>
      (await s.json<Places>(`/api/places?q=${q}`)).places.map(({ place }) => place);
    expect(await named('LISB')).to.deep.equal(['Lisbon, Portugal']);
    expect(await named('portugal&limit=1')).to.deep.equal(['Lisbon, Portugal']);
    expect(await named('porto')).to.deep.equal(['Porto, Portugal']);
    expect(await named('nowhere')).to.deep.equal([]);
    expect(await named('')).to.have.length(2);
  });
});
