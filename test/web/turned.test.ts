import { expect } from 'chai';
import { isTurned } from '../../web/state/viewer/turned.ts';

describe('a photo whose size has changed', () => {
  it('counts as turned if its width and height are swapped', () => {
    expect(isTurned({ width: 4, height: 3 }, { width: 3, height: 4 })).to.equal(true);
    expect(isTurned({ width: 4, height: 3 }, { width: 4, height: 3 })).to.equal(false);
    expect(isTurned({ width: 3, height: 3 }, { width: 3, height: 3 })).to.equal(false);
  });

  it('does not count as turned if its size was unknown, or its file was replaced', () => {
    expect(isTurned({ width: null, height: null }, { width: 4, height: 3 })).to.equal(false);
    expect(isTurned({ width: 4, height: 3 }, { width: 8, height: 6 })).to.equal(false);
  });
});
