/**
 * Vector indexes with encrypted caches compared with plain ones, in one run: a million vectors of 512 dimensions.
 * `VECTOR_ROWS=100000` sets another number.
 */
import { randomBytes } from 'node:crypto';
import type { VectorFilter, VectorIndex } from '../../core/plugin-api/index.ts';
import { createVectorIndexProvider, type VectorIndexes } from '../../plugins/vectors-local/vector-indexes.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { figure, quantile } from './measure.ts';
import { dimensions, everything, fill, randomVectors } from './vector-matrix.ts';

const k = 100;
const loads = 9;
const searches = 60;

type Name = 'plain' | 'encrypted';
const names: readonly Name[] = ['plain', 'encrypted'];

/** Milliseconds of each call. Plain and encrypted alternate, so that both are subject to the same noise. */
async function inTurns(
  rounds: number,
  call: (name: Name, round: number) => Promise<unknown>,
  before: (name: Name) => Promise<void> | undefined = () => undefined,
): Promise<Record<Name, number[]>> {
  const times: Record<Name, number[]> = { plain: [], encrypted: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      await before(name);
      const begin = performance.now();
      await call(name, round);
      times[name].push(performance.now() - begin);
    }
  }
  return times;
}

function compare(
  what: string,
  times: Readonly<Record<Name, readonly number[]>>,
  inputs: Record<string, unknown>,
): void {
  const [plain, encrypted] = [quantile(times.plain, 0.5), quantile(times.encrypted, 0.5)];
  figure(`vectors ${what} plain`, plain, 'ms', inputs);
  figure(`vectors ${what} encrypted`, encrypted, 'ms', inputs);
  figure(`vectors ${what} encrypted / plain`, encrypted / plain, '', inputs);
}

async function measure(rows: number, cacheDir: string, provider: VectorIndexes): Promise<void> {
  const inputs = { rows, dimensions };
  const { matrix, queries } = randomVectors(rows, 40);
  const keys = { plain: {}, encrypted: { key: randomBytes(32) } };
  const open = (name: Name): Promise<VectorIndex> =>
    provider.open({ kind: 'image', model: name, dimensions, cacheDir, ...keys[name] });
  // Starts the process, so that it runs already when an index is opened.
  await provider.open({ kind: 'image', model: 'other', dimensions, cacheDir });

  const filling = await inTurns(1, async (name) => {
    const index = await open(name);
    await fill(index, matrix);
    await index.close();
  });
  compare('fill', filling, inputs);
  const indexes: Partial<Record<Name, VectorIndex>> = {};
  const loading = await inTurns(
    loads,
    async (name) => (indexes[name] = await open(name)),
    (name) => indexes[name]?.close(),
  );
  compare('load', loading, inputs);

  /** A different 1 % of the rows each time. */
  const others = (round: number): number[] =>
    Array.from({ length: rows / 100 }, (_, at) => 1 + at * 100 + (round % 100));
  const filters: Record<string, (round: number) => VectorFilter> = {
    '': () => everything,
    ' of 10 %': () => ({ ...everything, personIds: [10] }),
    ' of 1 %': () => ({ ...everything, personIds: [1] }),
    ' of another 1 % each time': (round) => ({ ...everything, ids: others(round) }),
  };
  for (const [what, filter] of Object.entries(filters)) {
    const times = await inTurns(searches, (name, round) =>
      indexes[name]!.search([queries[round % queries.length]!], { k, filter: filter(round) }),
    );
    compare(`search${what}`, times, inputs);
  }
  const some = Array.from({ length: 100 }, (_, at) => 1 + at * Math.floor(rows / 100));
  const neighbours = await inTurns(9, (name) => indexes[name]!.neighbours(some, { k, minScore: 0.42 }));
  compare('neighbours of 100', neighbours, inputs);
}

export async function bench(): Promise<void> {
  const rows = Number(process.env['VECTOR_ROWS'] ?? 1_000_000);
  await withTempFolder(async (folder) => {
    const provider = createVectorIndexProvider({ log: console });
    await measure(rows, folder, provider).finally(() => provider.close());
  });
}
