import { expect } from 'chai';
import fc from 'fast-check';
import { stacksTask } from '../../../../core/indexer/stacks-task.ts';
import { MovedPhotos } from '../../../../core/store/photos/moved-photos.ts';
import { PhotoHashes } from '../../../../core/store/photos/photo-hashes.ts';
import { StackBuilder } from '../../../../core/store/stacks/stack-builder.ts';
import { StackDecisions } from '../../../../core/store/stacks/stack-decisions.ts';
import { StackTimes } from '../../../../core/store/stacks/stack-times.ts';
import { Stacks } from '../../../../core/store/stacks/stacks.ts';
import { transactOn } from '../../../../core/store/transact.ts';
import { newIndex } from '../../../support/index-file.ts';
import { PhotoRows, type PhotoFacts } from '../../../support/photo-rows.ts';
import '../../../support/seed.ts';

describe('stacks in the index', () => {
  let index: ReturnType<typeof newIndex>;
  let rows: PhotoRows;
  let hashes: PhotoHashes;
  let decisions: StackDecisions;
  let builder: StackBuilder;
  const by = { user: null, now: 1 };

  beforeEach(() => {
    index = newIndex();
    rows = new PhotoRows(index.db);
    hashes = new PhotoHashes(index.db);
    decisions = new StackDecisions(index.db);
    builder = builderOf(new StackTimes(index.db));
  });
  afterEach(() => {
    index.remove();
  });

  const builderOf = (times: StackTimes): StackBuilder =>
    new StackBuilder({ times, stacks: new Stacks(index.db), decisions });
  const due = (): unknown => index.db.prepare('SELECT count(*) FROM stack_times_due').pluck().get();

  /** A photo of the same scene by the same camera. */
  const add = (facts: PhotoFacts): number => {
    const id = rows.add({ camera: 'Pixel', ...facts });
    hashes.put(id, Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]));
    return id;
  };
  const settle = async (): Promise<void> => {
    await stacksTask({ builder, transact: transactOn(index.db) }).run(new AbortController().signal, () => false);
  };
  /** The photos of each stack. */
  const stacks = (): number[][] =>
    index.db
      .prepare<[], string>(
        `SELECT group_concat(photo_id) FROM (SELECT * FROM stack_photos ORDER BY photo_id) GROUP BY stack_id
         HAVING count(*) > 1 ORDER BY min(photo_id)`,
      )
      .pluck()
      .all()
      .map((list) => list.split(',').map(Number));
  const idOf = (photo: number): unknown =>
    index.db.prepare('SELECT stack_id FROM stack_photos WHERE photo_id = ?').pluck().get(photo);
  const beginAnew = async (): Promise<void> => {
    index.db.exec(`DELETE FROM stack_photos;
      INSERT OR IGNORE INTO stack_times_due (taken_at) SELECT taken_at FROM photos WHERE listed = 1`);
    await settle();
  };

  it('are found as photos are added, keep their id as they grow, and are removed with their photos', async () => {
    const burst = ['a', 'b', 'c'].map((uid, at) => add({ uid, takenAt: 100 + at }));
    add({ uid: 'far', takenAt: 200 });
    await settle();
    const id = idOf(burst[0]!);
    expect(stacks()).to.deep.equal([burst]);
    burst.push(add({ uid: 'd', takenAt: 103 }));
    await settle();
    expect([stacks(), idOf(burst[3]!)]).to.deep.equal([[burst], id]);
    index.db.exec(`UPDATE photos SET deleted_at = 5 WHERE uid IN ('b', 'c')`);
    await settle();
    expect(stacks()).to.deep.equal([]);
    index.db.exec('UPDATE photos SET deleted_at = NULL');
    await settle();
    expect(stacks()).to.deep.equal([burst]);
  });

  it('have nothing left to do after a run, and are not affected by other photos', async () => {
    for (let at = 0; at < 3; at++) add({ uid: `x${at}`, takenAt: 100 + at });
    await settle();
    expect(builder.buildNext()).to.equal(false);
    const before = index.db.prepare('SELECT max(seq) FROM timeline_changes').pluck().get();
    const [y] = [add({ uid: 'y', takenAt: 500 })];
    await settle();
    const changed = index.db.prepare('SELECT photo_id FROM timeline_changes WHERE seq > ?').pluck().all(before);
    expect(new Set(changed)).to.deep.equal(new Set([y]));
  });

  it('are not found among photos without a capture time, unless a user made them', async () => {
    for (let at = 0; at < 250; at++) add({ uid: `x${at}`, takenAt: 0, name: `IMG_${at}.jpg` });
    const held = [1, 2].map((at) => add({ uid: `held${at}`, takenAt: 0 }));
    for (const photo of held) decisions.put({ photo, stack: 77, isCover: false }, by);
    builder.buildOf(held);
    await settle();
    expect(stacks()).to.deep.equal([held]);
  });

  it('do not include a photo again that a user took out, even if they are built anew', async () => {
    const burst = ['a', 'b', 'c', 'd'].map((uid, at) => add({ uid, takenAt: 100 + at }));
    decisions.put({ photo: burst[0]!, stack: null, isCover: false }, by);
    await settle();
    expect(stacks()).to.deep.equal([burst.slice(1)]);
    await beginAnew();
    expect(stacks()).to.deep.equal([burst.slice(1)]);
  });

  it('are kept when a photo is renamed in the store', async () => {
    const sha1 = 'aa'.repeat(20);
    const [old, other] = [add({ uid: 'old', takenAt: 100, sha1 }), add({ uid: 'other', takenAt: 900 })];
    for (const photo of [old, other]) decisions.put({ photo, stack: 5, isCover: photo === old }, by);
    index.db.exec(`UPDATE photos SET deleted_at = 5 WHERE uid = 'old'`);
    await settle();
    const moved = new MovedPhotos(index.db).adopt(
      rows.add({ uid: 'new', sha1, indexed: false }),
      Buffer.from(sha1, 'hex'),
    );
    await settle();
    expect([stacks(), moved]).to.deep.equal([[[old, other]], old]);
    expect(decisions.of([moved])).to.deep.equal([{ photo: moved, stack: 5, isCover: true }]);
  });

  it('are not found in a time-lapse, except for its RAW files and bursts of another camera', async () => {
    builder = builderOf(new StackTimes(index.db, 6));
    const lapse = Array.from({ length: 7 }, (_, at) => add({ uid: `l${at}`, takenAt: 100 + at }));
    const burst = Array.from({ length: 3 }, (_, at) => add({ uid: `b${at}`, takenAt: 102 + at, camera: 'Lumix' }));
    const raw = add({ uid: 'raw', takenAt: 101, kind: 'raw', name: 'l1.dng' });
    await settle();
    expect(stacks()).to.deep.equal([[lapse[1]!, raw], burst]);
    index.db.exec(`UPDATE photos SET deleted_at = 5 WHERE uid = 'l3'`);
    await settle();
    expect(stacks()).to.deep.equal([[lapse[0]!, lapse[1]!, lapse[2]!, raw], lapse.slice(4), burst]);
    index.db.exec(`UPDATE photos SET deleted_at = NULL`);
    await settle();
    expect(stacks()).to.deep.equal([[lapse[1]!, raw], burst]);
  });

  const long = 2500;
  const inOneStep = {
    'a time-lapse': { camera: 'GoPro' },
    'scans with the times of their files': {},
  };
  for (const [what, facts] of Object.entries(inOneStep)) {
    it(`are not searched for in all of ${what} at once`, () => {
      transactOn(index.db)(() => {
        for (let at = 0; at < long; at++) rows.add({ uid: `x${at}`, takenAt: at, ...facts });
      });
      builder.buildNext();
      expect(due()).to.be.within(long - 1010, long - 1);
    });
  }

  const step = fc.record({
    is: fc.constantFrom('photo', 'photo', 'raw', 'date', 'remove', 'return', 'decide', 'release', 'settle', 'one'),
    at: fc.integer({ min: 0, max: 7 }),
    pick: fc.nat(30),
    stack: fc.constantFrom(null, 900, 901),
  });

  for (const [mostInBurst, how] of [
    [undefined, ''],
    [4, ', also if series are too long for a burst'],
  ] as const) {
    it(`are the same in whatever order photos, decisions and runs come${how}`, async () => {
      builder = builderOf(new StackTimes(index.db, mostInBurst));
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          index.db.exec('DELETE FROM photos; DELETE FROM stack_times_due');
          for (const [at, one] of steps.entries()) {
            const ids = index.db.prepare<[], number>('SELECT id FROM photos ORDER BY id').pluck().all();
            const id = ids[one.pick % Math.max(1, ids.length)] ?? 0;
            const run = (sql: string): unknown => index.db.prepare(sql).run(id);
            if (one.is === 'photo') add({ uid: `p${at}`, takenAt: one.at });
            if (one.is === 'raw') add({ uid: `r${at}`, takenAt: one.at, kind: 'raw', name: `p${one.pick}.dng` });
            if (one.is === 'date') run(`UPDATE photos SET taken_at = ${one.at} WHERE id = ?`);
            if (one.is === 'remove') run('UPDATE photos SET deleted_at = 5 WHERE id = ?');
            if (one.is === 'return') run('UPDATE photos SET deleted_at = NULL WHERE id = ?');
            if (one.is === 'settle') await settle();
            if (one.is === 'one') builder.buildNext();
            if (one.is === 'decide') decisions.put({ photo: id, stack: one.stack, isCover: false }, by);
            if (one.is === 'release') decisions.remove(id);
            if (one.is === 'decide' || one.is === 'release') builder.buildOf([id]);
          }
          await settle();
          const found = stacks();
          const shared = index.db.prepare(
            'SELECT count(*) FROM stack_photos s JOIN photos p ON p.id = s.photo_id WHERE NOT p.listed',
          );
          expect(shared.pluck().get()).to.equal(0);
          await beginAnew();
          expect(stacks()).to.deep.equal(found);
        }),
        { numRuns: 60 },
      );
    });
  }
});
