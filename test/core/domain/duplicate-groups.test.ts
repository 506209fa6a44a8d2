import { expect } from 'chai';
import { groupAlike } from '../../../core/domain/duplicate-groups.ts';

const pair = (low: number, high: number) => ({ low, high });

describe('groups of things that are alike', () => {
  it('have the best one first and all that are paired with it', () => {
    expect(groupAlike([5, 3, 9], [pair(3, 5), pair(5, 9)])).to.deep.equal([{ best: 5, others: [3, 9] }]);
  });

  it('do not hold what resembles the best one through others alone', () => {
    expect(groupAlike([1, 2, 3, 4], [pair(1, 2), pair(2, 3), pair(3, 4)])).to.deep.equal([
      { best: 1, others: [2] },
      { best: 3, others: [4] },
    ]);
  });

  it('are not made of one thing, nor of things that are not there', () => {
    expect(groupAlike([1, 2], [pair(2, 7)])).to.deep.equal([]);
  });

  it('name each thing once, however often a pair is given', () => {
    expect(groupAlike([1, 2, 3], [pair(1, 2), pair(1, 2), pair(1, 3), pair(2, 3)])).to.deep.equal([
      { best: 1, others: [2, 3] },
    ]);
  });
});
