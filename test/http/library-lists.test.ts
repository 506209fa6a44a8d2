import { expect } from 'chai';
import type {
  AlbumPhotos,
  Albums,
  Anchors,
  Aspects,
  DuplicateGroups,
  MapMarkers,
  Memories,
  Photo,
  PhotoList,
  Places,
  Tags,
} from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;
const sameContent = 'a'.repeat(40);

describe('the lists of the library', () => {
  let s: LibraryServer;
  const ids: Record<string, number> = {};
  let anna = 0;

  before(async () => {
    s = await libraryServer();
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
    anna = s.rows.person('Anna', [ids['beach']!, ids['video']!]);
    await s.send('PATCH', '/api/photos/secret', { hidden: true });
    await s.send('PATCH', '/api/photos/away', { archived: true });
    await s.send('PATCH', '/api/photos/old', { favorited: true }, s.writer);
    await s.send('PUT', '/api/photos/beach/tags', { tags: ['Sea', 'Sun'] });
    await s.send('PUT', '/api/photos/secret/tags', { tags: ['sea'] });
  });
  after(() => s.stop());

  const uids = async (url: string, headers = s.reader): Promise<string[]> =>
    (await s.json<PhotoList>(url, headers)).photos.map(({ uid }) => uid);

  describe('GET /api/photos', () => {
    it('shows newest first, ties by uid, without archived, hidden and never indexed photos', async () => {
      const list = await s.json<PhotoList>('/api/photos');
      expect(list.photos.map(({ uid }) => uid)).to.deep.equal(['beach', 'beach-again', 'video', 'old']);
      expect(list.total).to.equal(4);
    });

    const lists: [query: string, uids: string[]][] = [
      ['limit=2', ['beach', 'beach-again']],
      ['limit=2&offset=1', ['beach-again', 'video']],
      ['offset=99', []],
      ['before=1709208000', ['video', 'old']],
      ['before=1709208000&before_uid=beach', ['beach-again', 'video', 'old']],
      ['before=1709208000&before_uid=beach-again', ['video', 'old']],
      ['before=1709208001', ['beach', 'beach-again', 'video', 'old']],
      ['after=1588334400', ['beach', 'beach-again', 'video']],
      ['after=1588334399&before=1709208000', ['video', 'old']],
      ['kind=video', ['video']],
      ['tag=sea', ['beach']],
      ['tag=SEA&kind=video', []],
      ['tag=nothing', []],
      ['album=chosen', ['beach', 'old']],
      ['album=trip', ['beach', 'away']],
      ['album=trip&include_archived=false', ['beach']],
      ['album=nothing', []],
      ['place=Lisbon,%20Portugal', ['beach', 'old']],
      ['place=Porto,%20Portugal', ['away']],
      ['place=lisbon,%20PORTUGAL', ['beach', 'old']],
      ['place=Lisbon', ['beach', 'old']],
      ['place=portugal', ['beach', 'away', 'old']],
      ['place=port', ['beach', 'away', 'old']],
      ['place=isbo', ['beach', 'old']],
      ['place=%20', ['beach', 'beach-again', 'video', 'old']],
      ['place=Nowhere', []],
      ['include_archived=true', ['beach', 'beach-again', 'away', 'video', 'old']],
      ['only_favorites=false&place=&tag=&before=', ['beach', 'beach-again', 'video', 'old']],
    ];
    for (const [query, expected] of lists) {
      it(`answers ?${query}`, async () => {
        expect(await uids(`/api/photos?${query}`)).to.deep.equal(expected);
      });
    }

    it('says when, where and how long, without a further call', async () => {
      const id = s.rows.add({ uid: 'clip', kind: 'video', duration: 12.5, takenAt: at('2019-01-01T00:00:00') });
      const items = await s.json<PhotoList>('/api/photos?kind=video');
      expect(items.photos.map(({ uid, duration, place, taken_at_local }) => [uid, duration, place, taken_at_local]))
        .to //
        .deep.equal([
          ['video', null, null, '2023-02-01T00:30:00'],
          ['clip', 12.5, null, '2019-01-01T00:00:00'],
        ]);
      const [beach] = (await s.json<PhotoList>('/api/photos?limit=1')).photos;
      expect(beach).to.include({ place: 'Lisbon, Portugal', duration: null, taken_at_local: '2024-02-29T12:00:00' });
      const row = await s.json<Photo>('/api/photos/clip');
      expect(row).to.include({ duration: 12.5, place: null, taken_at_local: '2019-01-01T00:00:00' });
      s.db.prepare('DELETE FROM photos WHERE id = ?').run(id);
    });

    it('finds what was taken at a new place at once', async () => {
      expect(await uids('/api/photos?place=evora')).to.deep.equal([]);
      const id = s.rows.add({ uid: 'new', place: 'Evora, Portugal' });
      expect(await uids('/api/photos?place=evora')).to.deep.equal(['new']);
      s.db.prepare('DELETE FROM photos WHERE id = ?').run(id);
    });

    it('counts all that the filters find, not the page', async () => {
      expect((await s.json<PhotoList>('/api/photos?limit=1')).total).to.equal(4);
      expect((await s.json<PhotoList>('/api/photos?limit=1&before=1709208000')).total).to.equal(2);
    });

    it('narrows to a person', async () => {
      expect(await uids(`/api/photos?person=${anna}`)).to.deep.equal(['beach', 'video']);
      expect(await uids('/api/photos?person=999')).to.deep.equal([]);
    });

    it('knows whose favourites they are', async () => {
      expect(await uids('/api/photos?only_favorites=true', s.writer)).to.deep.equal(['old']);
      expect(await uids('/api/photos?only_favorites=true', s.reader)).to.deep.equal([]);
      const mine = await s.json<PhotoList>('/api/photos?before=1600000000', s.writer);
      expect(mine.photos[0]).to.include({ uid: 'old', favorited_by_me: true });
      const theirs = await s.json<PhotoList>('/api/photos?before=1600000000', s.reader);
      expect(theirs.photos[0]).to.include({ uid: 'old', favorited_by_me: false });
    });

    it('shows hidden photos to writers who ask, and to nobody else', async () => {
      expect(await uids('/api/photos?include_hidden=true', s.writer)).to.include('secret');
      expect((await s.get('/api/photos?include_hidden=true', s.reader)).statusCode).to.equal(403);
    });

    it('narrows to archived photos, and for writers to hidden ones', async () => {
      expect(await uids('/api/photos?only_archived=true')).to.deep.equal(['away']);
      expect(await uids('/api/photos?only_hidden=true', s.writer)).to.deep.equal(['secret']);
      expect(await uids('/api/photos?only_hidden=true&only_archived=true', s.writer)).to.deep.equal([]);
      expect((await s.get('/api/photos?only_hidden=true', s.reader)).statusCode).to.equal(403);
      expect((await s.get('/api/photos?only_hidden=false', s.reader)).statusCode).to.equal(200);
    });

    it('tells the shapes of all of its photos in its order', async () => {
      s.db.exec(`UPDATE photos SET width = 800, height = 100 WHERE uid = 'beach';
                 UPDATE photos SET width = 100, height = 200 WHERE uid = 'video';
                 UPDATE photos SET width = NULL WHERE uid = 'old'`);
      const { total, videos, aspects } = await s.json<Aspects>('/api/photos/aspects?include_archived=true');
      const order = await uids('/api/photos?include_archived=true');
      const bytes = Buffer.from(aspects, 'base64');
      expect([total, bytes.length]).to.deep.equal([order.length, order.length]);
      const of = (uid: string): number => bytes[order.indexOf(uid)]!;
      expect([of('beach'), of('video'), of('old')]).to.deep.equal([128 + 3 * 32, 128 - 32, 0]);
      expect(2 ** ((of('away') - 128) / 32)).to.be.closeTo(4 / 3, 0.02);
      expect(videos, 'how many are videos').to.equal(1);
      const ofTag = await s.json<Aspects>('/api/photos/aspects?tag=sea');
      expect(ofTag.total).to.equal(1);
    });

    it('signs thumbnails for the caller, so that they open without a token', async () => {
      const { photos } = await s.json<PhotoList>('/api/photos?limit=1');
      expect(photos[0]!.thumb_url).to.match(/^\/api\/photos\/beach\/thumb\?sig=[^&]+&exp=\d+&v=\d+-1$/);
      // The signature is good: what is missing is the file.
      expect((await s.server.inject(photos[0]!.thumb_url!)).statusCode).to.equal(404);
    });

    it('never gives two photos one thumbnail URL, not even when a uid comes back', async () => {
      const thumbUrl = async (): Promise<string | null> =>
        (await s.json<PhotoList>('/api/photos?limit=1000')).photos.find(({ uid }) => uid === 'returning')!.thumb_url;
      const remove = (): void => void s.db.prepare("DELETE FROM photos WHERE uid = 'returning'").run();
      s.rows.add({ uid: 'returning' });
      const first = await thumbUrl();
      remove();
      s.rows.add({ uid: 'returning' });
      expect(await thumbUrl())
        .to.be.a('string')
        .and.not.equal(first);
      remove();
    });

    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=x',
      'offset=-1',
      'before=yesterday',
      'kind=painting',
      'person=0',
      'before_uid=beach',
      'only_favorites=maybe',
      'sort=name',
    ]) {
      it(`refuses ?${query} and names the field`, async () => {
        const { statusCode, payload } = await s.get(`/api/photos?${query}`);
        expect(statusCode).to.equal(400);
        expect((JSON.parse(payload) as { detail: string }).detail).to.include(query.split('=')[0]);
      });
    }
  });

  it('GET /api/photos/archived has every archived photo', async () => {
    expect(await s.json<PhotoList>('/api/photos/archived')).to.deep.include({ total: 1 });
    expect(await uids('/api/photos/archived')).to.deep.equal(['away']);
  });

  it('GET /api/photos/anchors has the months of the list with the same filters', async () => {
    const { anchors } = await s.json<Anchors>('/api/photos/anchors?after=1600000000');
    expect(anchors).to.deep.equal([
      { year: 2024, month: 2, count: 2, offset: 0, before: 1709208001, days: [...new Array<number>(28).fill(0), 2] },
      { year: 2023, month: 2, count: 1, offset: 2, before: at('2023-01-31T23:30:00') + 1, days: [1] },
    ]);
    for (const filter of [
      '',
      '?tag=sea',
      '?include_archived=true',
      '?kind=video',
      '?place=Lisbon,%20Portugal',
      '?place=portu',
    ]) {
      const months = await s.json<Anchors>(`/api/photos/anchors${filter}`);
      const list = await s.json<PhotoList>(`/api/photos${filter}`);
      expect(months.anchors.reduce((sum, { count }) => sum + count, 0)).to.equal(list.total);
    }
  });

  describe('GET /api/memories', () => {
    it('shows 29 February on the 28th of a common year, and on its own day', async () => {
      s.now = at('2025-02-28T10:00:00');
      const today = await s.json<Memories>('/api/memories');
      expect(today).to.include({ month: 2, day: 28 });
      expect(today.groups.map(({ year, years_ago }) => [year, years_ago])).to.deep.equal([[2024, 1]]);
      expect(today.photos.map(({ uid }) => uid)).to.deep.equal(['beach', 'beach-again']);
      s.now = at('2028-02-28T10:00:00');
      expect((await s.json<Memories>('/api/memories')).photos).to.deep.equal([]);
      expect((await s.json<Memories>('/api/memories?month=2&day=29')).photos).to.have.length(2);
    });

    it('shows no more than asked for, the newest first', async () => {
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

    it('goes by the local date', async () => {
      const { photos } = await s.json<Memories>('/api/memories?month=2&day=1');
      expect(photos.map(({ uid }) => uid)).to.deep.equal(['video']);
    });

    it('refuses half a date and days that no calendar has', async () => {
      for (const query of ['month=2', 'day=3', 'month=13&day=1', 'month=1&day=32']) {
        expect((await s.get(`/api/memories?${query}`)).statusCode, query).to.equal(400);
      }
    });
  });

  it('GET /api/duplicates groups equal content without hidden copies, largest waste first', async () => {
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

  it('GET /api/duplicates sums up the whole library for every role, archived photos included, hidden ones not', async () => {
    for (const n of [1, 2, 3]) s.rows.add({ uid: `big-${n}`, takenAt: n, sha1: 'b'.repeat(40), size: 5000 });
    const expectTotal = async (groups: number, bytes: number): Promise<void> => {
      for (const who of [s.reader, s.writer, s.admin]) {
        const answer = await s.json<DuplicateGroups>('/api/duplicates', who);
        expect(answer).to.include({ total_groups: groups, redundant_bytes: bytes });
        // What is listed in full adds up to the same.
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

  it('GET /api/tags counts photos that can be seen', async () => {
    expect((await s.json<Tags>('/api/tags')).tags).to.deep.equal([
      { name: 'Sea', count: 1 },
      { name: 'Sun', count: 1 },
    ]);
  });

  describe('GET /api/albums', () => {
    it('has the album with the newest photo first and empty ones last', async () => {
      const { albums } = await s.json<Albums>('/api/albums');
      expect(
        albums.map(({ uid, photo_count, start_ts, end_ts }) => [uid, photo_count, start_ts, end_ts]),
      ).to.deep.equal([
        ['chosen', 2, at('2020-05-01T12:00:00'), 1709208000],
        ['trip', 2, at('2024-01-01T12:00:00'), 1709208000],
        ['empty', 0, null, null],
      ]);
    });

    it('tells from which day to which its photos are, by the clocks where they were taken', async () => {
      const { albums } = await s.json<Albums>('/api/albums');
      expect(albums.map(({ first_day, last_day }) => [first_day, last_day])).to.deep.equal([
        ['2020-05-01', '2024-02-29'],
        ['2024-01-01', '2024-02-29'],
        [null, null],
      ]);
    });

    it('covers an album with the photo chosen upstream, or the newest that has a thumbnail', async () => {
      const { albums } = await s.json<Albums>('/api/albums');
      expect(albums.map(({ cover_url }) => cover_url?.split('/')[3])).to.deep.equal(['old', 'beach', undefined]);
    });

    it('finds them by part of their names, in any case', async () => {
      const named = async (q: string): Promise<string[]> =>
        (await s.json<Albums>(`/api/albums?q=${q}`)).albums.map(({ name }) => name);
      expect(await named('TRI')).to.deep.equal(['Trip']);
      expect(await named('e')).to.deep.equal(['Chosen', 'Empty']);
      expect(await named('')).to.have.length(3);
      expect(await named('%25')).to.deep.equal([]);
    });

    it('lists the photos of one', async () => {
      const answer = await s.json<AlbumPhotos>('/api/albums/trip/photos?limit=1');
      expect(answer.album).to.include({ uid: 'trip', name: 'Trip', photo_count: 2 });
      expect(answer.total).to.equal(2);
      expect(answer.photos.map(({ uid }) => uid)).to.deep.equal(['beach']);
      expect((await s.get('/api/albums/nothing/photos')).statusCode).to.equal(404);
    });
  });

  it('GET /api/places counts by place, most first', async () => {
    expect((await s.json<Places>('/api/places')).places).to.deep.equal([
      { place: 'Lisbon, Portugal', city: 'Lisbon', count: 2 },
      { place: 'Porto, Portugal', city: 'Porto', count: 1 },
    ]);
    expect((await s.json<Places>('/api/places?limit=1')).places).to.have.length(1);
    expect((await s.json<Places>('/api/places?limit=5000')).places).to.have.length(2);
    expect((await s.get('/api/places?limit=5001')).statusCode).to.equal(400);
  });

  it('GET /api/places finds them by part of their labels, in any case', async () => {
    const named = async (q: string): Promise<string[]> =>
      (await s.json<Places>(`/api/places?q=${q}`)).places.map(({ place }) => place);
    expect(await named('LISB')).to.deep.equal(['Lisbon, Portugal']);
    expect(await named('portugal&limit=1')).to.deep.equal(['Lisbon, Portugal']);
    expect(await named('porto')).to.deep.equal(['Porto, Portugal']);
    expect(await named('nowhere')).to.deep.equal([]);
    expect(await named('')).to.have.length(2);
  });

  it('lists the photos of a part of the map, archived ones too', async () => {
    expect(await uids('/api/photos?bbox=-20,30,10,50')).to.deep.equal(['beach', 'away', 'old']);
    expect(await uids('/api/photos?bbox=-9.2,38,-9,39')).to.deep.equal(['beach', 'old']);
    expect(await uids('/api/photos?bbox=170,30,-8.6,50')).to.deep.equal(['beach', 'away', 'old']);
    expect((await s.json<Anchors>('/api/photos/anchors?bbox=-9.2,38,-9,39')).anchors).to.have.length(2);
    expect((await s.get('/api/photos?bbox=0,50,10,40')).statusCode).to.equal(400);
  });

  it('tells what came last, whenever it was taken', async () => {
    expect(await uids('/api/photos/recent')).to.deep.equal(['video', 'old', 'beach-again', 'beach']);
    expect(await uids('/api/photos/recent?limit=1')).to.deep.equal(['video']);
  });

  describe('GET /api/map', () => {
    it('has a marker for each place', async () => {
      const { markers } = await s.json<MapMarkers>('/api/map');
      expect(markers.map(({ place, count }) => [place, count])).to.deep.equal([
        ['Lisbon, Portugal', 2],
        ['Porto, Portugal', 1],
      ]);
      expect(markers[0]!.lat).to.be.closeTo(38.7, 1e-4);
      expect(markers[0]!.thumb_url).to.include('/api/photos/beach/thumb');
      expect(markers[1]!.thumb_url).to.equal(null);
    });

    it('shows photos of places by part of their names alone, at any zoom', async () => {
      for (const view of ['', '&bbox=-20,30,10,50&zoom=0']) {
        const { markers } = await s.json<MapMarkers>(`/api/map?q=lisb${view}`);
        expect(markers.map(({ place, count }) => [place, count])).to.deep.equal([['Lisbon, Portugal', 2]]);
      }
      expect((await s.json<MapMarkers>('/api/map?q=nowhere')).markers).to.deep.equal([]);
    });

    it('shows what is in view, grouped as the zoom has room for', async () => {
      const far = await s.json<MapMarkers>('/api/map?bbox=-20,30,10,50&zoom=0');
      expect(far.markers.map(({ count }) => count)).to.deep.equal([3]);
      const near = await s.json<MapMarkers>('/api/map?bbox=-20,30,10,50&zoom=10');
      expect(near.markers.map(({ count }) => count)).to.deep.equal([2, 1]);
      expect((await s.json<MapMarkers>('/api/map?bbox=100,30,110,50&zoom=3.5')).markers).to.deep.equal([]);
    });

    for (const query of [
      'bbox=1,2,3&zoom=1',
      'bbox=1,2,3,4',
      'zoom=3',
      'bbox=0,50,10,40&zoom=1',
      'bbox=-181,0,0,1&zoom=1',
      'limit=5001',
    ]) {
      it(`refuses ?${query}`, async () => {
        expect((await s.get(`/api/map?${query}`)).statusCode).to.equal(400);
      });
    }
  });
});
