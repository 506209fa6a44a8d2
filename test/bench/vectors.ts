/**
 * Searching 10,000, 100,000 and 1,000,000 vectors of 512 dimensions, compared with reading the same bytes once.
 * `npm run bench -- vectors rows=10000,100000` measures only these numbers of rows.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { VectorFilter } from '../../core/plugin-api/index.ts';
import { createVectorIndexProvider } from '../../plugins/vectors-local/vector-indexes.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { figure, quantile, timeCalls } from './measure.ts';
import { dimensions, everything, fill, randomVectors } from './vector-matrix.ts';

const k = 100;

/** Reads each cache line once, as fast as one thread can. */
function readOnce(matrix: Float32Array): number {
  const words = new Float64Array(matrix.buffer);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < words.length; at += 32) {
    a += words[at]!;
    b += words[at + 8]!;
    c += words[at + 16]!;
    d += words[at + 24]!;
  }
  return a + b + c + d;
}

/** Ids of the best rows by float32 scores; ids are rows plus 1. */
function exactBest(matrix: Float32Array, query: Float32Array): Set<number> {
  const rows = matrix.length / dimensions;
  const scores = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += query[at]! * matrix[row * dimensions + at]!;
    scores[row] = sum;
  }
  const least = scores.slice().sort()[rows - k]!;
  return new Set([...scores.keys()].filter((row) => scores[row]! >= least).map((row) => row + 1));
}

/** The current and the peak memory of the process in MB. */
function memoryOf(pid: number | undefined): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
  return { now: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 };
}

async function measure(rows: number, cacheDir: string): Promise<void> {
  const inputs = { rows, dimensions, k, cpus: availableParallelism() };
  const { matrix, queries } = randomVectors(rows, 40);

  const provider = createVectorIndexProvider({ log: console });
  const options = { kind: 'image', model: 'bench', dimensions, cacheDir } as const;
  try {
    const filled = await provider.open(options);
    const beginFill = performance.now();
    await fill(filled, matrix);
    figure('vectors fill', (performance.now() - beginFill) / 1000, 's', inputs);
    figure('vectors memory at most in filling', memoryOf(provider.pid).peak, 'MB', inputs);
    await filled.close();

    // Starts the process first, so that only the time for loading the index is measured.
    const other = await provider.open({ ...options, model: 'other' });
    const beginLoad = performance.now();
    const index = await provider.open(options);
    figure('vectors load', performance.now() - beginLoad, 'ms', inputs);

    const reads = await timeCalls(() => readOnce(matrix), { runs: 15, warmUp: 3 });
    const read = quantile(reads, 0.5);
    figure('vectors read once p50', read, 'ms', inputs);

    const filters: Record<string, VectorFilter> = {
      '': everything,
      ' of 10 %': { ...everything, personIds: [10] },
      ' of 1 %': { ...everything, personIds: [1] },
    };
    for (const [name, filter] of Object.entries(filters)) {
      let at = 0;
      const search = (): Promise<unknown> => index.search([queries[at++ % queries.length]!], { k, filter });
      const times = await timeCalls(search, { runs: 60, warmUp: 5 });
      figure(`vectors search${name} p50`, quantile(times, 0.5), 'ms', inputs);
      figure(`vectors search${name} p95`, quantile(times, 0.95), 'ms', inputs);
      figure(`vectors search${name} p99`, quantile(times, 0.99), 'ms', inputs);
      if (name === '') figure('vectors search p50 / read once p50', quantile(times, 0.5) / read, '', inputs);
    }

    let hit = 0;
    const sample = queries.slice(0, rows >= 1_000_000 ? 5 : 20);
    for (const query of sample) {
      const best = exactBest(matrix, query);
      const [hits = []] = await index.search([query], { k, filter: everything });
      hit += hits.filter(({ id }) => best.has(id)).length;
    }
    figure('vectors recall', hit / (k * sample.length), '', { ...inputs, queries: sample.length });

    const some = Array.from({ length: 500 }, (_, at) => 1 + at * Math.floor(rows / 500));
    const [neighbours = NaN] = await timeCalls(() => index.neighbours(some, { k: 100, minScore: 0.42 }), {
      runs: 1,
      warmUp: 0,
    });
    figure('vectors neighbours of 500', neighbours, 'ms', inputs);

    const memory = memoryOf(provider.pid);
    figure('vectors memory', memory.now, 'MB', { ...inputs, method: (await index.stats()).method });
    figure('vectors memory at most', memory.peak, 'MB', inputs);
    await other.close();
  } finally {
    await provider.close();
  }
}

export async function bench(given: Readonly<Record<string, string>> = {}): Promise<void> {
  const sizes = (given['rows'] ?? '10000,100000,1000000').split(',').map(Number);
  for (const rows of sizes) await withTempFolder((folder) => measure(rows, folder));
}
