import { expect } from 'chai';
import fc from 'fast-check';
import { IdSet } from '../../../core/plugin-api/toolkit/id-set.ts';
import { GONE } from '../../../core/timeline/entry.ts';
import { LibraryCounts } from '../../../core/store/photos/library-counts.ts';
import { PhotoFlags } from '../../../core/store/photos/photo-flags.ts';
import { Timeline } from '../../../core/timeline/timeline.ts';
import { newIndex } from '../../support/index-file.ts';
import { PhotoRows } from '../../support/photo-rows.ts';
import { selectionsOf } from '../../support/selections.ts';
import { naiveAnswer, query, step, World } from './timeline-in-sql.ts';

describe('the timeline in memory', () => {
  let index: ReturnType<typeof newIndex>;
  let rows: PhotoRows;

  beforeEach(() => {
    index = newIndex();
    rows = new PhotoRows(index.db);
    index.db.exec(`INSERT INTO users (id, username, display_name, role, password_hash, created_at)
                   VALUES (1, 'ann', 'Ann', 'write', '!', 0), (2, 'bob', 'Bob', 'write', '!', 0)`);
  });
  afterEach(() => {
    index.remove();
  });

  const ids = (timeline: Timeline): number[] => {
    const columns = timeline.follow();
    return Array.from(columns.id.subarray(0, columns.length)).filter((_, i) => (columns.flags[i]! & GONE) === 0);
  };

  /** @returns their ids, newest first */
  const addMany = (count: number): number[] =>
    index.db.transaction(() =>
      Array.from({ length: count }, (_, i) => rows.add({ uid: `p${i}`, takenAt: 10_000 - i })),
    )();

  it('has the newest photos first, and photos of the same second by uid', () => {
    const old = rows.add({ uid: 'a', takenAt: 10 });
    const second = rows.add({ uid: 'z', takenAt: 20 });
    const first = rows.add({ uid: 'B', takenAt: 20 });
    expect(ids(new Timeline(index.db))).to.deep.equal([first, second, old]);
  });

  it('moves a photo with a new uid to its place among those of the same second', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((uid) => rows.add({ uid, takenAt: 20 })) as [number, number, number];
    const timeline = new Timeline(index.db);
    expect(ids(timeline)).to.deep.equal([a, b, c]);
    index.db.prepare(`UPDATE photos SET uid = 'z' WHERE id = ?`).run(a);
    expect(ids(timeline)).to.deep.equal([b, c, a]);
  });

  it('is loaded in slices at the start, and includes photos added, removed and moved meanwhile', async () => {
    const all = addMany(4500);
    const timeline = new Timeline(index.db);
    timeline.startLoading(new AbortController().signal);
    expect([timeline.isLoaded, timeline.loading === undefined]).to.deep.equal([false, false]);
    // Photos in a slice that is already loaded, and in the last slice.
    index.db.prepare('UPDATE photos SET deleted_at = 5 WHERE id = ?').run(all[0]);
    index.db.prepare('UPDATE photos SET taken_at = 20_000 WHERE id = ?').run(all[1]);
    index.db.prepare('UPDATE photos SET deleted_at = 5 WHERE id = ?').run(all[4400]);
    const late = rows.add({ uid: 'late', takenAt: 5 });
    await timeline.loading;
    expect([timeline.isLoaded, timeline.loading]).to.deep.equal([true, undefined]);
    const expected = [all[1], ...all.slice(2).filter((id) => id !== all[4400]), late];
    expect(ids(timeline)).to.deep.equal(expected);
  });

  it('is loaded at once for a caller that cannot wait for the slices', async () => {
    const all = addMany(4500);
    const timeline = new Timeline(index.db);
    timeline.startLoading(new AbortController().signal);
    expect(ids(timeline)).to.deep.equal(all);
    const { version } = timeline;
    await timeline.loading;
    expect([ids(timeline).length, timeline.version]).to.deep.equal([4500, version]);
  });

  it('has as many photos that are not hidden as SQLite counts', () => {
    const [shown = 0, archived = 0, hidden = 0, gone = 0] = ['a', 'b', 'c', 'd'].map((uid) => rows.add({ uid }));
    rows.add({ uid: 'e', indexed: false });
    index.db.exec(`UPDATE photos SET deleted_at = 5 WHERE id = ${gone};
                   UPDATE photos SET state = 'failed' WHERE id = ${shown};
                   INSERT INTO photo_flags (photo_id, archived, hidden) VALUES (${archived}, 1, 0), (${hidden}, 0, 1)`);
    const timeline = new Timeline(index.db);
    const selections = selectionsOf(index.db, timeline);
    const listed = new LibraryCounts(index.db).listed();
    expect([listed, selections.find({ archived: 'with', hidden: 'without' }).total]).to.deep.equal([2, 2]);
  });

  it('leaves out photos that were never indexed, until they are', () => {
    const id = rows.add({ uid: 'a', indexed: false });
    const timeline = new Timeline(index.db);
    expect(ids(timeline)).to.deep.equal([]);
    index.db.prepare(`UPDATE photos SET state = 'indexed', indexed_at = 5 WHERE id = ?`).run(id);
    expect(ids(timeline)).to.deep.equal([id]);
  });

  it('keeps its version while nothing changes, so that derived results stay valid', () => {
    rows.add({ uid: 'a' });
    const timeline = new Timeline(index.db);
    timeline.follow();
    const { version } = timeline;
    timeline.follow();
    expect(timeline.version).to.equal(version);
    rows.add({ uid: 'b' });
    timeline.follow();
    expect(timeline.version).to.be.greaterThan(version);
  });

  it('ignores a transaction that may yet be rolled back', () => {
    const id = rows.add({ uid: 'a' });
    const timeline = new Timeline(index.db);
    timeline.follow();
    expect(() =>
      index.db.transaction(() => {
        index.db.prepare('DELETE FROM photos').run();
        expect(ids(timeline)).to.deep.equal([id]);
        throw new Error('rolled back');
      })(),
    ).to.throw('rolled back');
    expect(ids(timeline)).to.deep.equal([id]);
  });

  it('keeps the table of changes small', () => {
    const timeline = new Timeline(index.db);
    timeline.follow();
    for (let i = 0; i < 5000; i++) {
      rows.add({ uid: `p${i}`, takenAt: i });
      if (i % 100 === 0) timeline.follow();
    }
    timeline.follow();
    const left = index.db.prepare<[], number>('SELECT count(*) FROM timeline_changes').pluck().get();
    expect(left).to.be.lessThan(1000);
    expect(ids(timeline)).to.have.length(5000);
  });

  it('collects new photos of a large library, but shows edits of old ones at once', () => {
    index.db.transaction(() => {
      for (let i = 0; i < 20_001; i++) rows.add({ uid: `p${i}`, takenAt: i });
    })();
    let now = 0;
    const timeline = new Timeline(index.db, () => now);
    timeline.follow();
    now += 400;
    const fresh = rows.add({ uid: 'new', takenAt: 30_000 });
    new PhotoFlags(index.db).change(1, 1, { hidden: true });
    index.db.prepare('DELETE FROM photos WHERE id = 2').run();
    expect(ids(timeline)).to.have.length(20_000).and.not.include(fresh).and.not.include(2);
    const columns = timeline.columns;
    expect(columns.flags[columns.length - 1]! & 2, 'hidden').to.equal(2);
    now += 600;
    expect(ids(timeline)).to.have.length(20_001);
    expect(ids(timeline)[0]).to.equal(fresh);
  });

  it('throws instead of returning other photos if a selection is used after the timeline has moved on', () => {
    const old = rows.add({ uid: 'a', takenAt: 10 });
    const { db } = index;
    const timeline = new Timeline(db);
    const selections = selectionsOf(db, timeline);
    const selection = selections.find({});
    expect(selection.ids()).to.deep.equal([old]);
    const counted = selection.derive('count', (_columns, positions) => positions.length);
    const fresh = rows.add({ uid: 'b', takenAt: 20 });
    expect(selections.find({}).ids()).to.deep.equal([fresh, old]);
    expect(() => selection.ids()).to.throw('moved on');
    expect(() => selection.between(0, 1)).to.throw('moved on');
    expect(selection.derive('count', () => NaN)).to.equal(counted);
  });

  it('returns the same as SQL for any query, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 60 }),
        fc.array(query, { minLength: 1, maxLength: 6 }),
        (steps, queries) => {
          index.db.exec(
            'DELETE FROM photos; DELETE FROM albums; DELETE FROM tags; DELETE FROM people; DELETE FROM timeline_changes',
          );
          const { db } = index;
          const timeline = new Timeline(db);
          const selections = selectionsOf(db, timeline);
          const takenAt = db.prepare<[number], number>('SELECT taken_at FROM photos WHERE id = ?').pluck();
          const photoOf = (id: number) => ({ id, takenAt: takenAt.get(id) ?? 0 });
          const world = new World(index.db, rows);
          const check = ({ filter, window }: (typeof queries)[number]): void => {
            expect(selections.find({ ...filter, ...window }).ids()).to.deep.equal(
              naiveAnswer(index.db, filter, window),
            );
            // Single photos are filtered in the same way.
            const all = naiveAnswer(index.db, { archived: 'with', hidden: 'with' }, {});
            const inList = new Set(selections.find(filter).ids());
            expect(all.filter((id) => selections.passes(photoOf(id), [filter])[0])).to.deep.equal(
              all.filter((id) => inList.has(id)),
            );
          };
          for (const change of steps) {
            world.apply(change);
            if (change.look) check(queries[0]!);
          }
          queries.forEach(check);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a set of ids', () => {
  it('contains what was added to it, whatever its initial capacity', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5000), fc.boolean())), fc.nat(100), (changes, capacity) => {
        const set = new IdSet(capacity);
        const truth = new Set<number>();
        for (const [id, on] of changes) {
          if (on) set.add(id);
          else set.delete(id);
          if (on) truth.add(id);
          else truth.delete(id);
        }
        expect(set.size).to.equal(truth.size);
        const all = Array.from({ length: 5002 }, (_, id) => id);
        expect(all.filter((id) => set.has(id))).to.deep.equal(all.filter((id) => truth.has(id)));
      }),
      { numRuns: 50 },
    );
  });
});
