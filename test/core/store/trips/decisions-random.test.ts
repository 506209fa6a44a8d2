import { expect } from 'chai';
import fc from 'fast-check';
import type { Trips } from '../../../../core/http/wire.ts';
import { inject } from '../../../../core/compose/inject.ts';
import { MovedPhotos } from '../../../../core/store/photos/moved-photos.ts';
import { libraryServer, type LibraryServer } from '../../../support/library-server.ts';
import { MadeUpLife, type Somewhere } from '../../../support/made-up-life.ts';
import { isLongRun } from '../../../support/long-run.ts';
import '../../../support/seed.ts';

type Step =
  | { readonly is: 'photos'; readonly day: number; readonly where: Somewhere | null }
  | { readonly is: 'hide' | 'remove' | 'rename' | 'dismiss'; readonly pick: number }
  | { readonly is: 'split'; readonly pick: number; readonly day: number }
  | { readonly is: 'merge'; readonly pick: number }
  | { readonly is: 'settle' | 'begin anew' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    is: fc.constant('photos' as const),
    day: fc.integer({ min: 1, max: 30 }),
    where: fc.constantFrom<(Somewhere | null)[]>('lisbon', 'porto', 'berlin', null),
  }),
  fc.record({ is: fc.constantFrom('hide', 'remove', 'rename', 'dismiss'), pick: fc.nat(20) }),
  fc.record({ is: fc.constant('split' as const), pick: fc.nat(5), day: fc.integer({ min: 2, max: 30 }) }),
  fc.record({ is: fc.constant('merge' as const), pick: fc.nat(5) }),
  fc.record({ is: fc.constantFrom('settle', 'begin anew') }),
);

