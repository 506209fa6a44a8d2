import { expect } from 'chai';
import type { Anchors, Aspects, MapMarkers, Photo, PhotoList } from '../../core/http/wire.ts';
import type { LibraryServer } from '../support/library-server.ts';
import { at, listedLibrary } from '../support/listed-library.ts';

describe('the lists of the library', () => {
  let s: LibraryServer;
  let anna: number;

  before(async () => {
    ({ s, anna } = await listedLibrary());
  });
  after(() => s.stop());

  const uids = async (url: string, headers = s.reader): Promise<string[]> =>
    (await s.json<PhotoList>(url, headers)).photos.map(({ uid }) => uid);

  describe('GET /api/photos', () => {
    it('lists photos newest first, then by uid, without archived, hidden and not yet indexed ones', async () => {
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

    it('includes the local time, place and duration of each photo', async () => {
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

    it('finds photos of a new place immediately', async () => {
      expect(await uids('/api/photos?place=evora')).to.deep.equal([]);
      const id = s.rows.add({ uid: 'new', place: 'Evora, Portugal' });
      expect(await uids('/api/photos?place=evora')).to.deep.equal(['new']);
      s.db.prepare('DELETE FROM photos WHERE id = ?').run(id);
    });

    it('counts all photos that match the filters, not only the page', async () => {
      expect((await s.json<PhotoList>('/api/photos?limit=1')).total).to.equal(4);
      expect((await s.json<PhotoList>('/api/photos?limit=1&before=1709208000')).total).to.equal(2);
    });

    it('filters by person', async () => {
      expect(await uids(`/api/photos?person=${anna}`)).to.deep.equal(['beach', 'video']);
      expect(await uids('/api/photos?person=999')).to.deep.equal([]);
    });

    it('filters and marks favourites per user', async () => {
      expect(await uids('/api/photos?only_favorites=true', s.writer)).to.deep.equal(['old']);
      expect(await uids('/api/photos?only_favorites=true', s.reader)).to.deep.equal([]);
      const mine = await s.json<PhotoList>('/api/photos?before=1600000000', s.writer);
      expect(mine.photos[0]).to.include({ uid: 'old', favorited_by_me: true });
      const theirs = await s.json<PhotoList>('/api/photos?before=1600000000', s.reader);
      expect(theirs.photos[0]).to.include({ uid: 'old', favorited_by_me: false });
    });

    it('includes hidden photos for editors on request, and answers 403 to readers', async () => {
      expect(await uids('/api/photos?include_hidden=true', s.writer)).to.include('secret');
      expect((await s.get('/api/photos?include_hidden=true', s.reader)).statusCode).to.equal(403);
    });

    it('filters by archived photos, and for editors by hidden ones', async () => {
      expect(await uids('/api/photos?only_archived=true')).to.deep.equal(['away']);
      expect(await uids('/api/photos?only_hidden=true', s.writer)).to.deep.equal(['secret']);
      expect(await uids('/api/photos?only_hidden=true&only_archived=true', s.writer)).to.deep.equal([]);
      expect((await s.get('/api/photos?only_hidden=true', s.reader)).statusCode).to.equal(403);
      expect((await s.get('/api/photos?only_hidden=false', s.reader)).statusCode).to.equal(200);
    });

    it('returns at /aspects the aspect ratios of all listed photos in the same order, and the number of videos', async () => {
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

    it('signs thumbnail URLs, which then work without a token', async () => {
      const { photos } = await s.json<PhotoList>('/api/photos?limit=1');
      expect(photos[0]!.thumb_url).to.match(/^\/api\/photos\/beach\/thumb\?sig=[^&]+&exp=\d+&v=\d+-1$/);
      // 404 instead of 401: the signature is valid, only the file is missing.
      expect((await s.server.inject(photos[0]!.thumb_url!)).statusCode).to.equal(404);
    });

    it('gives a photo that returns with the same uid a new thumbnail URL', async () => {
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
      it(`rejects ?${query} and names the field`, async () => {
        const { statusCode, payload } = await s.get(`/api/photos?${query}`);
        expect(statusCode).to.equal(400);
        expect((JSON.parse(payload) as { detail: string }).detail).to.include(query.split('=')[0]);
      });
    }
  });

  it('GET /api/photos/archived lists every archived photo', async () => {
    expect(await s.json<PhotoList>('/api/photos/archived')).to.deep.include({ total: 1 });
    expect(await uids('/api/photos/archived')).to.deep.equal(['away']);
  });

  it('GET /api/photos/anchors lists the months of the photos, with the same filters', async () => {
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

  it('GET /api/photos?bbox lists the photos in a part of the map, including archived ones', async () => {
    expect(await uids('/api/photos?bbox=-20,30,10,50')).to.deep.equal(['beach', 'away', 'old']);
    expect(await uids('/api/photos?bbox=-9.2,38,-9,39')).to.deep.equal(['beach', 'old']);
    expect(await uids('/api/photos?bbox=170,30,-8.6,50')).to.deep.equal(['beach', 'away', 'old']);
    expect((await s.json<Anchors>('/api/photos/anchors?bbox=-9.2,38,-9,39')).anchors).to.have.length(2);
    expect((await s.get('/api/photos?bbox=0,50,10,40')).statusCode).to.equal(400);
  });

  it('GET /api/photos/recent lists the photos that were added last, whenever they were taken', async () => {
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

    it('filters by part of the place name, at any zoom', async () => {
      for (const view of ['', '&bbox=-20,30,10,50&zoom=0']) {
        const { markers } = await s.json<MapMarkers>(`/api/map?q=lisb${view}`);
        expect(markers.map(({ place, count }) => [place, count])).to.deep.equal([['Lisbon, Portugal', 2]]);
      }
      expect((await s.json<MapMarkers>('/api/map?q=nowhere')).markers).to.deep.equal([]);
    });

    it('shows markers in the viewport, clustered by zoom level', async () => {
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
      it(`rejects ?${query}`, async () => {
        expect((await s.get(`/api/map?${query}`)).statusCode).to.equal(400);
      });
    }
  });
});
