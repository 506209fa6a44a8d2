import { expect } from 'chai';
import { Poll } from '../../web/state/server/poll.ts';

describe('a poll', () => {
  /** A poll whose pauses the test ends. */
  function setUp() {
    const world = { answers: 0, isSeen: true, fails: false, wake: (): void => undefined };
    const poll = new Poll<number>({
      ask: () => (world.fails ? Promise.reject(new Error('Lost.')) : Promise.resolve(++world.answers)),
      isSeen: () => world.isSeen,
      pause: () =>
        new Promise((resolve) => {
          world.wake = resolve;
        }),
      every: 1000,
    });
    const turn = async (): Promise<void> => {
      world.wake();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { world, poll, turn };
  }

  it('continues until it is stopped', async () => {
    const { poll, turn } = setUp();
    const stop = poll.start();
    await turn();
    await turn();
    expect(poll.value.value).to.equal(2);
    stop();
    await turn();
    expect(poll.value.value).to.equal(2);
  });

  it('sends no requests while the page is not visible', async () => {
    const { world, poll, turn } = setUp();
    world.isSeen = false;
    poll.start();
    await turn();
    expect(world.answers).to.equal(0);
    world.isSeen = true;
    await turn();
    expect(world.answers).to.equal(1);
  });

  it('keeps the last value if a request fails, and reports the error if it has none', async () => {
    const { world, poll } = setUp();
    world.fails = true;
    await poll.refresh();
    expect([poll.value.value, poll.failure.value]).to.deep.equal([null, 'Lost.']);
    world.fails = false;
    await poll.refresh();
    world.fails = true;
    await poll.refresh();
    expect([poll.value.value, poll.failure.value]).to.deep.equal([1, null]);
  });
});
