import { expect } from 'chai';
import { PagedList } from '../../web/state/server/paged-list.ts';

describe('a list that is loaded in pages', () => {
  /** A list of ten items in pages of three, from a server whose responses can be delayed or fail. */
  function setUp() {
    const server = { fails: false, gate: Promise.resolve(), asked: [] as (number | null)[] };
    const list = new PagedList<number, number>(async (from) => {
      server.asked.push(from);
      await server.gate;
      if (server.fails) throw new Error('The server is busy.');
      const start = from ?? 0;
      const items = [start, start + 1, start + 2].filter((item) => item < 10);
      return { items, next: start + 3 < 10 ? start + 3 : null };
    });
    return { server, list };
  }

  it('grows until the last page', async () => {
    const { server, list } = setUp();
    expect([list.phase.value, list.hasMore]).to.deep.equal(['loading', false]);
    await list.begin();
    while (list.hasMore) await list.more();
    await list.more();
    expect(list.items.value).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(server.asked).to.deep.equal([null, 3, 6, 9]);
  });

  it('requests each page once', async () => {
    const { server, list } = setUp();
    await list.begin();
    await Promise.all([list.more(), list.more()]);
    expect(server.asked).to.deep.equal([null, 3]);
  });

  it('keeps its items if the next page fails to load, and reports why', async () => {
    const { server, list } = setUp();
    await list.begin();
    server.fails = true;
    await list.more();
    expect([list.phase.value, list.failure.value]).to.deep.equal(['there', 'The server is busy.']);
    server.fails = false;
    await list.more();
    expect([list.items.value.length, list.failure.value]).to.deep.equal([6, null]);
  });

  it('has failed if the first page fails to load', async () => {
    const { server, list } = setUp();
    server.fails = true;
    await list.begin();
    expect([list.phase.value, list.failure.value, list.busy.value]).to.deep.equal([
      'failed',
      'The server is busy.',
      false,
    ]);
  });

  it('drops a page that was still pending when it was restarted', async () => {
    const { server, list } = setUp();
    await list.begin();
    let open = (): void => undefined;
    server.gate = new Promise((resolve) => {
      open = resolve;
    });
    const late = list.more();
    server.gate = Promise.resolve();
    await list.begin();
    open();
    await late;
    expect(list.items.value).to.deep.equal([0, 1, 2]);
    expect(list.busy.value).to.equal(false);
  });
});
