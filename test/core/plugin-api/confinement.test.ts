import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { JobPool, MemoryBudget } from '../../../core/plugin-api/toolkit/index.ts';

const MB = 1_000_000;

/** The limits that the kernel enforces on a process for untrusted bytes: bytes of memory, and of a core dump. */
async function limits(): Promise<readonly number[]> {
  const pool = new JobPool('../../fixtures/job-process', import.meta.url, {
    processes: 1,
    memory: new MemoryBudget(200 * MB),
    patience: 60,
    idleStop: 60,
  });
  try {
    const { facts } = await pool.run('limits', null, { bytes: [], signal: new AbortController().signal });
    return ['data size', 'core file size'].map((name) =>
      Number(new RegExp(`Max ${name} +(\\S+)`).exec(String(facts))?.[1]),
    );
  } finally {
    await pool.close();
  }
}

describe('the limits of a process for untrusted bytes', function () {
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('bound its memory, and allow no core dump', async () => {
    const [memory, core] = await limits();
    // Decoders have a thread per core. Node 24 reserves half a gigabyte for code, from sources twice.
    const most = 500 + 11 * availableParallelism() + (Number.parseInt(process.versions.node) < 24 ? 0 : 1100);
    expect(memory).to.be.within(400 * MB, most * MB);
    expect(core).to.equal(0);
  });

  it('are the same however many threads the server has', async () => {
    const before = await limits();
    const threads = [1, 2].map(() => new Worker('setInterval(() => undefined, 1000)', { eval: true }));
    try {
      await Promise.all(threads.map((thread) => once(thread, 'online')));
      const [memory = NaN] = await limits();
      expect(memory - before[0]!).to.be.below(50 * MB);
    } finally {
      await Promise.all(threads.map((thread) => thread.terminate()));
    }
  });
});
