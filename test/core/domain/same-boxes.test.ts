import { expect } from 'chai';
import { sameBoxes } from '../../../core/domain/same-boxes.ts';
import { overlapOf, type Box } from '../../../core/plugin-api/toolkit/boxes.ts';

const at = (x: number, y = 0): Box => ({ x, y, w: 0.1, h: 0.1 });

describe('boxes around the same thing', () => {
  it('overlap by more than half of their union', () => {
    expect(overlapOf(at(0), at(0.03))).to.be.closeTo(0.07 / 0.13, 1e-9);
    expect(sameBoxes([at(0)], [at(0.03)])).to.deep.equal([at(0)]);
    expect(sameBoxes([at(0)], [at(0.04)])).to.deep.equal([undefined]);
    expect(sameBoxes([at(0)], [at(0, 0.3)])).to.deep.equal([undefined]);
  });

  it('are paired with the most similar box only', () => {
    const [far, near] = [at(0.02), at(0.01)];
    expect(sameBoxes([at(0)], [far, near])).to.deep.equal([undefined, at(0)]);
    expect(sameBoxes([far, near], [at(0)])).to.deep.equal([near]);
    expect(sameBoxes([far, near], [at(0), at(0.015)])).to.deep.equal([near, far]);
  });

  it('are found in a crowd of 1000 with little memory', () => {
    const crowd = Array.from({ length: 1000 }, (_, index) => at(index % 40, Math.floor(index / 40)));
    const before = process.memoryUsage().heapUsed;
    expect(sameBoxes(crowd, crowd.toReversed())).to.deep.equal(crowd.toReversed());
    expect((process.memoryUsage().heapUsed - before) / 2 ** 20, 'MB').to.be.below(40);
  });
});
