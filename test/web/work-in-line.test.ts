import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { SomePhotos } from '../../core/http/wire.ts';
import { PhotoEdits } from '../../web/state/photos/photo-edits.ts';
import { UnfinishedWork, WorkInLine } from '../../web/state/work-in-line.ts';
import { Library, months } from './library.ts';

const forever = (): Promise<void> => new Promise(() => undefined);

describe('changes that are announced before the server has confirmed them', () => {
  it('count as unfinished until the last request of an edit is answered', async () => {
    const unfinished = new UnfinishedWork(forever);
    const answers: ((answer: SomePhotos) => void)[] = [];
    const edits = new PhotoEdits({
      changePhotos: () => new Promise((answer) => answers.push(answer)),
      undoChange: () => Promise.resolve({ photos: 0 }),
      onFacts: () => undefined,
      onChanged: () => undefined,
      brokenOff: () => '',
      stopped: () => '',
      nothingToUndo: '',
      unfinished,
    });
    const library = new Library(months([2024, 6, 500]));
    const photos = Array.from({ length: 500 }, (_, at) => library.item(at));
    expect(unfinished.isThere).to.equal(false);
    const edit = edits.setFlags(photos, { favorited: true });
    let isDone = false;
    const done = unfinished.done(5000).then(() => (isDone = true));
    for (let part = 0; part < 3; part++) {
      await setImmediate();
      expect([answers.length, unfinished.isThere, isDone]).to.deep.equal([part + 1, true, false]);
      answers[part]!({ photos: [] });
    }
    await Promise.all([edit, done]);
    expect(unfinished.isThere).to.equal(false);
  });

  it('do not count as unfinished if they failed, were dropped, or only read', async () => {
    const unfinished = new UnfinishedWork(forever);
    const line = new WorkInLine(unfinished);
    void line.run(forever, 'reads');
    expect(unfinished.isThere).to.equal(false);
    line.clear();
    const failed = line.run(() => Promise.reject(new Error('no'))).catch(() => 'failed');
    expect(unfinished.isThere).to.equal(true);
    expect(await failed).to.equal('failed');
    await unfinished.done(5000);
    expect(unfinished.isThere).to.equal(false);
    void line.run(forever);
    unfinished.drop();
    expect(unfinished.isThere).to.equal(false);
  });

  it('are waited for only until a timeout', async () => {
    const waits: number[] = [];
    const unfinished = new UnfinishedWork((milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    });
    void new WorkInLine(unfinished).run(forever);
    await unfinished.done(5000);
    expect([waits, unfinished.isThere]).to.deep.equal([[5000], true]);
  });
});
