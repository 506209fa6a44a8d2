import { expect } from 'chai';
import { Density } from '../../web/state/photos/density.ts';

describe('the size of photos in lists', () => {
  function kept(text: string | null): { density: Density; written: string[] } {
    const written: string[] = [];
    return { density: new Density({ read: () => text, write: (next) => written.push(next) }), written };
  }

  it('is the usual one until somebody chooses another, which the browser keeps', () => {
    const { density, written } = kept(null);
    expect(density.scale.value).to.equal(1);
    density.change(1);
    expect(density.scale.value).to.be.above(1);
    expect(written).to.deep.equal(['3']);
    expect(kept('3').density.scale.value).to.equal(density.scale.value);
  });

  it('goes no further than the smallest and the largest', () => {
    const { density, written } = kept('0');
    density.change(-1);
    expect([density.step.value, written]).to.deep.equal([0, []]);
    for (let i = 0; i < 9; i++) density.change(1);
    expect(density.step.value).to.equal(density.steps - 1);
  });

  it('is the usual one where something else was kept', () => {
    for (const text of ['x', '', '9', '-1']) expect(kept(text).density.scale.value, text).to.equal(1);
  });
});
