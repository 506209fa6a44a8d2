import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { JobPool, MemoryBudget, ProcessPool, type PooledProcess } from '../../../core/plugin-api/toolkit/index.ts';
import { until } from '../../support/until.ts';

/** A process that repeats a line. */
class Repeater implements PooledProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly heard: string[] = [];
  busy = false;
  retired = false;

  /**
   * @param env Linux refuses a variable of more than 32 pages of memory, which are 2 MiB at most, and `spawn` throws
   * then
   */
  constructor(env: Record<string, string>) {
    this.#child = spawn('cat', { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: process.env['PATH'], ...env } });
    this.ended = once(this.#child, 'close');
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async run(line: string): Promise<string> {
    this.busy = true;
    this.heard.push(line);
    this.#child.stdin?.write(`${line}\n`);
    const answer = await Promise.race([once(this.#child.stdout!, 'data'), this.ended]);
    this.busy = false;
    return String((answer as unknown[])[0]).trim();
  }

  end(): void {
    this.retired = true;
    this.#child.kill();
  }
}

describe('a process pool', () => {
  const { signal } = new AbortController();
  const tooLong = { LONG: 'x'.repeat(3_000_000) };
  let canStart: boolean;
  let most: number;
  let started: Repeater[];
  let pool: ProcessPool<string, string, Repeater>;

  beforeEach(() => {
    [canStart, most, started] = [true, 2, []];
    pool = new ProcessPool({
      processes: () => most,
      idleStop: 60,
      start: () => {
        const one = new Repeater(canStart ? {} : tooLong);
        started.push(one);
        return one;
      },
      run: (one, line) => one.run(line),
      failure: (_line, error) => error as Error,
      shutDown: () => new Error('shut down'),
    });
  });
  afterEach(() => pool.close());

  const reasonOf = (job: Promise<unknown>): Promise<unknown> =>
    job.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('ends a process with the next job if its limit was lowered', async () => {
    await Promise.all(['first', 'second'].map((line) => pool.run(line, { signal })));
    expect([...pool.processes]).to.have.length(2);
    most = 1;
    expect(await pool.run('third', { signal })).to.equal('third');
    await until(() => pool.processes.size === 1);
    expect(started.filter(({ retired }) => retired)).to.have.length(1);
    most = 2;
    await Promise.all(['fourth', 'fifth'].map((line) => pool.run(line, { signal })));
    expect(started).to.have.length(3);
  });

  it('that cannot start a process rejects a job with the reason, and does not run it later', async () => {
    canStart = false;
    pool.begin();
    expect(await reasonOf(pool.run('refused', { signal }))).to.include({ code: 'E2BIG' });
    canStart = true;
    expect(await pool.run('taken', { signal })).to.equal('taken');
    expect(started.flatMap(({ heard }) => heard)).to.deep.equal(['taken']);
  });

  it('that cannot start a second process leaves jobs to the first', async () => {
    const first = pool.run('first', { signal });
    canStart = false;
    const second = pool.run('second', { signal });
    expect([await first, await second]).to.deep.equal(['first', 'second']);
    expect(started).to.have.length(1);
  });

  it('that cannot start a process rejects waiting jobs when its last process ends', async () => {
    const first = pool.run('first', { signal });
    canStart = false;
    const waiting = [reasonOf(pool.run('second', { signal })), reasonOf(pool.run('third', { signal }))];
    started[0]!.end();
    for (const reason of await Promise.all(waiting)) expect(reason).to.include({ code: 'E2BIG' });
    await first;
  });

  it('that cannot start a process does not count against a job on untrusted bytes', async () => {
    const settings = { processes: 1, memory: new MemoryBudget(1e9), patience: 60, idleStop: 60 };
    const before = process.env['LANG'];
    process.env['LANG'] = tooLong.LONG;
    const jobs = new JobPool('../../fixtures/job-process', import.meta.url, settings);
    try {
      const reason = await reasonOf(jobs.run('reverse', null, { signal }));
      expect(reason).to.include({ name: 'ProcessBroken' });
      expect((reason as Error).message).to.include('E2BIG');
    } finally {
      if (before === undefined) delete process.env['LANG'];
      else process.env['LANG'] = before;
      await jobs.close();
    }
  });
});
