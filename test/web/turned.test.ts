import { expect } from 'chai';
import { isTurned } from '../../web/state/viewer/turned.ts';

describe('a photo whose size has changed', () => {
  it('was turned if its sides have changed places', () => {
    expect(isTurned({ width: 4, height: 3 }, { width: 3, height: 4 })).to.equal(true);
    expect(isTurned({ width: 4, height: 3 }, { width: 4, height: 3 })).to.equal(false);
    expect(isTurned({ width: 3, height: 3 }, { width: 3, height: 3 })).to.equal(false);
  });

  it('was not turned if its size has become known, or its file is another', () => {
    expect(isTurned({ width: null, height: null }, { width: 4, height: 3 })).to.equal(false);
    expect(isTurned({ width: 4, height: 3 }, { width: 8, height: 6 })).to.equal(false);
  });
});
