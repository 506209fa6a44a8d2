import { expect } from 'chai';
import { JobPool, MemoryBudget, type JobPoolSettings } from '../../../core/plugin-api/toolkit/index.ts';
import { memoryOf } from '../../support/process-tree.ts';
import { until } from '../../support/until.ts';

const MB = 1_000_000;

describe('a process for untrusted bytes', function () {
  let pool: JobPool;
  const signal = new AbortController().signal;

  const start = (settings: Partial<JobPoolSettings> = {}, module = '../../fixtures/job-process'): void => {
    const memory = new MemoryBudget(200 * MB);
    pool = new JobPool(module, import.meta.url, { processes: 2, memory, patience: 60, idleStop: 60, ...settings });
  };
  const run = (task: string, facts: unknown = null, bytes: Uint8Array[] = []) =>
    pool.run(task, facts, { bytes, signal });
  const failure = (job: Promise<unknown>): Promise<unknown> =>
    job.then(
      () => undefined,
      (error: unknown) => error,
    );

  afterEach(() => pool.close());

  it('receives values and bytes, and returns others, including many, large and empty ones', async () => {
    start();
    const large = new Uint8Array(9 * MB).map((_, at) => at % 251);
    const given = [new Uint8Array(), large, Uint8Array.of(1, 2, 3), new Uint8Array()];
    const { facts, bytes } = await run('reverse', { name: 'Grüße 📷' }, given);
    expect(facts).to.deep.equal({ name: 'Grüße 📷' });
    expect(bytes.map(({ length }) => length)).to.deep.equal([0, 9 * MB, 3, 0]);
    expect(Buffer.from(bytes[1]!).equals(Buffer.from(large).reverse())).to.equal(true);
    expect([...bytes[2]!]).to.deep.equal([3, 2, 1]);
  });

  it('starts with the first job, stops when it is idle, and starts again', async () => {
    start({ idleStop: 0.1 });
    expect(pool.pids).to.deep.equal([]);
    await run('reverse');
    const [first] = pool.pids;
    expect(first).to.be.a('number');
    await until(() => pool.pids.length === 0);
    await run('reverse');
    expect(pool.pids).to.have.length(1).and.not.include(first);
  });

  it("does not get the server's secrets in its environment", async () => {
    process.env['BRIDGE_TOKEN'] = 'secret of the bridge';
    try {
      start();
      const { facts } = await run('environment');
      expect(Object.keys(facts as object))
        .to.include('PATH')
        .and.not.include('BRIDGE_TOKEN');
      expect(JSON.stringify(facts)).not.to.include('secret');
    } finally {
      delete process.env['BRIDGE_TOKEN'];
    }
  });

  for (const signalName of ['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const) {
    it(`that ends (${signalName}) during a job is replaced; only that job is retried once and then fails`, async () => {
      start();
      const neighbours = Array.from({ length: 4 }, () => run('need', { bytes: 1, milliseconds: 200 }));
      const died = failure(run('die', { signal: signalName }));
      const killed = signalName === 'SIGKILL';
      expect(await died).to.include({ name: 'JobDeadly', late: undefined, killed });
      expect(await Promise.all(neighbours)).to.have.length(4);
      expect((await run('reverse', 1)).facts).to.equal(1);
    });
  }

  it('that is killed once from outside is replaced, and the job completes', async () => {
    const memory = new MemoryBudget(200 * MB);
    start({ processes: 1, memory });
    // The job gets no memory before its first process is gone.
    const release = await memory.take(200 * MB, { signal });
    const job = run('need', { bytes: 1, milliseconds: 0 });
    await until(() => pool.pids.length === 1);
    const [first] = pool.pids;
    process.kill(first!, 'SIGKILL');
    await until(() => !pool.pids.includes(first!));
    release();
    await job;
    expect(pool.pids).not.to.include(first);
  });

  it('that hangs is killed, and the job fails the second time', async () => {
    start({ patience: 2, processes: 1 });
    await run('reverse');
    const next = run('reverse', 'next');
    expect(await failure(run('hang'))).to.include({ name: 'JobDeadly', late: 2, killed: false });
    expect((await next).facts).to.equal('next');
  });

  it('that allocates more than the memory limit is killed before it has much more', async function () {
    if (process.platform !== 'linux') this.skip();
    start({ processes: 1 });
    const before = await run('reverse').then(() => memoryOf(pool.pids[0]!));
    let most = 0;
    const watch = setInterval(() => {
      for (const pid of pool.pids) most = Math.max(most, memoryOf(pid) - before);
    }, 5);
    try {
      expect(await failure(run('eat', { bytes: 4000 * MB }))).to.be.an('error');
    } finally {
      clearInterval(watch);
    }
    // From sources, a thread may compile them, for which Node 24 reserves half a gigabyte more.
    expect(most).to.be.below((Number.parseInt(process.versions.node) < 24 ? 700 : 1250) * MB);
    expect((await run('reverse', 1)).facts).to.equal(1);
  });

  it('reports why a job failed, including a lack of memory', async () => {
    start();
    expect(await failure(run('fail'))).to.include({
      name: 'JobFailure',
      kind: 'unknown',
      message: 'Nothing to be done.',
    });
    expect(await failure(run('reverse', null, [new Uint8Array(300 * MB)]))).to.include({ kind: 'memory' });
    expect(await failure(run('need', { bytes: 300 * MB, milliseconds: 0 }))).to.include({
      kind: 'memory',
      message: 'The picture takes 300 MB of memory to decode, more than the limit of 200 MB',
    });
  });

  it('that sends an invalid message is ended', async () => {
    start();
    expect(await failure(run('babble'))).to.be.an('error');
    expect((await run('reverse', 1)).facts).to.equal(1);
  });

  it('waits until other jobs have released enough memory', async () => {
    start();
    const job = (bytes: number) => run('need', { bytes, milliseconds: 300 });
    await Promise.all([run('reverse'), run('reverse')]);
    const [one, other] = await Promise.all([job(150 * MB), job(150 * MB)]);
    const spans = [one.facts, other.facts] as [number, number][];
    spans.sort(([a], [b]) => a - b);
    expect(spans[1]![0]).to.be.at.least(spans[0]![1]);
  });

  it('whose job was aborted is free for other jobs', async () => {
    start({ processes: 1 });
    const leaving = new AbortController();
    const left = failure(pool.run('need', { bytes: 1, milliseconds: 60_000 }, { signal: leaving.signal }));
    await until(() => pool.pids.length === 1);
    leaving.abort(new Error('gone'));
    expect(await left).to.include({ message: 'gone' });
    expect((await run('reverse', 'next')).facts).to.equal('next');
  });

  it('that keeps memory of earlier jobs is replaced if another job needs it, without failing any job', async () => {
    start();
    await Promise.all([run('eat', { bytes: 80 * MB }), run('eat', { bytes: 80 * MB })]);
    const full = pool.pids;
    expect(full).to.have.length(2);
    await run('need', { bytes: 180 * MB, milliseconds: 10 });
    expect(pool.pids).to.not.include.members(full.slice(0, 1)).and.not.include.members(full.slice(1));
    const jobs = Array.from({ length: 4 }, (_, at) => [
      run('eat', { bytes: 60 * MB }),
      run('need', { bytes: (at % 2 === 0 ? 190 : 20) * MB, milliseconds: 10 }),
    ]).flat();
    await Promise.all(jobs);
  });

  it('that keeps a little memory does not prevent a job from getting all the memory', async () => {
    start();
    await Promise.all([run('eat', { bytes: 16 * MB }), run('eat', { bytes: 16 * MB })]);
    expect(pool.pids).to.have.length(2);
    await run('need', { bytes: 200 * MB, milliseconds: 10 });
  });

  it('that cannot start does not count against a job', async () => {
    start({}, '../../fixtures/none-such');
    const error = await failure(run('reverse'));
    expect(error).to.include({ name: 'ProcessBroken', killed: false });
    expect((error as Error).message).to.match(/none-such/);
  });

  it('interrupts all jobs once the pool is closed', async () => {
    start();
    const waiting = failure(run('need', { bytes: 1, milliseconds: 60_000 }));
    await until(() => pool.pids.length === 1);
    await pool.close();
    expect(await waiting).to.include({ name: 'JobInterrupted' });
    expect(await failure(run('reverse'))).to.include({ name: 'JobInterrupted' });
  });
});

describe('a memory budget', () => {
  const signal = new AbortController().signal;

  it('is granted in the order of requests, and to urgent requests first', async () => {
    const budget = new MemoryBudget(10);
    const order: string[] = [];
    const take = async (name: string, bytes: number, urgent = false) => {
      const release = await budget.take(bytes, { urgent, signal });
      order.push(name);
      return release;
    };
    const first = await take('first', 8);
    const large = take('large', 9);
    const small = take('small', 1);
    const person = take('person', 3, true);
    await new Promise(setImmediate);
    expect(order).to.deep.equal(['first']);
    first();
    (await person)();
    (await large)();
    (await small)();
    expect(order).to.deep.equal(['first', 'person', 'large', 'small']);
  });

  it('is not held by an aborted request, or released twice', async () => {
    const budget = new MemoryBudget(10);
    const release = await budget.take(10, { signal });
    const leaving = new AbortController();
    const left = budget.take(10, { signal: leaving.signal }).catch((error: unknown) => error);
    const next = budget.take(4, { signal });
    leaving.abort(new Error('gone'));
    expect(await left).to.include({ message: 'gone' });
    release();
    release();
    await next;
    expect(await budget.take(11, { signal }).catch((error: unknown) => error)).to.be.an.instanceOf(RangeError);
    let had = false;
    void budget.take(7, { signal }).then(() => (had = true));
    await new Promise(setImmediate);
    expect(had).to.equal(false);
  });
});
