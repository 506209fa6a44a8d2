import { expect } from 'chai';
import { LikelyPages } from '../../web/state/people/likely-pages.ts';
import { SkippedOnes } from '../../web/state/people/skipped-ones.ts';
import { settled } from './library.ts';
import { face, queueOf } from './queue-of-faces.ts';

describe('the queue of faces with a likely person', () => {
  /** A server that sends faces with a likely person in pages, some of which are empty. */
  const likelyOf = (pagesOfIds: readonly (readonly number[])[]) => {
    const asked: (string | null)[] = [];
    const state = { fails: false };
    const pages = new LikelyPages((after) => {
      if (state.fails) return Promise.reject(new Error('Lost.'));
      asked.push(after);
      const at = Number(after ?? 0);
      const next = at + 1 < pagesOfIds.length ? String(at + 1) : null;
      return Promise.resolve({
        faces: pagesOfIds[at]!.map((id) => ({ face: face(id), suggestions: [] })),
        next,
        total: 1,
      });
    });
    return { pages, asked, state };
  };

  it('continues if faces that are not loaded yet were assigned along with another', async () => {
    const { pages } = likelyOf([
      [1, 2],
      [3, 4],
    ]);
    const { queue, server, here } = queueOf(4, new SkippedOnes(), pages);
    server.follow = [3, 7, 8];
    await queue.resume();
    queue.name('Anna');
    await settled();
    expect([here(), queue.isDone.value]).to.deep.equal([2, false]);
    queue.name('Berta');
    await settled();
    expect(queue.isDone.value).to.equal(false);
    expect(here()).to.be.oneOf([3, 4]);
  });

  it('finds a face after any number of empty pages, and is done only after the last page', async () => {
    const empty = Array.from({ length: 70 }, () => []);
    const { pages, asked } = likelyOf([[1], ...empty, [2], ...empty]);
    const { queue, here } = queueOf(0, new SkippedOnes(), pages);
    await queue.resume();
    expect(here()).to.equal(1);
    queue.skip();
    expect([here(), queue.isDone.value]).to.deep.equal([null, false]);
    await queue.resume();
    await untilFound(() => here() === 2);
    expect(asked).to.have.length(72);
    queue.skip();
    expect(queue.isDone.value).to.equal(false);
    await untilFound(() => queue.isDone.value);
    expect(asked).to.have.length(142);
  });

  it('continues at the page that failed to load when it is retried', async () => {
    const { pages, asked, state } = likelyOf([[1], [], [2]]);
    const { queue, here } = queueOf(0, new SkippedOnes(), pages);
    await queue.resume();
    state.fails = true;
    queue.skip();
    await settled();
    expect([queue.phase.value, queue.isDone.value]).to.deep.equal(['failed', false]);
    state.fails = false;
    queue.retry();
    await untilFound(() => here() === 2);
    expect(asked).to.deep.equal([null, '1', '2']);
  });
});

async function untilFound(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !isTrue(); i++) await settled();
  expect(isTrue()).to.equal(true);
}
