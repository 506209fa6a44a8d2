import { expect } from 'chai';
import { chooseLanguage } from '../../web/state/languages.ts';
import { NotUndone, PartlyDone, type Undo } from '../../web/state/partly-done.ts';
import { Toasts } from '../../web/state/toasts.ts';

describe('a toast', () => {
  it('is shown for a while, longer if it offers undo', async () => {
    const ends: { after: number; end: () => void }[] = [];
    const toasts = new Toasts((after) => new Promise((resolve) => ends.push({ after, end: resolve })));
    toasts.say('Archived');
    toasts.say('Hidden', () => Promise.resolve());
    expect(toasts.shown.value.map(({ message }) => message)).to.deep.equal(['Archived', 'Hidden']);
    expect(ends[1]!.after).to.be.above(ends[0]!.after);
    ends[0]!.end();
    await Promise.resolve();
    await Promise.resolve();
    expect(toasts.shown.value.map(({ message }) => message)).to.deep.equal(['Hidden']);
  });

  it('undoes its action once, the newest first, and shows a failed undo, which can be retried', async () => {
    const toasts = new Toasts(() => new Promise(() => undefined));
    const undone: string[] = [];
    const undo = (name: string) => (): Promise<void> => {
      undone.push(name);
      return name === 'first' ? Promise.reject(new Error('The server cannot be reached.')) : Promise.resolve();
    };
    toasts.say('one', undo('first'));
    toasts.say('two', undo('second'));
    const [one] = toasts.shown.value;
    await toasts.undoLast();
    await toasts.undoLast();
    await toasts.undo(one!);
    expect(undone).to.deep.equal(['second', 'first']);
    expect(toasts.shown.value.map(({ message, failed }) => [message, failed])).to.deep.equal([
      ['The server cannot be reached.', true],
    ]);
    await toasts.undoLast();
    expect(undone, 'a failed undo can be retried').to.deep.equal(['second', 'first', 'first']);
  });

  it('does not count as a failure if the user stopped the action', () => {
    const toasts = new Toasts(() => new Promise(() => undefined));
    const undo: Undo = () => Promise.resolve();
    toasts.fail(new PartlyDone('Stopped', undo, null));
    toasts.fail(new PartlyDone('Broken off', undo, new Error('No answer.')));
    expect(toasts.shown.value.map(({ failed }) => failed)).to.deep.equal([false, true]);
  });

  it('replaces an earlier one about the same values, which returns after undo', async () => {
    const toasts = new Toasts(() => new Promise(() => undefined));
    const undone: string[] = [];
    const undo = (name: string, ...of: string[]): Undo =>
      Object.assign(() => Promise.resolve(void undone.push(name)), { of: new Set(of) });
    const shown = (): string[] => toasts.shown.value.map(({ message }) => message);
    toasts.say('turned a', undo('1', 'rotation a'));
    toasts.say('archived a', undo('2', 'archived a'));
    toasts.say('turned both', undo('3', 'rotation a', 'rotation b'));
    expect(shown()).to.deep.equal(['archived a', 'turned both']);
    toasts.say('turned b', undo('4', 'rotation b'));
    expect(shown(), 'one of more photos stays').to.deep.equal(['archived a', 'turned both', 'turned b']);
    toasts.say('turned both again', undo('5', 'rotation a', 'rotation b'));
    expect(shown()).to.deep.equal(['archived a', 'turned both again']);
    await toasts.undoLast();
    expect(shown()).to.deep.equal(['archived a', 'turned both', 'turned b']);
    for (let i = 0; i < 4; i++) await toasts.undoLast();
    expect(undone).to.deep.equal(['5', '4', '3', '1', '2']);
    expect(shown()).to.deep.equal([]);
  });

  it('undoes the newest action first even if the next undo is requested before the server has answered', async () => {
    const toasts = new Toasts(() => new Promise(() => undefined));
    const undone: string[] = [];
    let answer = (): void => undefined;
    const undo = (name: string, until: Promise<void>): Undo =>
      Object.assign(() => until.then(() => void undone.push(name)), { of: new Set(['rotation a']) });
    toasts.say('archived b', async () => void undone.push(await Promise.resolve('archived b')));
    toasts.say('turned a', undo('turned a', Promise.resolve()));
    toasts.say('turned a again', undo('turned a again', new Promise((resolve) => (answer = resolve))));
    const wishes = [toasts.undoLast()];
    expect(toasts.canUndo).to.equal(true);
    wishes.push(toasts.undoLast(), toasts.undoLast());
    answer();
    await Promise.all(wishes);
    expect(undone).to.deep.equal(['turned a again', 'turned a', 'archived b']);
    expect(toasts.canUndo).to.equal(false);
  });

  it('shows why there is nothing to undo, and does not offer undo again', async () => {
    const toasts = new Toasts(() => new Promise(() => undefined));
    toasts.say('one', () => Promise.reject(new NotUndone('It was changed since.')));
    await toasts.undoLast();
    expect(toasts.shown.value.map(({ message, undo }) => [message, undo])).to.deep.equal([
      ['It was changed since.', null],
    ]);
  });

  it('offers undo for the part of an action that was done before it failed', async () => {
    const toasts = new Toasts(() => new Promise(() => undefined));
    let undone = 0;
    const undo = (): Promise<void> => {
      undone++;
      return Promise.resolve();
    };
    toasts.fail(new PartlyDone('Only 200 of 450 photos were changed.', undo, new Error('No answer.')));
    expect(toasts.shown.value.map(({ message, failed }) => [message, failed])).to.deep.equal([
      ['Only 200 of 450 photos were changed.', true],
    ]);
    await toasts.undoLast();
    expect(undone).to.equal(1);
    expect(toasts.shown.value).to.deep.equal([]);
  });

  it('does not return for the next user when an undo ends after a sign-out', async () => {
    const toasts = new Toasts(() => new Promise(() => undefined));
    const of = new Set(['a']);
    for (const end of [() => Promise.resolve(), () => Promise.reject(new Error('Lost.'))]) {
      toasts.say(
        'one',
        Object.assign(() => Promise.resolve(), { of }),
      );
      toasts.say('two', Object.assign(end, { of }));
      const undone = [toasts.undoLast(), toasts.undoLast()];
      toasts.clear();
      toasts.say('of the next person', () => Promise.reject(new Error('It was not theirs.')));
      await Promise.all(undone);
      expect(toasts.shown.value.map(({ message }) => message)).to.deep.equal(['of the next person']);
    }
  });

  it('is shown only while it is among the three newest', () => {
    const toasts = new Toasts(() => new Promise(() => undefined));
    for (let i = 0; i < 10; i++) toasts.say(String(i));
    expect(toasts.shown.value.map(({ message }) => message)).to.deep.equal(['7', '8', '9']);
  });
});

describe('the language', () => {
  it('is the chosen one, else the first of the browser’s that is supported, else English', () => {
    expect(chooseLanguage('de', ['en-US'])).to.equal('de');
    expect(chooseLanguage(null, ['it', 'fr-CA', 'de-AT'])).to.equal('fr');
    expect(chooseLanguage('klingon', ['it'])).to.equal('en');
    expect(chooseLanguage(null, [])).to.equal('en');
  });
});
