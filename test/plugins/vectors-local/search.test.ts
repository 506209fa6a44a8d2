import { expect } from 'chai';
import fc from 'fast-check';
import type { VectorAttributes, VectorFilter, VectorOperation } from '../../../core/plugin-api/index.ts';
import { withIndex } from './open-index.ts';
import { everything, normalised, plain, put, puts, ReferenceIndex, unitVector } from './vector-rows.ts';

/** Few values, so that many vectors and many scores are equal. */
const coarseVector = fc
  .array(fc.integer({ min: -1, max: 1 }), { minLength: 4, maxLength: 4 })
  .filter((values) => values.some((value) => value !== 0))
  .map((values) => normalised(Float32Array.from(values)));

const attributes: fc.Arbitrary<VectorAttributes> = fc.record({
  takenAt: fc.integer({ min: -5, max: 5 }),
  archived: fc.boolean(),
  hidden: fc.boolean(),
  personIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
});

const id = fc.integer({ min: 1, max: 30 });

const operation: fc.Arbitrary<VectorOperation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('put' as const), id, vector: coarseVector, attributes }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('attributes' as const), id, attributes }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), id }) },
);

const filter: fc.Arbitrary<VectorFilter> = fc.record(
  {
    includeArchived: fc.boolean(),
    includeHidden: fc.boolean(),
    takenFrom: fc.integer({ min: -6, max: 6 }),
    takenTo: fc.integer({ min: -6, max: 6 }),
    personIds: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
    ids: fc.array(fc.integer({ min: 1, max: 35 }), { maxLength: 20 }),
  },
  { requiredKeys: [] },
);

