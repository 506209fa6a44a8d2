import { expect } from 'chai';
import type { PhotoList, Trip, Trips, TripStep, TripWithDays } from '../../core/http/wire.ts';
import { inject } from '../../core/compose/inject.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';
import { MadeUpLife } from '../support/made-up-life.ts';

describe('trips over HTTP', () => {
  let s: LibraryServer;
  let life: MadeUpLife;
  let lisbon: number[];

  beforeEach(async () => {
    s = await libraryServer();
    life = new MadeUpLife(s.db);
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    lisbon = life.days('2023-05-02', '2023-05-06', 'lisbon', 4);
    life.days('2023-08-05', '2023-08-07', 'rome', 2);
    life.days('2023-08-08', '2023-08-10', 'nice', 2);
    await settle();
  });
  afterEach(() => s.stop());

  const settle = async (): Promise<void> => {
    const task = s.container.resolve(inject.tasks).find(({ name }) => name === 'trips');
    await task?.run(new AbortController().signal);
  };
  const list = async (headers = s.reader): Promise<Trip[]> => (await s.json<Trips>('/api/trips', headers)).trips;
  const spans = async (): Promise<string[]> =>
    (await list()).map(({ name, first_day, last_day }) => `${name ?? ''} ${first_day} ${last_day}`.trim());
  const only = async (first: string): Promise<Trip> => {
    const trip = (await list()).find(({ first_day }) => first_day === first);
    if (!trip) throw new Error(`no trip begins on ${first}`);
    return trip;
  };
  const done = async (
    method: 'PATCH' | 'POST' | 'DELETE',
    path: string,
    body: object = {},
  ): Promise<{ status: number; body: TripStep }> => {
    const { statusCode, payload } = await s.send(method, path, body);
    return { status: statusCode, body: JSON.parse(payload) as TripStep };
  };
  const undo = async (step: number): Promise<number> =>
    (await s.send('POST', `/api/trips/steps/${step}/undo`, {})).statusCode;
  const hide = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(id);
    await settle();
  };

  it('are listed newest first, by their places, days and photos', async () => {
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

  it('are called by countries where no town has half of the photos', async () => {
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

  it('show their days with the place of each', async () => {
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

  it('combine with other filters, and have months and shapes', async () => {
    const { id } = await only('2023-05-02');
    const months = await s.json<{ anchors: { month: number; count: number }[] }>(`/api/photos/anchors?trip=${id}`);
    expect(months.anchors.map(({ month, count }) => [month, count])).to.deep.equal([[5, 20]]);
    expect((await s.json<{ total: number }>(`/api/photos/aspects?trip=${id}`)).total).to.equal(20);
    const { total } = await s.json<PhotoList>(`/api/photos?trip=${id}&kind=video`);
    expect(total).to.equal(0);
    expect((await s.json<PhotoList>('/api/photos?trip=999999')).total).to.equal(0);
  });

  describe('for viewers', () => {
    it('count no hidden photo, and begin and end without them', async () => {
      await hide(lisbon.slice(0, 4));
      for (const headers of [s.reader, s.writer, s.admin]) {
        const spring = (await list(headers)).at(-1);
        expect(spring).to.deep.include({ count: 16, first_day: '2023-05-03' });
      }
    });

    it('do not exist where all photos are hidden, by whatever way they are asked for', async () => {
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

    it('never have a cover that is hidden', async () => {
      const { id } = await only('2023-05-02');
      const [first = 0] = lisbon;
      expect((await done('PATCH', `/api/trips/${id}`, { cover: `p${first - 1}` })).status).to.equal(200);
      expect((await only('2023-05-02')).cover_url).to.contain(`/p${first - 1}/`);
      await hide([first]);
      expect((await only('2023-05-02')).cover_url).to.not.contain(`/p${first - 1}/`);
    });

    it('are changed by the role write alone', async () => {
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

  describe('that people change', () => {
    it('are called as they say, until they take it back', async () => {
      const { id } = await only('2023-05-02');
      const { body } = await done('PATCH', `/api/trips/${id}`, { name: '  Anna’s birthday ' });
      expect(body.trips.map(({ name, changed }) => [name, changed])).to.deep.equal([['Anna’s birthday', true]]);
      await done('PATCH', `/api/trips/${id}`, { name: null });
      expect((await only('2023-05-02')).name).to.equal(null);
    });

    it('take in photos that come later, at their ends and inside', async () => {
      const { id } = await only('2023-05-02');
      await done('PATCH', `/api/trips/${id}`, { name: 'Lisbon' });
      life.photos('2023-05-07', 'porto', 2);
      life.photos('2023-05-04', 'porto', 2, 20);
      await settle();
      const trip = await only('2023-05-02');
      expect([trip.id, trip.name, trip.count, trip.last_day]).to.deep.equal([id, 'Lisbon', 24, '2023-05-07']);
    });

    it('are merged and parted again by undoing it', async () => {
      const [rome, spring] = await list();
      const { body } = await done('POST', '/api/trips/merge', { ids: [spring!.id, rome!.id] });
      expect(await spans()).to.deep.equal(['2023-05-02 2023-08-10']);
      const [merged] = await list();
      // The weeks at home between them are not of the trip.
      expect([merged?.id, merged?.count]).to.deep.equal([spring!.id, 32]);
      expect(await undo(body.step)).to.equal(200);
      expect((await list()).map(({ id }) => id)).to.deep.equal([rome!.id, spring!.id]);
      expect(await undo(body.step), 'a second time').to.equal(404);
    });

    it('are not merged over another trip', async () => {
      life.days('2023-06-10', '2023-06-12', 'porto');
      await settle();
      const [rome, , spring] = await list();
      const { status } = await done('POST', '/api/trips/merge', { ids: [spring!.id, rome!.id] });
      expect(status).to.equal(409);
      expect(await list()).to.have.length(3);
    });

    it('are split at a day, and each part grows at its own end', async () => {
      const { id } = await only('2023-08-05');
      const { body } = await done('POST', `/api/trips/${id}/split`, { day: '2023-08-08' });
      expect(await spans()).to.deep.equal(['2023-08-08 2023-08-10', '2023-08-05 2023-08-07', '2023-05-02 2023-05-06']);
      expect(body.trips[0]?.id).to.equal(id);
      life.photos('2023-08-04', 'rome', 2);
      life.photos('2023-08-11', 'nice', 2);
      await settle();
      expect((await spans()).slice(0, 2)).to.deep.equal(['2023-08-08 2023-08-11', '2023-08-04 2023-08-07']);
      expect(await undo(body.step)).to.equal(200);
      expect((await spans())[0]).to.equal('2023-08-04 2023-08-11');
      expect((await list())[0]?.id).to.equal(id);
    });

    it('are no trips any more, whatever photos come, until that is undone', async () => {
      const { id } = await only('2023-05-02');
      const { body } = await done('DELETE', `/api/trips/${id}`);
      life.photos('2023-05-07', 'lisbon', 5);
      await settle();
      expect(await spans()).to.deep.equal(['2023-08-05 2023-08-10']);
      expect((await s.get(`/api/trips/${id}`)).statusCode).to.equal(404);
      expect(await undo(body.step)).to.equal(200);
      expect((await only('2023-05-02')).id).to.equal(id);
      expect((await spans())[1]).to.equal('2023-05-02 2023-05-07');
    });

    it('begin and end when they say, with the photos of days that they added', async () => {
      const { id } = await only('2023-05-02');
      const packing = life.photos('2023-05-01', 'berlin', 2, 18);
      await settle();
      await done('PATCH', `/api/trips/${id}`, { start: '2023-05-01', end: '2023-05-05' });
      const trip = await only('2023-05-01');
      // One photo a week at home was taken on that Monday, too.
      expect([trip.id, trip.last_day, trip.count]).to.deep.equal([id, '2023-05-05', 16 + packing.length + 1]);
      await done('PATCH', `/api/trips/${id}`, { end: null });
      expect((await only('2023-05-01')).last_day).to.equal('2023-05-06');
    });

    it('follow their photos when most of these are dated anew', async () => {
      const { id } = await only('2023-05-02');
      await done('PATCH', `/api/trips/${id}`, { name: 'Lisbon', end: '2023-05-05' });
      s.db.exec(`UPDATE photos SET taken_at = taken_at - 365 * 86400,
        taken_at_local = replace(datetime(taken_at - 365 * 86400, 'unixepoch'), ' ', 'T')
        WHERE place_id = (SELECT id FROM places WHERE label = 'Lisbon, Portugal')`);
      await settle();
      expect(await spans()).to.deep.equal(['2023-08-05 2023-08-10', 'Lisbon 2022-05-02 2022-05-05']);
      expect((await only('2022-05-02')).id).to.equal(id);
    });

    it('stay when their photos turn out to be taken at home', async () => {
      const { id } = await only('2023-05-02');
      await done('PATCH', `/api/trips/${id}`, { name: 'Holidays on the balcony' });
      s.db.exec(`UPDATE photos SET lat = 52.52, lng = 13.4
        WHERE place_id = (SELECT id FROM places WHERE label = 'Lisbon, Portugal')`);
      await settle();
      expect((await only('2023-05-02')).count).to.equal(20);
    });

    it('are not undone over another cover, unless the photo of that is gone', async () => {
      const { id } = await only('2023-05-02');
      const [one = 0, two = 0] = lisbon;
      const first = await done('PATCH', `/api/trips/${id}`, { cover: `p${one - 1}` });
      const second = await done('PATCH', `/api/trips/${id}`, { cover: `p${two - 1}` });
      expect(await undo(first.body.step)).to.equal(409);
      s.db.prepare('DELETE FROM photos WHERE id = ?').run(two);
      expect(await undo(second.body.step)).to.equal(200);
      expect((await only('2023-05-02')).cover_url).to.contain(`/p${one - 1}/`);
      expect(await undo(first.body.step)).to.equal(200);
    });

    it('are not undone over a later change', async () => {
      const { id } = await only('2023-05-02');
      const first = await done('PATCH', `/api/trips/${id}`, { name: 'One' });
      const second = await done('PATCH', `/api/trips/${id}`, { name: 'Two' });
      expect(await undo(first.body.step)).to.equal(409);
      expect(await undo(second.body.step)).to.equal(200);
      expect(await undo(first.body.step)).to.equal(200);
      expect(await only('2023-05-02')).to.deep.include({ id, name: null, changed: false });
    });
  });

  describe('refuse', () => {
    const cases: readonly (readonly [string, 'PATCH' | 'POST', (id: number) => string, object, number])[] = [
      ['a name without a letter', 'PATCH', (id) => `/api/trips/${id}`, { name: '   ' }, 400],
      ['a day that there is not', 'PATCH', (id) => `/api/trips/${id}`, { start: '2023-02-30' }, 400],
      ['an end before the start', 'PATCH', (id) => `/api/trips/${id}`, { end: '2023-05-01' }, 400],
      ['years of holidays', 'PATCH', (id) => `/api/trips/${id}`, { end: '2029-05-01' }, 400],
      ['no change at all', 'PATCH', (id) => `/api/trips/${id}`, {}, 400],
      ['a cover that does not exist', 'PATCH', (id) => `/api/trips/${id}`, { cover: 'none' }, 404],
      ['a trip that does not exist', 'PATCH', () => '/api/trips/99999', { name: 'x' }, 404],
      ['to split at the first day', 'POST', (id) => `/api/trips/${id}/split`, { day: '2023-05-02' }, 400],
      ['to split after the last day', 'POST', (id) => `/api/trips/${id}/split`, { day: '2023-05-07' }, 400],
      ['to merge a trip with itself', 'POST', () => '/api/trips/merge', { ids: [1, 1] }, 400],
      ['to merge with none that exists', 'POST', () => '/api/trips/merge', { ids: [1, 99999] }, 404],
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