describe('decisions about trips', () => {
  let s: LibraryServer;
  let names: Map<number, string>;
  let refused: Set<string>;

  beforeEach(async () => {
    s = await libraryServer();
  });
  afterEach(() => s.stop());

  const settle = async (): Promise<void> => {
    const task = s.container.resolve(inject.tasks).find(({ name }) => name === 'trips');
    await task?.run(new AbortController().signal, () => false);
  };
  const list = async (): Promise<Trips['trips']> => (await s.json<Trips>('/api/trips')).trips;
  const dayText = (day: number): string => `2023-06-${String(day).padStart(2, '0')}`;

  async function take(life: MadeUpLife, one: Step, count: number): Promise<void> {
    const trips = await list();
    const trip = 'pick' in one ? trips[one.pick % Math.max(1, trips.length)] : undefined;
    if (one.is === 'photos') life.photos(dayText(one.day), one.where, 2, 8 + (count % 10));
    else if (one.is === 'settle') await settle();
    else if (one.is === 'begin anew') {
      // Everything that is derived is built again, but decisions are kept.
      s.db.exec(`DELETE FROM trips; DELETE FROM day_cells; UPDATE month_homes SET cells = '[]', stale = 1;
        INSERT OR REPLACE INTO trip_days_due (day) SELECT DISTINCT day FROM photos WHERE listed = 1`);
      await settle();
    } else if (one.is === 'hide' || one.is === 'remove') {
      const { pick } = one;
      const photo = s.db.prepare('SELECT id FROM photos ORDER BY id DESC LIMIT 1 OFFSET ?').pluck().get(pick) as number;
      const hide = 'INSERT OR IGNORE INTO photo_flags (photo_id, hidden) VALUES (?, 1)';
      s.db.prepare(one.is === 'hide' ? hide : 'DELETE FROM photos WHERE id = ?').run(photo);
    } else if (!trip) return;
    else if (one.is === 'rename') {
      names.set(trip.id, `Trip ${count}`);
      expect((await s.send('PATCH', `/api/trips/${trip.id}`, { name: `Trip ${count}` })).statusCode).to.equal(200);
    } else if (one.is === 'dismiss') {
      expect((await s.send('DELETE', `/api/trips/${trip.id}`, {})).statusCode).to.equal(200);
      names.delete(trip.id);
      for (const day of [trip.first_day, trip.last_day]) refused.add(day);
    } else if (one.is === 'split') {
      await s.send('POST', `/api/trips/${trip.id}/split`, { day: dayText(one.day) });
    } else {
      const next = trips[trips.indexOf(trip) + 1];
      if (!next) return;
      const { statusCode } = await s.send('POST', '/api/trips/merge', { ids: [trip.id, next.id] });
      if (statusCode !== 200) return;
      const name = names.get(trip.id) ?? names.get(next.id);
      if (name !== undefined) names.set(trip.id, name);
      names.delete(next.id);
      // A dismissed day between the two trips is part of the merged one.
      for (const day of refused) if (day >= next.first_day && day <= trip.last_day) refused.delete(day);
    }
  }

  it('are kept whatever is added, removed, hidden or built again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        s.db.exec(`DELETE FROM photos; DELETE FROM trips; DELETE FROM trip_decisions; DELETE FROM month_homes;
          DELETE FROM day_cells; DELETE FROM trip_days_due; DELETE FROM photo_flags`);
        names = new Map<number, string>();
        refused = new Set<string>();
        const life = new MadeUpLife(s.db);
        life.weekly('2022-01-03', '2023-12-25', 'berlin');
        life.days('2023-06-03', '2023-06-08', 'lisbon');
        life.days('2023-06-20', '2023-06-24', 'rome');
        await settle();
        for (const [count, one] of steps.entries()) await take(life, one, count);
        await settle();
        const trips = await list();
        for (const [id, name] of names) {
          const trip = trips.find((other) => other.id === id);
          // A trip whose photos are all gone or hidden is not shown, but keeps its name.
          const kept = s.db.prepare('SELECT name FROM trip_decisions WHERE trip_id = ?').pluck().get(id);
          expect(trip?.name ?? kept, `the name of ${id}`).to.equal(name);
        }
        for (const day of refused) {
          const on = trips.filter(({ first_day, last_day }) => first_day <= day && day <= last_day);
          expect(on, `${day} is no trip`).to.deep.equal([]);
        }
        const spans = s.db.prepare('SELECT first_day, last_day FROM trips ORDER BY first_day').all() as {
          first_day: number;
          last_day: number;
        }[];
        for (const [at, { first_day: first, last_day: last }] of spans.entries()) {
          expect(first, 'a day is of one trip').to.be.above(spans[at - 1]?.last_day ?? -Infinity);
          expect(last).to.be.at.least(first);
        }
      }),
      { numRuns: isLongRun ? 300 : 25 },
    );
  });

  it('follow a photo that moves in the store, as the cover and as an anchor of the trip', async () => {
    const life = new MadeUpLife(s.db);
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    const [old = 0] = life.days('2023-06-03', '2023-06-08', 'lisbon');
    await settle();
    const [trip] = await list();
    const [uid] = s.db.prepare('SELECT uid FROM photos WHERE id = ?').pluck().all(old) as string[];
    await s.send('PATCH', `/api/trips/${trip?.id}`, { cover: uid });
    // The same content appears under another uid, and is indexed before the old photo is gone.
    const heir = life.photos('2023-06-03', 'lisbon', 1, 9)[0] ?? 0;
    s.db.prepare(`UPDATE photos SET sha1 = zeroblob(20) WHERE id IN (?, ?)`).run(old, heir);
    s.db.prepare('UPDATE photos SET deleted_at = 5 WHERE id = ?').run(heir);
    const moved = new MovedPhotos(s.db);
    for (const one of moved.found(heir, heir + 1, 0)) moved.adoptFound(one);
    await settle();
    const cover = s.db.prepare('SELECT cover_id FROM trip_decisions').pluck().get();
    expect(cover).to.equal(heir);
    expect(s.db.prepare('SELECT count(*) FROM trip_anchors WHERE photo_id = ?').pluck().get(old)).to.equal(0);
    expect((await list())[0]?.cover_url).to.contain(`/${uid}/`);
  });
});
