import { expect } from 'chai';
import { SkippedOnes } from '../../web/state/people/skipped-ones.ts';
import { settled } from './library.ts';
import { queueOf } from './queue-of-faces.ts';

describe('the queue of faces', () => {
  it('leaves out skipped faces on the next visit, until the skips are cleared', async () => {
    const skips = new SkippedOnes();
    const { queue, visitAnew, here } = queueOf(250, skips);
    await queue.resume();
    for (let i = 0; i < 120; i++) {
      queue.skip();
      // At the pace of a user: more faces are read before the end is reached.
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

  it('no longer counts a face as skipped once it is ignored, and undoes the ignoring', async () => {
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

  it('loads the suggestions for a face before it is shown', async () => {
    const { queue } = queueOf(5);
    await queue.resume();
    await settled();
    queue.skip();
    expect(queue.suggestions.value?.[0]?.person.name).to.equal('Like 2');
    queue.choose(3);
    expect(queue.at.value).to.equal(1);
  });

  it('skips and goes back, and counts the skipped faces at the end', async () => {
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

  it('undoes decisions, the newest first, and shows each face again', async () => {
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

  it('undoes a decision whose request is still pending', async () => {
    const { queue, told, here } = queueOf(2);
    await queue.resume();
    queue.name('Anna');
    await queue.undoLast();
    expect([here(), told.sent]).to.deep.equal([1, ['1 is Anna', "1 is nobody's"]]);
  });

  it('removes faces that were assigned along with another, except the visible one, until undo', async () => {
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

  it('continues after “not a face”, and undoes that as well', async () => {
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

  it('undoes all decisions about a face together', async () => {
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

  it('reads more faces before it reaches the end, past skipped ones', async () => {
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

  it('reads changes made elsewhere, and can still undo earlier decisions', async () => {
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

  it('ignores a response that arrives after it was cleared', async () => {
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

  it('sends no pending decision once it is cleared, as after a sign-out', async () => {
    const { queue, server, told } = queueOf(3);
    await queue.resume();
    let release = (): void => undefined;
    server.held = new Promise((resolve) => (release = resolve));
    queue.name('Ada');
    queue.reject();
    await settled();
    queue.forget();
    release();
    await new Promise(setImmediate);
    expect(told.sent).to.deep.equal(['1 is Ada']);
  });
});
