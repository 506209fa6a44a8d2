import { expect } from 'chai';
import type { Status } from '../../core/http/wire.ts';
import { StatusWatch } from '../../web/state/server/status-watch.ts';

describe('polling the server’s status', () => {
  /** A watch whose pauses the test ends. */
  function setUp() {
    const world = {
      reachable: true,
      answers: true,
      listedAt: 1 as number | null,
      seen: true,
      asked: 0,
      pauses: [] as number[],
      wake: (): void => undefined,
    };
    const watch = new StatusWatch({
      status: () => {
        world.asked++;
        if (!world.answers) return Promise.reject(new Error('no answer'));
        const bridge = { reachable: world.reachable, loggedIn: world.reachable };
        return Promise.resolve({ bridge, indexing: { running: false }, last_sync_at: world.listedAt } as Status);
      },
      pause: (milliseconds) =>
        new Promise((resolve) => {
          world.pauses.push(milliseconds);
          world.wake = resolve;
        }),
      isSeen: () => world.seen,
      onAnswer: () => undefined,
    });
    const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    const turn = async (): Promise<void> => {
      world.wake();
      await settle();
    };
    return { world, watch, turn, settle };
  }

  it('is frequent while the photo store is unreachable, and reports when it is back', async () => {
    const { world, watch, turn } = setUp();
    watch.start();
    await turn();
    expect(watch.storeAway.value).to.be.false;
    world.reachable = false;
    await turn();
    expect(watch.storeAway.value).to.be.true;
    expect(watch.storeReturns.value).to.equal(0);
    world.reachable = true;
    await turn();
    expect([watch.storeAway.value, watch.storeReturns.value]).to.deep.equal([false, 1]);
    await turn();
    expect(watch.storeReturns.value).to.equal(1);
    expect(world.pauses).to.deep.equal([15_000, 2000, 15_000, 15_000]);
    watch.stop();
  });

  it('stays frequent until the photos of a new library are listed', async () => {
    const { world, watch, turn, settle } = setUp();
    world.listedAt = null;
    watch.start();
    await settle();
    world.listedAt = 1;
    await turn();
    expect(world.pauses).to.deep.equal([2000, 15_000]);
    watch.stop();
  });

  it('sends a request at once if an original fails to load', async () => {
    const { world, watch, turn, settle } = setUp();
    watch.start();
    await turn();
    world.reachable = false;
    watch.doubtStore();
    await settle();
    expect([world.asked, watch.storeAway.value]).to.deep.equal([2, true]);
    watch.stop();
  });

  it('continues if an original fails to load and the server does not answer', async () => {
    const { world, watch, turn, settle } = setUp();
    watch.start();
    await turn();
    world.answers = false;
    watch.doubtStore();
    await settle();
    expect(world.asked).to.equal(2);
    await turn();
    expect([world.asked, world.pauses.at(-1)]).to.deep.equal([3, 2000]);
    world.answers = true;
    await turn();
    expect(watch.storeReturns.value).to.equal(1);
    watch.stop();
  });

  it('waits while the page is not visible, and continues once it is', async () => {
    const { world, watch, turn, settle } = setUp();
    watch.start();
    await settle();
    world.seen = false;
    watch.doubtStore();
    await turn();
    expect(world.asked).to.equal(1);
    world.seen = true;
    await turn();
    expect([world.asked, watch.storeReturns.value]).to.deep.equal([2, 1]);
    watch.stop();
  });

  it('reports that the photo store is back even if its outage was too short to be noticed', async () => {
    const { watch, turn, settle } = setUp();
    watch.start();
    await turn();
    watch.doubtStore();
    await settle();
    expect(watch.storeReturns.value).to.equal(1);
    watch.stop();
  });
});
