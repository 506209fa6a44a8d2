import { expect } from 'chai';
import type { AssignedFace, Face, Person } from '../../core/http/wire.ts';
import { FaceQueue } from '../../web/state/people/face-queue.ts';
import type { Whose } from '../../web/state/people/face-queue-options.ts';
import { LikelyPages } from '../../web/state/people/likely-pages.ts';
import { SkippedOnes } from '../../web/state/people/skipped-ones.ts';
import { Library, months, settled } from './library.ts';

function person(id: number, name: string | null): Person {
  return {
    id,
    name,
    face_count: 1,
    photo_count: 1,
    cover_url: null,
    cover_face_id: null,
    hidden: false,
    hidden_by_choice: false,
  };
}

function face(id: number): Face {
  const box = { x: 0, y: 0, w: 1, h: 1 };
  const nobodys = { person_id: null, person_name: null, assigned_by: 'auto' } as const;
  return { id, photo_uid: `p${id}`, box, score: 1, crop_url: `/api/faces/${id}/crop`, ...nobodys };
}

/** A server with `count` faces that are nobody's, which answers when `let it` is called, or at once. @param skips what was put off before @param likely in whose stead it shows those faces */
function queueOf(count: number, skips = new SkippedOnes(), likely?: LikelyPages) {
  const nobodys = new Set(Array.from({ length: count }, (_, i) => i + 1));
  const photo = new Library(months([2024, 6, 1])).item(0);
  const told = { failed: [] as string[], undo: [] as (() => Promise<void>)[], sent: [] as string[] };
  const server = {
    refuses: false,
    follow: [] as number[],
    held: null as Promise<void> | null,
    slow: null as Promise<void> | null,
  };
  const queue = new FaceQueue({
    faces: async ({ offset, limit }) => {
      if (likely) return likely.next(offset);
      await server.slow;
      const faces = [...nobodys].map(face).slice(offset, offset + limit);
      return { faces, total: nobodys.size };
    },
    suggestions: (id) =>
      Promise.resolve({
        suggestions: [{ person: person(id * 10, `Like ${id}`), similarity: 0.5, likeness: 'likely' as const }],
      }),
    photo: () => Promise.resolve(photo),
    assign: async (id: number, whose: Whose): Promise<AssignedFace> => {
      await server.held;
      if (server.refuses) throw new Error('No.');
      told.sent.push(`${id} is ${'name' in whose ? whose.name : whose.person_id}`);
      const propagated_ids = server.follow;
      for (const gone of [id, ...propagated_ids]) nobodys.delete(gone);
      const who = 'name' in whose ? person(99, whose.name) : person(whose.person_id, 'Somebody');
      return { face: face(id), person: who, propagated: propagated_ids.length, propagated_ids };
    },
    unassign: (id) => {
      told.sent.push(`${id} is nobody's`);
      nobodys.add(id);
      return Promise.resolve();
    },
    reject: (id, rejected) => {
      if (server.refuses) return Promise.reject(new Error('No.'));
      told.sent.push(`${id} is ${rejected ? 'no' : 'a'} face`);
      if (rejected) nobodys.delete(id);
      else nobodys.add(id);
      return Promise.resolve();
    },
    ignore: (id, ignored) => {
      told.sent.push(`${id} is ${ignored ? 'ignored' : 'to be named'}`);
      if (ignored) nobodys.delete(id);
      else nobodys.add(id);
      return Promise.resolve();
    },
    skips,
    onDecided: (_, undo) => told.undo.push(undo),
    onUndone: () => undefined,
    onFailed: (error) => told.failed.push((error as Error).message),
    onChanged: () => undefined,
  });
  const visitAnew = async (): Promise<void> => {
    queue.forget();
    await queue.resume();
  };
  return { queue, told, server, nobodys, visitAnew, here: () => queue.current.value?.face.id ?? null };
}

