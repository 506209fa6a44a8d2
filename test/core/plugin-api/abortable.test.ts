import { expect } from 'chai';
import { abortable, inTime, linkedSignal, onAbort, withinTime } from '../../../core/plugin-api/toolkit/index.ts';
import { WakeablePause } from '../../../core/threads/pause.ts';
import { leftAtSignal } from '../../support/left-at-signal.ts';

const never = new Promise<never>(() => undefined);
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('abortable work', function () {
  it('rejects with the reason of the signal, and notifies the work', async () => {
    const controller = new AbortController();
    let told = 0;
    const work = abortable(controller.signal, never, { onAbort: () => (told += 1) });
    controller.abort(new Error('The viewer left'));
    expect(await failure(work))
      .to.be.an('error')
      .with.property('message', 'The viewer left');
    expect(told).to.equal(1);
  });

  it('does not start if its signal is already aborted', async () => {
    let began = false;
    const work = abortable(AbortSignal.abort(new Error('too late')), () => {
      began = true;
    });
    expect(await failure(work)).to.have.property('message', 'too late');
    expect(began).to.equal(false);
  });

  it('leaves no listeners on the signal, however it ends', async () => {
    const controller = new AbortController();
    expect(await abortable(controller.signal, Promise.resolve(5))).to.equal(5);
    expect(await failure(abortable(controller.signal, Promise.reject(new Error('broken'))))).to.have.property(
      'message',
      'broken',
    );
    expect(await inTime(Promise.resolve(6), 60_000, () => new Error(), controller.signal)).to.equal(6);
    const limits = { ms: 60_000, signals: [controller.signal], tooLate: () => new Error() };
    expect(await withinTime(() => Promise.resolve(7), limits)).to.equal(7);
    expect(leftAtSignal(controller.signal)).to.equal(0);
  });

  it('needs no signal', async () => {
    expect(await abortable(undefined, Promise.resolve(8))).to.equal(8);
  });
});

describe('a linked signal', function () {
  it('is aborted with the first of its signals, for the same reason', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const { signal } = linkedSignal(first.signal, second.signal);
    second.abort(new Error('too late'));
    first.abort(new Error('The viewer left'));
    expect(signal.reason).to.have.property('message', 'too late');
    expect(linkedSignal(first.signal, new AbortController().signal).signal.reason).to.equal(first.signal.reason);
  });

  it('removes its listeners when it is released, and no longer follows its signals', () => {
    const controller = new AbortController();
    const { signal, release } = linkedSignal(controller.signal, new AbortController().signal);
    expect(leftAtSignal(controller.signal)).to.equal(1);
    release();
    expect(leftAtSignal(controller.signal)).to.equal(0);
    controller.abort();
    expect(signal.aborted).to.equal(false);
  });
});

describe('work with a time limit', function () {
  it('is aborted after the time limit, and rejects with the same error', async () => {
    let heard: unknown;
    const work = (signal: AbortSignal): Promise<never> => {
      onAbort(signal, () => {
        heard = signal.reason;
      });
      return never;
    };
    const error = await failure(withinTime(work, { ms: 1, signals: [], tooLate: () => new Error('too slow') }));
    expect(error).to.have.property('message', 'too slow');
    expect(heard).to.equal(error);
  });

  it('can time out even if the work never ends', async () => {
    expect(await failure(inTime(never, 1, () => new Error('too slow')))).to.have.property('message', 'too slow');
  });
});

describe('a pause', function () {
  it('ends when it is woken, and when its signal is aborted', async () => {
    const pause = new WakeablePause();
    const controller = new AbortController();
    const woken = pause.wait(2 ** 31 - 1, controller.signal);
    pause.wake();
    await woken;
    expect(leftAtSignal(controller.signal)).to.equal(0);
    const aborted = pause.wait(2 ** 31 - 1, controller.signal);
    controller.abort();
    await aborted;
  });

  it('ends after its time', async () => {
    await new WakeablePause().wait(1, new AbortController().signal);
  });
});
