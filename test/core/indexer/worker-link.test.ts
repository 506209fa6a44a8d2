import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { WorkerLink } from '../../../core/indexer/worker-link.ts';

interface Tasks {
  readonly work: { readonly input: string; readonly output: number };
}

/** Counts the questions it was asked, and does what each says. */
const code = `
  const { parentPort } = require('node:worker_threads');
  let count = 0;
  parentPort.on('message', ({ id, input }) => {
    count += 1;
    if (input === 'hang') while (true);
    if (input === 'die') process.exit(1);
    if (input === 'throw') throw new Error('uncaught');
    if (input === 'complain') parentPort.postMessage({ id, error: { message: 'No picture.', forPeople: true } });
    if (input === 'answer') parentPort.postMessage({ id, output: count });
  });
  parentPort.postMessage('ready');
`;

describe('a worker', () => {
  let link: WorkerLink<Tasks>;
  let started: number;

  const connect = (options: { timeout: number; idleStop?: number }, source = code): void => {
    started = 0;
    link = new WorkerLink(() => {
      started += 1;
      return new Worker(source, { eval: true, stderr: true });
    }, options);
  };
  const failure = (task: Promise<unknown>): Promise<unknown> => task.catch((error: unknown) => error);

  afterEach(() => link.close());

  it('starts once, with the first call', async () => {
    connect({ timeout: 10 });
    expect(started).to.equal(0);
    expect(await link.call('work', 'answer')).to.equal(1);
    expect(await link.call('work', 'answer')).to.equal(2);
    expect(started).to.equal(1);
  });

  it('says what is wrong with a photo', async () => {
    connect({ timeout: 10 });
    expect(await failure(link.call('work', 'complain'))).to.include({ name: 'PhotoError', message: 'No picture.' });
  });

  for (const end of ['die', 'throw']) {
    it(`is replaced when it ends (${end}), and its calls are told`, async () => {
      connect({ timeout: 10 });
      await link.call('work', 'answer');
      const neighbour = failure(link.call('work', 'wait'));
      expect(await failure(link.call('work', end))).to.include({ name: 'WorkerDied' });
      expect(await neighbour).to.include({ name: 'WorkerDied' });
      expect(await link.call('work', 'answer')).to.equal(1);
    });
  }

  it('is replaced when it hangs: the photo is to blame, its neighbours are not', async () => {
    // Long enough for a thread to start on a busy machine.
    connect({ timeout: 2 });
    await link.call('work', 'answer');
    const hanging = failure(link.call('work', 'hang'));
    const neighbour = failure(link.call('work', 'answer'));
    expect(await hanging).to.include({ name: 'PhotoError' });
    expect(await neighbour).to.include({ name: 'WorkerDied' });
    expect(await link.call('work', 'answer')).to.equal(1);
  });

  it('that cannot start is no fault of a photo', async () => {
    connect({ timeout: 10 }, 'throw new Error("a library is missing");');
    expect(await failure(link.call('work', 'answer'))).to.include({ name: 'WorkerBroken' });
  });

  it('ends when it is idle, and starts again', async () => {
    connect({ timeout: 10, idleStop: 0.05 });
    await link.call('work', 'answer');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await link.call('work', 'answer')).to.equal(1);
    expect(started).to.equal(2);
  });

  it('forgets a call that was aborted', async () => {
    connect({ timeout: 10 });
    const controller = new AbortController();
    const call = failure(link.call('work', 'wait', { signal: controller.signal }));
    controller.abort(new Error('gone'));
    expect(await call).to.include({ message: 'gone' });
    expect(await link.call('work', 'answer')).to.equal(2);
  });

  it('answers nobody once it is closed', async () => {
    connect({ timeout: 10 });
    const waiting = failure(link.call('work', 'wait'));
    await link.close();
    expect(await waiting).to.include({ name: 'WorkerDied' });
    expect(await failure(link.call('work', 'answer'))).to.include({ name: 'WorkerDied' });
  });
});
