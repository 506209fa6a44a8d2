import { expect } from 'chai';
import type { PhotoList, Trip, Trips, TripStep, TripWithDays } from '../../core/http/wire.ts';
import { inject } from '../../core/compose/inject.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';
import { MadeUpLife } from '../support/made-up-life.ts';
import { libraryWithout, secretsOf } from '../support/parted-library.ts';
import { seededRandom } from '../support/seed.ts';

type Headers = Record<string, string>;

const [reader, writer] = [
  { id: 1, isReader: true },
  { id: 2, isReader: false },
];

describe('trips with photos that are kept from a user', () => {
  let s: LibraryServer;
  let lisbon: number[];
  let summer: number[];
  const random = seededRandom();

  beforeEach(async () => {
    s = await libraryServer();
    const life = new MadeUpLife(s.db);
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    lisbon = life.days('2023-05-02', '2023-05-06', 'lisbon', 4);
    summer = [...life.days('2023-08-05', '2023-08-07', 'rome', 2), ...life.days('2023-08-08', '2023-08-10', 'nice', 3)];
    const task = s.container.resolve(inject.tasks).find(({ name }) => name === 'trips');
    await task?.run(new AbortController().signal, () => false);
  });
  afterEach(() => s.stop());

  const trips = async (headers: Headers): Promise<Trip[]> => (await s.json<Trips>('/api/trips', headers)).trips;
  const keep = async (photos: readonly number[], audience: object): Promise<void> => {
    s.rows.album('kept', 'Kept', photos);
    const { statusCode, payload } = await s.send('PUT', '/api/albums/kept/audience', audience, s.admin);
    expect(statusCode, payload).to.equal(200);
  };
  const step = async (method: 'PATCH' | 'DELETE', id: number, body: object, headers: Headers): Promise<number> => {
    const { statusCode, payload } = await s.send(method, `/api/trips/${id}`, body, headers);
    expect(statusCode, payload).to.equal(200);
    return (JSON.parse(payload) as TripStep).step;
  };
  const undo = async (number: number, headers: Headers): Promise<number> =>
    (await s.send('POST', `/api/trips/steps/${number}/undo`, {}, headers)).statusCode;

  it('are returned as by a library without these photos, on and off the timeline, whatever is kept', async () => {
    const [first] = await trips(s.admin);
    await step('PATCH', first?.id ?? 0, { cover: `p${(summer[4] ?? 0) - 1}` }, s.admin);
    s.rows.album('kept', 'Kept', []);
    await s.send('PUT', '/api/albums/kept/audience', { kept_from_readers: true, kept_from: [writer.id] }, s.admin);
    for (let round = 0; round < 6; round++) {
      const share = random();
      s.db.exec("DELETE FROM album_photos WHERE album_id = (SELECT id FROM albums WHERE uid = 'kept')");
      const put = s.db.prepare(
        "INSERT INTO album_photos (album_id, photo_id) SELECT id, ? FROM albums WHERE uid = 'kept'",
      );
      // One photo of each trip stays: a trip without any would not be found again, which is tested below.
      for (const id of [...lisbon.slice(1), ...summer.slice(1)]) if (random() < share) put.run(id);
      await s.send('PATCH', '/api/albums/kept', { off_timeline: round % 2 === 0 }, s.admin);
      for (const [user, headers] of [
        [reader, s.reader],
        [writer, s.writer],
      ] as const) {
        const other = await libraryWithout(s, secretsOf(s.db, user));
        try {
          const ids = (await trips(s.admin)).map(({ id }) => id);
          const urls = ids.flatMap((id) => [
            `/api/trips/${id}`,
            `/api/photos?trip=${id}`,
            `/api/photos/anchors?trip=${id}`,
          ]);
          for (const url of ['/api/trips', '/api/memories?month=8&day=8', ...urls]) {
            const [theirs, without] = await Promise.all([s.get(url, headers), other.server.inject({ url, headers })]);
            expect([theirs.statusCode, theirs.payload], url).to.deep.equal([without.statusCode, without.payload]);
          }
        } finally {
          await other.stop();
        }
      }
    }
  });

  it('count the photos in their lists, and show one of them as the cover', async () => {
    await keep([...lisbon.slice(0, 7), ...summer.slice(6)], { kept_from_readers: true });
    const seen = await trips(s.reader);
    expect(seen.map(({ title, count }) => [title, count])).to.deep.equal([
      [{ city: 'Rome', countries: ['Italy'] }, 6],
      [{ city: 'Lisbon', countries: ['Portugal'] }, 13],
    ]);
    for (const trip of seen) {
      const { photos, total } = await s.json<PhotoList>(`/api/photos?trip=${trip.id}&limit=100`);
      const { days } = await s.json<TripWithDays>(`/api/trips/${trip.id}`);
      expect([total, days.reduce((sum, { count }) => sum + count, 0)]).to.deep.equal([trip.count, trip.count]);
      const uids = photos.map(({ uid }) => uid);
      for (const { cover_url: cover } of [trip, ...days]) expect(uids).to.include(cover?.split('/')[3]);
    }
  });

  it('have changes that any user who sees them can undo, also those of others', async () => {
    const [, spring] = await trips(s.writer);
    const named = await step('PATCH', spring?.id ?? 0, { name: 'Ours' }, s.writer);
    expect(await undo(named, s.admin)).to.equal(200);
    expect((await trips(s.writer))[1]?.name).to.equal(null);
  });

  it('have changes that users from whom they are kept cannot undo or learn of', async () => {
    const [, spring] = await trips(s.writer);
    const dismissed = await step('DELETE', spring?.id ?? 0, {}, s.writer);
    await keep(lisbon, { kept_from: [writer.id] });
    expect((await s.get(`/api/trips/${spring?.id}`, s.writer)).statusCode).to.equal(404);
    expect(await undo(dismissed, s.writer)).to.equal(404);
    expect(await trips(s.admin)).to.have.length(1);
    expect(await undo(dismissed, s.admin)).to.equal(200);
    expect([(await trips(s.admin)).length, (await trips(s.writer)).length]).to.deep.equal([2, 1]);
  });
});
