import { expect } from 'chai';
import fc from 'fast-check';
import { PairHeap } from '../../../core/domain/pair-heap.ts';

describe('PairHeap', () => {
  it('returns the highest score first, and the smaller pair of equal scores', () => {
    const pair = fc.record({
      score: fc.integer({ min: 0, max: 5 }),
      first: fc.integer({ min: 0, max: 9 }),
      second: fc.integer({ min: 0, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 3000, size: 'max' }), (pairs) => {
        const heap = new PairHeap();
        for (const { score, first, second } of pairs) heap.push(score, first, second);
        const popped: unknown[] = [];
        for (let top = heap.pop(); top; top = heap.pop()) popped.push(top);
        const sorted = [...pairs].sort((a, b) => b.score - a.score || a.first - b.first || a.second - b.second);
        expect(popped).to.deep.equal(sorted);
      }),
      { numRuns: 40 },
    );
  });

  it('can be filled and emptied in turns', () => {
    const heap = new PairHeap();
    heap.push(0.5, 1, 2);
    heap.push(0.7, 3, 4);
    expect(heap.pop()).to.deep.equal({ score: 0.7, first: 3, second: 4 });
    heap.push(0.6, 5, 6);
    expect(heap.pop()?.score).to.equal(0.6);
    expect(heap.size).to.equal(1);
    expect(heap.pop()?.score).to.equal(0.5);
    expect(heap.pop()).to.equal(undefined);
  });
});
