import { expect } from 'chai';
import { Density } from '../../web/state/photos/density.ts';

describe('the size of photos in lists', () => {
  function kept(text: string | null): { density: Density; written: string[] } {
    const written: string[] = [];
    return { density: new Density({ read: () => text, write: (next) => written.push(next) }), written };
  }

  it('is the default until another one is chosen, which the browser stores', () => {
    const { density, written } = kept(null);
    expect(density.scale.value).to.equal(1);
    density.change(1);
    expect(density.scale.value).to.be.above(1);
    expect(written).to.deep.equal(['3']);
    expect(kept('3').density.scale.value).to.equal(density.scale.value);
  });

  it('is limited to the smallest and the largest step', () => {
    const { density, written } = kept('0');
    density.change(-1);
    expect([density.step.value, written]).to.deep.equal([0, []]);
    for (let i = 0; i < 9; i++) density.change(1);
    expect(density.step.value).to.equal(density.steps - 1);
  });

  it('is the default if the stored value is invalid', () => {
    for (const text of ['x', '', '9', '-1']) expect(kept(text).density.scale.value, text).to.equal(1);
  });
});
