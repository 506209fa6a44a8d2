import { expect } from 'chai';
import { LastKnownAnswer } from '../../../core/services/last-known-answer.ts';
import { until } from '../../support/until.ts';

describe('a cache of the last known answer', () => {
  it('waits briefly for the first answer, and then returns the last one while it refreshes', async () => {
    let answers = 0;
    const known = new LastKnownAnswer(() => Promise.resolve(++answers), 0);
    expect(await known.read()).to.equal(1);
    await until(async () => (await known.read()) === 3);
  });

  it('does not refresh a fresh answer', async () => {
    let asked = 0;
    const known = new LastKnownAnswer(() => Promise.resolve(++asked), 60_000);
    for (let n = 0; n < 5; n += 1) expect(await known.read()).to.equal(1);
  });

  it('does not wait for a source that never responds, or ask it twice', async () => {
    let asked = 0;
    const known = new LastKnownAnswer(() => {
      asked += 1;
      return new Promise<number>(() => undefined);
    }, 0);
    expect([await known.read(), await known.read()]).to.deep.equal([undefined, undefined]);
    expect(asked).to.equal(1);
  });

  it('is cleared when a refresh fails', async () => {
    let fails = false;
    const known = new LastKnownAnswer(() => (fails ? Promise.reject(new Error('gone')) : Promise.resolve(1)), 0);
    expect(await known.read()).to.equal(1);
    fails = true;
    await until(async () => (await known.read()) === undefined);
  });
});
