import { expect } from 'chai';
import type { VectorFilter, VectorOperation } from '../../../core/plugin-api/index.ts';
import { until } from '../../support/until.ts';
import { withIndex, type OpenIndex } from './open-index.ts';
import { everything, normalised, plain, put, puts, ReferenceIndex, unitVector } from './vector-rows.ts';

describe('vector search in a large index', () => {
  const dimensions = 40;
  const rows = 40_000;

  /** Full blocks are held with 8 bits per value. */
  async function withSealedIndex(use: (open: OpenIndex, reference: ReferenceIndex) => Promise<void>): Promise<void> {
    await withIndex(
      dimensions,
      async (open) => {
        const all = puts(1, rows, dimensions).map((row) =>
          row.type === 'put' ? { ...row, attributes: { ...plain, takenAt: row.id, personIds: [row.id % 100] } } : row,
        );
        await open.index.apply(1n, all);
        await until(async () => (await open.index.stats()).method.startsWith('8 bits'));
        const reference = new ReferenceIndex();
        reference.apply(all);
        await use(open, reference);
      },
      { floatRows: 1000 },
    );
  }

  it('returns exact results from 8 bits per value', async () => {
    await withSealedIndex(async ({ index }, reference) => {
      const filters: VectorFilter[] = [
        {},
        { takenFrom: 100, takenTo: 30_000 },
        { personIds: [3, 4] },
        { ids: [1, 2, 20_000, 39_999] },
      ];
      for (const [at, filter] of filters.entries()) {
        for (const k of [1, 100, 500]) {
          const query = unitVector(-1 - at, dimensions);
          const [hits = []] = await index.search([query], { k, filter });
          expect(hits, JSON.stringify({ filter, k })).to.deep.equal(reference.search(query, k, filter));
        }
      }
      const [near = []] = await index.neighbours([17], { k: 20, minScore: 0.3 });
      const expected = reference.search(unitVector(17, dimensions), 21, everything, 0.3).slice(1);
      expect(near).to.deep.equal(expected);
      expect([...(await index.score(unitVector(5, dimensions), [5]))]).to.deep.equal([1]);
    });
  });

  it('finds the neighbours of many faces among few and among many unassigned ones', async () => {
    await withSealedIndex(async ({ index }, reference) => {
      // One in ten rows of the first block is read; nearly all of the second are compared.
      const freed = [...reference.rows.keys()].filter((own) => (own < 16_000 ? own % 10 === 0 : own % 10 > 0));
      const free: VectorOperation[] = freed.map((own) => ({ type: 'attributes', id: own, attributes: plain }));
      await index.apply(2n, free);
      const ids = Array.from({ length: 600 }, (_, at) => 1 + at * 66);
      const answers = await index.neighbours(ids, { k: 5, minScore: 0.3, withoutPersons: true });
      const nobodys = new ReferenceIndex();
      nobodys.apply(freed.map((own) => put(own, unitVector(own, dimensions))));
      for (let at = 0; at < ids.length; at += 15) {
        const own = ids[at]!;
        const hits = nobodys.search(unitVector(own, dimensions), 6, everything, 0.3).filter(({ id }) => id !== own);
        expect(answers[at], String(own)).to.deep.equal(hits.slice(0, 5));
      }
    });
  });

  it('changes rows that are held with 8 bits per value', async () => {
    await withSealedIndex(async ({ index }, reference) => {
      const query = unitVector(-7, dimensions);
      const batches: VectorOperation[][] = [
        [
          { type: 'delete', id: 10 },
          { type: 'attributes', id: 11, attributes: { ...plain, archived: true } },
          put(12, query),
          put(rows + 1, normalised(query.map((value, at) => value + (at === 0 ? 0.1 : 0)))),
        ],
        Array.from({ length: 10_000 }, (_, at): VectorOperation => ({ type: 'delete', id: at + 1 })),
        puts(1, 9000, dimensions),
      ];
      for (const [at, batch] of batches.entries()) {
        await index.apply(BigInt(at + 2), batch);
        reference.apply(batch);
        const [hits = []] = await index.search([query], { k: 50 });
        expect(hits).to.deep.equal(reference.search(query, 50, {}));
        expect((await index.stats()).rows).to.equal(reference.rows.size);
      }
    });
  });
});