describe('the queue of faces', () => {
  it('leaves out on the next visit what was put off, until it is to be shown again', async () => {
    const skips = new SkippedOnes();
    const { queue, visitAnew, here } = queueOf(250, skips);
    await queue.resume();
    for (let i = 0; i < 120; i++) {
      queue.skip();
      // As somebody does it: more is read before the end is there.
      if (i % 10 === 0) await settled();
    }
    await settled();
    expect([here(), queue.skipped.value]).to.deep.equal([121, 120]);
    await visitAnew();
    expect([here(), queue.skipped.value, queue.total.value]).to.deep.equal([121, 120, 130]);
    skips.clear();
    await visitAnew();
    expect([here(), queue.skipped.value]).to.deep.equal([1, 0]);
  });

  it('forgets that a face was put off once somebody knows it, and takes back that nobody does', async () => {
    const skips = new SkippedOnes();
    const { queue, told, here } = queueOf(3, skips);
    await queue.resume();
    queue.skip();
    queue.back();
    queue.ignore();
    await settled();
    expect([here(), [...skips.ids.value], told.sent]).to.deep.equal([2, [], ['1 is ignored']]);
    await queue.undoLast();
    expect([here(), told.sent.at(-1)]).to.deep.equal([1, '1 is to be named']);
  });

  it('shows the next face at once, before the server has answered', async () => {
    const { queue, told, server, here } = queueOf(5);
    await queue.resume();
    await settled();
    let answer: () => void = () => undefined;
    server.held = new Promise((resolve) => (answer = resolve));
    queue.choose(0);
    expect(here()).to.equal(2);
    queue.name(' Anna ');
    expect([here(), queue.at.value, queue.total.value]).to.deep.equal([3, 2, 5]);
    expect(told.sent).to.deep.equal([]);
    answer();
    await settled();
    expect(told.sent).to.deep.equal(['1 is 10', '2 is Anna']);
  });

  it('has the suggestions of a face ready before it shows', async () => {
    const { queue } = queueOf(5);
    await queue.resume();
    await settled();
    queue.skip();
    expect(queue.suggestions.value?.[0]?.person.name).to.equal('Like 2');
    queue.choose(3);
    expect(queue.at.value).to.equal(1);
  });

  it('skips, goes back, and knows at the end what was skipped', async () => {
    const skips = new SkippedOnes();
    const { queue, visitAnew, here } = queueOf(3, skips);
    await queue.resume();
    queue.skip();
    queue.name('Anna');
    queue.skip();
    expect([here(), queue.skipped.value, queue.isDone.value]).to.deep.equal([null, 2, true]);
    queue.back();
    queue.back();
    expect([here(), queue.current.value?.decided]).to.deep.equal([2, { name: 'Anna', isFace: true }]);
    await settled();
    skips.clear();
    await visitAnew();
    expect([here(), queue.total.value]).to.deep.equal([1, 2]);
  });

  it('brings a face back as the next one when its decision fails', async () => {
    const { queue, told, server, here } = queueOf(5);
    await queue.resume();
    server.refuses = true;
    queue.name('Anna');
    await settled();
    expect([here(), told.failed, queue.total.value]).to.deep.equal([2, ['No.'], 5]);
    expect(queue.canUndo.value).to.equal(false);
    queue.skip();
    expect([here(), queue.current.value?.decided]).to.deep.equal([1, null]);
  });

  it('takes decisions back, the newest first, and shows each face again', async () => {
    const { queue, told, here } = queueOf(5);
    await queue.resume();
    for (const name of ['Anna', 'Berta']) queue.name(name);
    await queue.undoLast();
    expect([here(), queue.current.value?.decided]).to.deep.equal([2, null]);
    await queue.undoLast();
    expect(here()).to.equal(1);
    expect(told.sent.slice(2)).to.deep.equal(["2 is nobody's", "1 is nobody's"]);
    await told.undo[0]!();
    expect(told.sent).to.have.length(4);
  });

  it('takes a decision back that is still on its way', async () => {
    const { queue, told, here } = queueOf(2);
    await queue.resume();
    queue.name('Anna');
    await queue.undoLast();
    expect([here(), told.sent]).to.deep.equal([1, ['1 is Anna', "1 is nobody's"]]);
  });

  it('lets faces go that went along, but never the one that shows; undo brings them back', async () => {
    const { queue, told, server, here } = queueOf(6);
    await queue.resume();
    server.follow = [2, 4, 5];
    queue.name('Anna');
    await settled();
    expect([here(), queue.total.value, queue.followed.value]).to.deep.equal([2, 4, 3]);
    queue.skip();
    expect(here()).to.equal(3);
    queue.skip();
    expect(here()).to.equal(6);
    await queue.undoLast();
    expect([here(), queue.total.value]).to.deep.equal([1, 6]);
    expect(told.sent.slice(1)).to.deep.equal(["1 is nobody's", "4 is nobody's", "5 is nobody's"]);
  });

  it('goes on from what is not a face, and takes that back too', async () => {
    const { queue, told, server, here } = queueOf(3);
    await queue.resume();
    queue.reject();
    await settled();
    expect([here(), queue.total.value]).to.deep.equal([2, 3]);
    queue.back();
    expect(queue.current.value?.decided).to.deep.equal({ isFace: false });
    queue.skip();
    await queue.undoLast();
    expect([here(), queue.current.value?.decided]).to.deep.equal([1, null]);
    expect(told.sent).to.deep.equal(['1 is no face', '1 is a face']);
    server.refuses = true;
    queue.reject();
    await settled();
    expect([told.failed, queue.canUndo.value]).to.deep.equal([['No.'], false]);
  });

  it('takes all of it back that was said of a face', async () => {
    const { queue, told } = queueOf(3);
    await queue.resume();
    queue.name('Anna');
    queue.back();
    queue.reject();
    await queue.undoLast();
    expect(told.sent).to.deep.equal(['1 is Anna', '1 is no face', '1 is a face', "1 is nobody's"]);
    queue.reject();
    queue.back();
    queue.name('Anna');
    await queue.undoLast();
    expect(told.sent.slice(4)).to.deep.equal(['1 is no face', '1 is Anna', "1 is nobody's"]);
  });

  it('reads on before it comes to the end, past those that were skipped', async () => {
    const { queue, here } = queueOf(250);
    await queue.resume();
    expect(queue.total.value).to.equal(250);
    for (let i = 0; i < 249; i++) {
      if (i % 2) queue.skip();
      else queue.name('Anna');
      await settled();
    }
    expect([here(), queue.at.value, queue.total.value]).to.deep.equal([250, 249, 250]);
  });

  it('reads anew what somebody changed elsewhere, and still takes back what was decided before', async () => {
    const { queue, told, here, nobodys } = queueOf(4);
    await queue.resume();
    queue.name('Anna');
    await settled();
    nobodys.add(9);
    nobodys.delete(3);
    queue.outdate();
    expect(here()).to.equal(2);
    await queue.resume();
    expect([here(), queue.total.value, queue.canUndo.value]).to.deep.equal([2, 4, true]);
    queue.skip();
    expect(here()).to.equal(4);
    await told.undo[0]!();
    expect([here(), told.sent]).to.deep.equal([1, ['1 is Anna', "1 is nobody's"]]);
  });

  it('is not filled by an answer that comes after it was forgotten', async () => {
    const { queue, here, server } = queueOf(4);
    let answer: () => void = () => undefined;
    server.slow = new Promise((resolve) => (answer = resolve));
    const reading = queue.resume();
    await settled();
    queue.forget();
    answer();
    await reading;
    expect([here(), queue.total.value, queue.phase.value]).to.deep.equal([null, 0, 'loading']);
    await queue.resume();
    expect([here(), queue.total.value]).to.deep.equal([1, 4]);
  });
});

describe('the queue of faces with a likely person', () => {
  /** A server that compares the faces in pages, many of them without a likely one. */
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

  it('goes on where faces went along that were not here yet', async () => {
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

  it('finds a face behind any number of pages without one, and is over at the last page only', async () => {
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

  it('goes on after the page that could not be had', async () => {
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