describe('vector search', () => {
  it('returns what a search in double precision returns, after any changes and with any filter', async () => {
    await withIndex(4, async ({ another }) => {
      const changes = fc.array(fc.array(operation, { maxLength: 20 }), { maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(
          changes,
          coarseVector,
          filter,
          fc.integer({ min: 0, max: 40 }),
          fc.constantFrom(-Infinity, -0.5, 0, 0.5),
          async (batches, query, asked, k, minScore) => {
            const index = await another();
            const reference = new ReferenceIndex();
            for (const [at, batch] of batches.entries()) {
              await index.apply(BigInt(at + 1), batch);
              reference.apply(batch);
            }
            const hits = await index.search([query], { k, minScore, filter: asked });
            expect(hits).to.deep.equal([reference.search(query, k, asked, minScore)]);
            expect((await index.stats()).rows).to.equal(reference.rows.size);
            await index.close();
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  it('answers several queries in one call like each by itself', async () => {
    await withIndex(33, async ({ index }) => {
      const reference = new ReferenceIndex();
      const rows = puts(1, 700, 33);
      await index.apply(1n, rows);
      reference.apply(rows);
      const queries = Array.from({ length: 150 }, (_, at) => unitVector(-1 - at, 33));
      const answers = await index.search(queries, { k: 7 });
      expect(answers).to.deep.equal(queries.map((query) => reference.search(query, 7, {})));
      expect(await index.search([], { k: 7 })).to.deep.equal([]);
    });
  });

  it('finds the neighbours of faces, without the faces themselves', async () => {
    await withIndex(32, async ({ index }) => {
      const reference = new ReferenceIndex();
      // Each vector twice, so that the nearest neighbour has an equal one.
      const rows = puts(1, 300, 32).flatMap((row) => (row.type === 'put' ? [row, { ...row, id: row.id + 1000 }] : []));
      await index.apply(1n, rows);
      reference.apply(rows);
      const ids = [5, 99_999, 1005, ...Array.from({ length: 290 }, (_, at) => at + 10)];
      const answers = await index.neighbours(ids, { k: 4, minScore: 0.1 });
      const expected = ids.map((own) => {
        const row = reference.rows.get(own);
        if (!row) return [];
        const hits = reference.search(row.vector, 5, everything, 0.1);
        return hits.filter((hit) => hit.id !== own).slice(0, 4);
      });
      expect(answers).to.deep.equal(expected);
      expect(answers[0]![0]).to.deep.include({ id: 1005 });
    });
  });

  it('finds the nearest unassigned faces while faces are assigned and unassigned', async () => {
    await withIndex(32, async ({ index }) => {
      const reference = new ReferenceIndex();
      const rows = puts(1, 400, 32);
      await index.apply(1n, rows);
      reference.apply(rows);
      const nobodys = new Set(reference.rows.keys());
      const belongs = { takenAt: 0, archived: true, hidden: true, personIds: [7, 8] };
      const assigned = [...nobodys].filter((id) => id % 3 > 0);
      await index.apply(
        2n,
        assigned.map((id) => ({ type: 'attributes', id, attributes: belongs })),
      );
      const free = { ...belongs, personIds: [] };
      await index.apply(
        3n,
        assigned.slice(0, 20).map((id) => ({ type: 'attributes', id, attributes: free })),
      );
      for (const id of assigned.slice(20)) nobodys.delete(id);
      const ids = [assigned[0]!, assigned[50]!, 399];
      const answers = await index.neighbours(ids, { k: 6, minScore: -1, withoutPersons: true });
      const expected = ids.map((own) =>
        reference
          .search(reference.rows.get(own)!.vector, 400, everything)
          .filter(({ id }) => id !== own && nobodys.has(id))
          .slice(0, 6),
      );
      expect(answers).to.deep.equal(expected);
    });
  });

  it('accepts ids up to 2^53 and vectors of any length, and returns cosines', async () => {
    await withIndex(3, async ({ index }) => {
      const large = Number.MAX_SAFE_INTEGER;
      await index.apply(1n, [put(large, Float32Array.of(0, 10, 0)), put(2, Float32Array.of(3, 4, 0))]);
      const hits = await index.search([Float32Array.of(0, 0.5, 0)], { k: 5 });
      expect(hits).to.deep.equal([
        [
          { id: large, score: 1 },
          { id: 2, score: Math.fround(0.8) },
        ],
      ]);
      expect([...(await index.score(Float32Array.of(-2, 0, 0), [2, 7, large]))]).to.deep.equal([
        Math.fround(-0.6),
        NaN,
        0,
      ]);
    });
  });

  it('rejects invalid vectors and ids, and keeps its content', async () => {
    await withIndex(4, async ({ index }) => {
      await index.apply(1n, puts(1, 10, 4));
      const cases: [Float32Array, RegExp][] = [
        [new Float32Array(5).fill(1), /5 values where 4 are expected/],
        [new Float32Array(4), /zero/],
        [Float32Array.of(1, NaN, 0, 0), /no finite numbers/],
        [Float32Array.of(1, Infinity, 0, 0), /no finite numbers/],
      ];
      for (const [vector, message] of cases) {
        for (const call of [
          () => index.apply(2n, [put(11, vector)]),
          () => index.search([vector], { k: 1 }),
          () => index.score(vector, [1]),
        ]) {
          const error: unknown = await call().catch((reason: unknown) => reason);
          expect(error).to.be.instanceOf(RangeError).with.property('message').that.matches(message);
        }
      }
      for (const wrong of [0, -1, 1.5, NaN, 2 ** 53]) {
        const error: unknown = await index
          .apply(2n, [{ type: 'delete', id: wrong }])
          .catch((reason: unknown) => reason);
        expect(error, String(wrong)).to.be.instanceOf(RangeError);
      }
      expect(await index.watermark()).to.equal(1n);
      expect((await index.stats()).rows).to.equal(10);
    });
  });

  it('makes repeated changes once', async () => {
    await withIndex(8, async ({ index }) => {
      const changes: VectorOperation[] = [
        ...puts(1, 20, 8),
        { type: 'delete', id: 3 },
        { type: 'attributes', id: 4, attributes: { ...plain, hidden: true } },
        { type: 'attributes', id: 77, attributes: plain },
        { type: 'delete', id: 78 },
      ];
      await index.apply(1n, changes);
      const once = await index.search([unitVector(0, 8)], { k: 30, filter: everything });
      await index.apply(1n, changes);
      expect(await index.search([unitVector(0, 8)], { k: 30, filter: everything })).to.deep.equal(once);
      expect((await index.stats()).rows).to.equal(19);
    });
  });
});
