import { expect } from 'chai';
import type { Person } from '../../core/http/wire.ts';
import { GroupQueue } from '../../web/state/people/group-queue.ts';
import { SkippedOnes } from '../../web/state/people/skipped-ones.ts';
import { NotUndone } from '../../web/state/partly-done.ts';

const group = (id: number, name: string | null = null): Person => ({
  id,
  name,
  face_count: 5,
  photo_count: 5,
  cover_url: null,
  cover_face_id: null,
  hidden: false,
  hidden_by_choice: false,
});

/** A server with groups 1 to `count`. Named and ignored groups leave its list, and return with undo. */
function queueOf(count: number) {
  const unnamed = new Set(Array.from({ length: count }, (_, at) => at + 1));
  const told = { failed: [] as string[], undo: [] as (() => Promise<void>)[] };
  const server = { refuses: false, isChanged: false };
  const take = (id: number) => (): Promise<() => Promise<void>> => {
    if (server.refuses) return Promise.reject(new Error('No.'));
    unnamed.delete(id);
    return Promise.resolve(() => {
      if (server.isChanged) return Promise.reject(new NotUndone('Changed.'));
      unnamed.add(id);
      return Promise.resolve();
    });
  };
  const queue = new GroupQueue({
    groups: ({ offset, limit }) =>
      Promise.resolve({
        items: [...unnamed]
          .sort((a, b) => a - b)
          .slice(offset, offset + limit)
          .map((id) => group(id)),
        total: unnamed.size,
      }),
    faces: () => Promise.resolve({ faces: [], total: 0 }),
    alike: (id) =>
      Promise.resolve({
        similar: [{ person: group(1000 + id, `Like ${id}`), similarity: 0.9, likeness: 'likely' as const }],
        total: 1,
      }),
    name: ({ id }) => take(id)(),
    merge: ({ id }) => take(id)(),
    ignore: ({ id }) => take(id)(),
    onDecided: (_, undo) => told.undo.push(undo),
    onUndone: () => undefined,
    onFailed: (error) => told.failed.push((error as Error).message),
    skips: new SkippedOnes(),
  });
  return { queue, told, server, unnamed, here: () => queue.current.value?.person.id ?? null };
}

const sent = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the queue of unnamed groups of faces', function () {
  it('shows one group after the other, which leaves the server’s list when it is named or ignored', async () => {
    const { queue, unnamed, here } = queueOf(3);
    await queue.resume();
    expect([here(), queue.total.value, queue.left.value]).to.deep.equal([1, 3, 3]);
    await sent();
    expect(queue.suggestions.value?.map(({ person }) => person.name)).to.deep.equal(['Like 1']);
    queue.name('  Ada ');
    expect([here(), queue.left.value]).to.deep.equal([2, 2]);
    queue.ignore();
    queue.skip();
    await sent();
    expect([...unnamed]).to.deep.equal([3]);
    expect([here(), queue.isDone.value, queue.skipped.value]).to.deep.equal([null, true, 1]);
  });

  it('reads all groups to the end, however many there are', async () => {
    const { queue, here } = queueOf(75);
    await queue.resume();
    for (let id = 1; id <= 75; id += 1) {
      expect(here()).to.equal(id);
      queue.name(`Name ${id}`);
      await sent();
      await sent();
    }
    expect(queue.isDone.value).to.equal(true);
  });

  it('shows a group again after undo, when it can get another decision', async () => {
    const { queue, told, unnamed, here } = queueOf(2);
    await queue.resume();
    queue.name('Ada');
    expect(queue.canUndo.value).to.equal(true);
    await told.undo[0]!();
    expect([here(), queue.current.value?.decided]).to.deep.equal([1, null]);
    expect(unnamed.has(1)).to.equal(true);
    queue.name('Grace');
    await sent();
    expect(queue.current.value?.person.id).to.equal(2);
    await queue.undoLast();
    expect(here()).to.equal(1);
  });

  it('undoes the decision before one that cannot be undone any more', async () => {
    const { queue, server, unnamed } = queueOf(3);
    await queue.resume();
    queue.name('Ada');
    queue.name('Grace');
    await sent();
    server.isChanged = true;
    expect(await queue.undoLast().catch((error: unknown) => (error as Error).message)).to.equal('Changed.');
    server.isChanged = false;
    await queue.undoLast();
    expect([[...unnamed].sort(), queue.canUndo.value]).to.deep.equal([[1, 3], false]);
  });

  it('brings a group back as the next one when its decision fails', async () => {
    const { queue, told, server, here } = queueOf(3);
    await queue.resume();
    server.refuses = true;
    queue.name('Ada');
    await sent();
    expect(told.failed).to.deep.equal(['No.']);
    expect([here(), queue.canUndo.value]).to.deep.equal([2, false]);
    queue.skip();
    expect(here()).to.equal(1);
  });

  it('reads groups again after changes elsewhere, including those whose decision was undone there', async () => {
    const { queue, unnamed, here } = queueOf(2);
    await queue.resume();
    queue.name('Ada');
    await sent();
    unnamed.add(1);
    queue.outdate([1]);
    await queue.resume();
    expect([here(), queue.total.value]).to.deep.equal([1, 2]);
  });

  it('sends no pending decision once it is cleared, as after a sign-out', async () => {
    const { queue, unnamed } = queueOf(2);
    await queue.resume();
    queue.name('Ada');
    queue.forget();
    await sent();
    expect([...unnamed]).to.deep.equal([1, 2]);
  });
});
