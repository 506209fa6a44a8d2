import { expect } from 'chai';
import { withheldOn } from '../../../core/db/withheld.ts';
import { everything } from '../../../core/domain/viewer-scope.ts';
import type { DuplicateTotal } from '../../../core/domain/duplicate-total.ts';
import { DuplicateTotals } from '../../../core/services/duplicate-totals.ts';
import { Duplicates } from '../../../core/store/photos/duplicates.ts';
import { Timeline } from '../../../core/timeline/timeline.ts';
import { newIndex } from '../../support/index-file.ts';
import { PhotoRows } from '../../support/photo-rows.ts';
import { seededRandom } from '../../support/seed.ts';

const contents = 9;
const sha1 = (content: number): string => content.toString(16).padStart(40, '0');
const size = (content: number): number => 1000 + content;

describe('the total of duplicates', () => {
  let index: ReturnType<typeof newIndex>;
  let rows: PhotoRows;
  let totals: DuplicateTotals;
  let totalsWithHidden: DuplicateTotals;

  beforeEach(() => {
    index = newIndex();
    rows = new PhotoRows(index.db);
    const parts = {
      duplicates: new Duplicates(index.db),
      timeline: new Timeline(index.db),
      withheld: withheldOn(index.db),
    };
    totals = new DuplicateTotals(parts);
    totalsWithHidden = new DuplicateTotals({ ...parts, withHidden: true });
  });
  afterEach(() => {
    index.remove();
  });

  /** The total, counted by SQL from the photos. */
  const counted = (withHidden = false): DuplicateTotal =>
    index.db
      .prepare<[number], DuplicateTotal>(
        `SELECT count(*) AS groups, coalesce(sum(bytes), 0) AS bytes FROM (
           SELECT (count(*) - 1) * min(p.size) AS bytes FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id
           WHERE p.listed = 1 AND p.sha1 IS NOT NULL AND coalesce(f.hidden, 0) <= ?
           GROUP BY p.sha1 HAVING count(*) > 1)`,
      )
      .get(Number(withHidden))!;

  const copies = (count: number): number[] =>
    index.db.transaction(() =>
      Array.from({ length: count }, (_, at) =>
        rows.add({ uid: `copy-${at}`, sha1: sha1(at % contents), size: size(at % contents), takenAt: 5000 - at }),
      ),
    )();

  const hide = (id: number, hidden: number): void => {
    index.db
      .prepare(
        `INSERT INTO photo_flags (photo_id, archived, hidden) SELECT id, 0, :hidden FROM photos WHERE id = :id
         ON CONFLICT (photo_id) DO UPDATE SET hidden = excluded.hidden`,
      )
      .run({ id, hidden });
  };

  it('stays correct when photos are added, deleted, hidden or changed', async () => {
    const random = seededRandom();
    const below = (n: number): number => Math.floor(random() * n);
    const ids = copies(24);
    const change = index.db.prepare('UPDATE photos SET sha1 = unhex(?), size = ? WHERE id = ?');
    const trash = index.db.prepare('UPDATE photos SET deleted_at = ? WHERE id = ?');
    const remove = index.db.prepare('DELETE FROM photos WHERE id = ?');
    const steps: ((id: number) => void)[] = [
      (id) => {
        hide(id, below(2));
      },
      (id) => {
        const content = below(contents);
        change.run(sha1(content), size(content), id);
      },
      (id) => trash.run(below(2) === 0 ? 1 : null, id),
      (id) => remove.run(id),
      (id) => {
        const content = below(contents);
        ids.push(rows.add({ uid: `new-${id}-${ids.length}`, sha1: sha1(content), size: size(content) }));
      },
    ];
    const seen = new Set<number>();
    for (let round = 0; round < 300; round++) {
      for (let changes = below(4); changes >= 0; changes--) steps[below(steps.length)]?.(ids[below(ids.length)] ?? 0);
      const expected = counted();
      expect(await totals.now(everything)).to.deep.equal(expected);
      expect(await totalsWithHidden.now(everything)).to.deep.equal(counted(true));
      seen.add(expected.groups);
    }
    expect(seen.size).to.be.above(3);
  });

  it('is counted in slices with other work in between, and includes changes made meanwhile', async () => {
    const ids = index.db.transaction(() =>
      Array.from({ length: 1200 }, (_, at) => rows.add({ uid: `pair-${at}`, sha1: sha1(at >> 1), size: 10 })),
    )();
    const counting = totals.now(everything);
    let turns = 0;
    const other = async (): Promise<void> => {
      for (const id of ids.slice(0, 40)) {
        await new Promise((resolve) => setImmediate(resolve));
        hide(id, 1);
        turns++;
      }
    };
    const both = Promise.all([counting, other()]);
    await counting;
    expect(turns).to.be.above(0);
    await both;
    expect(await totals.now(everything)).to.deep.equal({ groups: 580, bytes: 5800 });
  });

  it('is counted anew after too many changes', async () => {
    const ids = copies(10_100);
    expect(await totals.now(everything)).to.deep.equal(counted());
    index.db.transaction(() => {
      for (const id of ids.slice(50)) hide(id, 1);
    })();
    expect(await totals.now(everything)).to.deep.equal(counted());
    hide(ids[0] ?? 0, 1);
    expect(await totals.now(everything)).to.deep.equal(counted());
  });
});
