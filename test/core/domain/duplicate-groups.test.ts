import { expect } from 'chai';
import { groupAlike } from '../../../core/domain/duplicate-groups.ts';

const pair = (low: number, high: number) => ({ low, high });

describe('groups of similar items', () => {
  it('have the best item first, and all items that are paired with it', () => {
    expect(groupAlike([5, 3, 9], [pair(3, 5), pair(5, 9)])).to.deep.equal([{ best: 5, others: [3, 9] }]);
  });

  it('do not include items that are similar to the best one only through others', () => {
    expect(groupAlike([1, 2, 3, 4], [pair(1, 2), pair(2, 3), pair(3, 4)])).to.deep.equal([
      { best: 1, others: [2] },
      { best: 3, others: [4] },
    ]);
  });

  it('are not made of single or unknown items', () => {
    expect(groupAlike([1, 2], [pair(2, 7)])).to.deep.equal([]);
  });

  it('list each item once, however often a pair is given', () => {
    expect(groupAlike([1, 2, 3], [pair(1, 2), pair(1, 2), pair(1, 3), pair(2, 3)])).to.deep.equal([
      { best: 1, others: [2, 3] },
    ]);
  });
});
