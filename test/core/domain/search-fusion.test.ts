import { expect } from 'chai';
import fc from 'fast-check';
import { fuseRanks } from '../../../core/domain/search-fusion.ts';

describe('rank fusion', () => {
  it('sums 1 / (60 + rank) over the rankings', () => {
    const fused = fuseRanks([
      [7, 8],
      [8, 9],
    ]);
    expect([...fused]).to.deep.equal([
      [7, 1 / 61],
      [8, 1 / 62 + 1 / 61],
      [9, 1 / 62],
    ]);
    expect(fuseRanks([[], []]).size).to.equal(0);
  });

  it('ranks items of both rankings, within their first fifty, above items of one', () => {
    const distinct = fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 3, maxLength: 100 });
    fc.assert(
      fc.property(distinct, distinct, (a, b) => {
        const fused = fuseRanks([a, b]);
        const inBoth = a.slice(0, 50).filter((id) => b.slice(0, 50).includes(id));
        const inOne = [...fused.keys()].filter((id) => a.includes(id) !== b.includes(id));
        const best = Math.max(0, ...inOne.map((id) => fused.get(id)!));
        return inBoth.every((id) => fused.get(id)! > best);
      }),
    );
  });
});
