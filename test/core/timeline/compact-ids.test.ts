import { expect } from 'chai';
import fc from 'fast-check';
import { heapBytes } from '../../../core/domain/heap-bytes.ts';
import { compactIds } from '../../../core/timeline/compact-ids.ts';

describe('a compact set of ids', () => {
  it('has the ids that it was made of and no others, in both of its forms', () => {
    const capacity = 400;
    const given = fc.uniqueArray(fc.integer({ min: 1, max: capacity }), { maxLength: 40 });
    fc.assert(
      fc.property(given, (ids) => {
        const set = compactIds(Uint32Array.from(ids), capacity);
        for (let id = 0; id <= capacity + 1; id += 1) expect(set.has(id), String(id)).to.equal(ids.includes(id));
      }),
    );
  });

  it('takes four bytes for each id, and never more than one bit for each photo of the library', () => {
    const million = 1_000_000;
    const bytesOf = (count: number): number => {
      const ids = Uint32Array.from({ length: count }, (_, at) => 1 + at);
      return heapBytes(compactIds(ids, million));
    };
    expect(bytesOf(1000)).to.be.within(4000, 5000);
    expect(bytesOf(million / 2)).to.be.within(million / 8, million / 8 + 1000);
  });
});
