import { expect } from 'chai';
import type { PhotoList, TripWithDays } from '../../core/http/wire.ts';
import type { LibraryServer } from '../support/library-server.ts';
import { MadeUpLife } from '../support/made-up-life.ts';
import { TripsServer } from '../support/trips-server.ts';

describe('trips over HTTP', () => {
  const rig = TripsServer.inSuite();
  const { settle, list, spans, only, done } = rig;
  let s: LibraryServer;
  let life: MadeUpLife;
  let lisbon: number[];

  beforeEach(() => {
    ({ s, life, lisbon } = rig);
  });

  const hide = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(id);
    await settle();
  };

  it('are listed newest first, with their places, days and photos', async () => {
    const [summer, spring] = await list();
    expect(spring).to.deep.include({
      name: null,
      title: { city: 'Lisbon', countries: ['Portugal'] },
      count: 20,
      first_day: '2023-05-02',
      last_day: '2023-05-06',
      places: [{ place: 'Lisbon, Portugal', city: 'Lisbon', country: 'Portugal', count: 20 }],
      changed: false,
    });
    expect(spring?.cover_url).to.match(/^\/api\/photos\/.+\/thumb\?/);
    expect(summer).to.deep.include({ count: 12, title: { city: null, countries: ['France', 'Italy'] } });
  });

  it('are named after countries if no town has half of the photos', async () => {
    life.photos('2023-08-11', 'lisbon', 1);
    life.photos('2023-08-10', 'nice', 6, 20);
    life.photos('2023-08-06', 'porto', 3, 20);
    await settle();
    expect((await only('2023-08-05')).title).to.deep.equal({ city: 'Nice', countries: ['France'] });
    life.photos('2023-08-11', 'rome', 3, 20);
    await settle();
    expect((await only('2023-08-05')).title).to.deep.equal({ city: null, countries: ['France', 'Italy', 'Portugal'] });
  });

  it('have the photos of their days that were not taken at home', async () => {
    const between = life.photos('2023-05-04', null, 2, 15);
    const atHome = life.photos('2023-05-02', 'berlin', 1, 5);
    const before = life.photos('2023-05-02', null, 1, 4);
    life.photos('2023-05-04', 'lisbon', 1, 20);
    await settle();
    const trip = await only('2023-05-02');
    const { photos, total } = await s.json<PhotoList>(`/api/photos?trip=${trip.id}&limit=1000`);
    const uids = new Set(photos.map(({ uid }) => uid));
    const uidsOf = (ids: readonly number[]): string[] => ids.map((id) => `p${id - 1}`);
    expect([total, trip.count]).to.deep.equal([23, 23]);
    expect(uids).to.include.all.keys(...uidsOf(between));
    expect([...uids]).to.not.include.members(uidsOf([...atHome]));
    expect([...uids]).to.not.include.members(uidsOf([...before]));
  });

  it('list their days, with the place of each', async () => {
    const { trip, days } = await s.json<TripWithDays>(`/api/trips/${(await only('2023-08-05')).id}`);
    expect(trip.count).to.equal(12);
    expect(days.map(({ day, count, place }) => [day, count, place?.city])).to.deep.equal([
      ['2023-08-05', 2, 'Rome'],
      ['2023-08-06', 2, 'Rome'],
      ['2023-08-07', 2, 'Rome'],
      ['2023-08-08', 2, 'Nice'],
      ['2023-08-09', 2, 'Nice'],
      ['2023-08-10', 2, 'Nice'],
    ]);
    expect(days[5]?.lat).to.be.closeTo(43.7, 0.01);
    expect(days[5]?.lng).to.be.closeTo(7.27, 0.01);
  });

  it('combine with other filters, and have months and aspect ratios', async () => {
    const { id } = await only('2023-05-02');
    const months = await s.json<{ anchors: { month: number; count: number }[] }>(`/api/photos/anchors?trip=${id}`);
    expect(months.anchors.map(({ month, count }) => [month, count])).to.deep.equal([[5, 20]]);
    expect((await s.json<{ total: number }>(`/api/photos/aspects?trip=${id}`)).total).to.equal(20);
    const { total } = await s.json<PhotoList>(`/api/photos?trip=${id}&kind=video`);
    expect(total).to.equal(0);
    expect((await s.json<PhotoList>('/api/photos?trip=999999')).total).to.equal(0);
  });

  describe('for users', () => {
    it('do not count hidden photos, and start and end without them', async () => {
      await hide(lisbon.slice(0, 4));
      for (const headers of [s.reader, s.writer, s.admin]) {
        const spring = (await list(headers)).at(-1);
        expect(spring).to.deep.include({ count: 16, first_day: '2023-05-03' });
      }
    });

    it('do not exist if all photos are hidden, however they are requested', async () => {
      const { id } = await only('2023-05-02');
      await s.send('PATCH', `/api/trips/${id}`, { name: 'Secret', cover: 'p110' });
      await hide(lisbon);
      expect(await spans()).to.deep.equal(['2023-08-05 2023-08-10']);
      expect((await s.get(`/api/trips/${id}`)).statusCode).to.equal(404);
      expect((await s.json<PhotoList>(`/api/photos?trip=${id}`)).total).to.equal(0);
      const asked = await s.get(`/api/photos?trip=${id}&include_hidden=1`);
      expect(asked.statusCode, 'a reader asks for hidden ones').to.equal(403);
      const { total } = await s.json<PhotoList>(`/api/photos?trip=${id}&include_hidden=1`, s.writer);
      expect(total).to.equal(20);
    });

    it('never have a hidden cover', async () => {
      const { id } = await only('2023-05-02');
      const [first = 0] = lisbon;
      expect((await done('PATCH', `/api/trips/${id}`, { cover: `p${first - 1}` })).status).to.equal(200);
      expect((await only('2023-05-02')).cover_url).to.contain(`/p${first - 1}/`);
      await hide([first]);
      expect((await only('2023-05-02')).cover_url).to.not.contain(`/p${first - 1}/`);
    });

    it('cannot be changed by readers', async () => {
      const { id } = await only('2023-05-02');
      const requests = [
        ['PATCH', `/api/trips/${id}`, { name: 'x' }],
        ['DELETE', `/api/trips/${id}`, {}],
        ['POST', `/api/trips/${id}/split`, { day: '2023-05-04' }],
        ['POST', '/api/trips/merge', { ids: [id, id + 1] }],
        ['POST', '/api/trips/steps/1/undo', {}],
      ] as const;
      for (const [method, path, body] of requests) {
        expect((await s.send(method, path, body, s.reader)).statusCode, path).to.equal(403);
      }
    });
  });

  describe('reject', () => {
    const cases: readonly (readonly [string, 'PATCH' | 'POST', (id: number) => string, object, number])[] = [
      ['a blank name', 'PATCH', (id) => `/api/trips/${id}`, { name: '   ' }, 400],
      ['a day that does not exist', 'PATCH', (id) => `/api/trips/${id}`, { start: '2023-02-30' }, 400],
      ['an end before the start', 'PATCH', (id) => `/api/trips/${id}`, { end: '2023-05-01' }, 400],
      ['a length of several years', 'PATCH', (id) => `/api/trips/${id}`, { end: '2029-05-01' }, 400],
      ['a request without a change', 'PATCH', (id) => `/api/trips/${id}`, {}, 400],
      ['a cover that does not exist', 'PATCH', (id) => `/api/trips/${id}`, { cover: 'none' }, 404],
      ['a trip that does not exist', 'PATCH', () => '/api/trips/99999', { name: 'x' }, 404],
      ['splitting at the first day', 'POST', (id) => `/api/trips/${id}/split`, { day: '2023-05-02' }, 400],
      ['splitting after the last day', 'POST', (id) => `/api/trips/${id}/split`, { day: '2023-05-07' }, 400],
      ['merging a trip with itself', 'POST', () => '/api/trips/merge', { ids: [1, 1] }, 400],
      ['merging with a trip that does not exist', 'POST', () => '/api/trips/merge', { ids: [1, 99999] }, 404],
    ];
    for (const [what, method, path, body, status] of cases) {
      it(what, async () => {
        const { id } = await only('2023-05-02');
        const answer = await s.send(method, path(id), body);
        expect(answer.statusCode, answer.payload).to.equal(status);
        expect(await spans()).to.deep.equal(['2023-08-05 2023-08-10', '2023-05-02 2023-05-06']);
      });
    }
  });
});
