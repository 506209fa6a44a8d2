import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  VectorAttributes,
  VectorFilter,
  VectorIndex,
  VectorIndexProvider,
  VectorOperation,
} from '../vector-index.ts';
import { describeContract, skip, type Checks, type Subject } from './suite.ts';

export interface VectorIndexSubject extends Subject {
  readonly provider: VectorIndexProvider & { close?(): Promise<void> };
  /** An empty folder. */
  readonly cacheDir: string;
}

const dimensions = 16;

/** A normalised vector, different for each seed and always the same. */
function vectorOf(seed: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, (_, index) => Math.sin(seed * 12.9898 + index * 78.233));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? NaN), 0);
}

const attributesOf = (id: number): VectorAttributes => ({
  takenAt: 1_000_000 + id,
  archived: id % 5 === 0,
  hidden: id % 7 === 0,
  personIds: [id % 3],
});

const put = (id: number): VectorOperation => ({
  type: 'put',
  id,
  vector: vectorOf(id),
  attributes: attributesOf(id),
});

const ids = Array.from({ length: 60 }, (_, index) => index + 1);

async function filled({ provider, cacheDir }: VectorIndexSubject): Promise<VectorIndex> {
  const index = await provider.open({ kind: 'image', model: 'contract-test', dimensions, cacheDir });
  await index.apply(1n, ids.map(put));
  return index;
}

/** The result of an exact search over `among`. */
function exact(query: Float32Array, among: readonly number[], k: number): number[] {
  const scored = among.map((id) => ({ id, score: cosine(query, vectorOf(id)) }));
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
    .map(({ id }) => id);
}

const everything: VectorFilter = { includeArchived: true, includeHidden: true };

async function foundIds(index: VectorIndex, k: number, filter: VectorFilter): Promise<number[]> {
  const [hits = []] = await index.search([vectorOf(1000)], { k, filter });
  return hits.map(({ id }) => id);
}

const searchChecks: Checks<VectorIndexSubject> = {
  'returns the nearest vectors first, with their cosine similarities': async (subject) => {
    const index = await filled(subject);
    const queries = [vectorOf(1000), vectorOf(2000)];
    const answers = await index.search(queries, { k: 10, filter: everything });
    assert.equal(answers.length, queries.length);
    for (const [at, query] of queries.entries()) {
      const hits = answers[at] ?? [];
      assert.deepEqual(
        hits.map(({ id }) => id),
        exact(query, ids, 10),
      );
      for (const { id, score } of hits)
        assert.ok(Math.abs(score - cosine(query, vectorOf(id))) < 0.01, 'a score must be the cosine similarity');
    }
    await index.close();
  },

  'omits hits below minScore': async (subject) => {
    const index = await filled(subject);
    const [hits = []] = await index.search([vectorOf(1000)], { k: 60, minScore: 0.2, filter: everything });
    const expected = ids.filter((id) => cosine(vectorOf(1000), vectorOf(id)) >= 0.2);
    assert.deepEqual(hits.map(({ id }) => id).sort(), expected.sort());
    await index.close();
  },

  'finds the nearest vectors among those that match a filter': async (subject) => {
    const index = await filled(subject);
    const cases: [VectorFilter, (id: number) => boolean][] = [
      [{ includeArchived: false, includeHidden: true }, (id) => id % 5 !== 0],
      [{ includeArchived: true, includeHidden: false }, (id) => id % 7 !== 0],
      [{ ...everything, takenFrom: 1_000_010, takenTo: 1_000_020 }, (id) => id >= 10 && id <= 20],
      [{ ...everything, personIds: [2] }, (id) => id % 3 === 2],
      [{ ...everything, ids: [3, 4, 99_999] }, (id) => id === 3 || id === 4],
      [{ ...everything, ids: [] }, () => false],
    ];
    for (const [filter, passes] of cases) {
      assert.deepEqual(
        await foundIds(index, 5, filter),
        exact(vectorOf(1000), ids.filter(passes), 5),
        JSON.stringify(filter),
      );
    }
    await index.close();
  },
};

const changeChecks: Checks<VectorIndexSubject> = {
  'take effect at once: deletes, attributes and puts': async (subject) => {
    const index = await filled(subject);
    await index.apply(2n, [
      { type: 'delete', id: 1 },
      { type: 'attributes', id: 2, attributes: { ...attributesOf(2), hidden: true } },
      { type: 'put', id: 3, vector: vectorOf(1000), attributes: attributesOf(3) },
    ]);
    const visible = await foundIds(index, 60, { includeArchived: true, includeHidden: false });
    assert.equal(visible[0], 3);
    assert.ok(!visible.includes(1) && !visible.includes(2), 'a removed or hidden row was found');
    assert.equal((await index.stats()).rows, ids.length - 1);
    await index.close();
  },

  'move the watermark': async ({ provider, cacheDir }) => {
    const index = await provider.open({ kind: 'face', model: 'contract-test', dimensions, cacheDir });
    assert.equal(await index.watermark(), 0n);
    await index.apply(7n, [put(1)]);
    assert.equal(await index.watermark(), 7n);
    await index.close();
  },

  'are present after reopening, up to the watermark': async (subject) => {
    await (await filled(subject)).close();
    const { provider, cacheDir } = subject;
    const index = await provider.open({ kind: 'image', model: 'contract-test', dimensions, cacheDir });
    const watermark = await index.watermark();
    assert.ok(watermark === 0n || watermark === 1n, `the watermark is ${watermark}: it must be 0 or 1`);
    assert.equal((await index.stats()).rows, watermark === 1n ? ids.length : 0);
    await index.close();
  },
};

const scoreChecks: Checks<VectorIndexSubject> = {
  'are cosine similarities in the order of the ids, with NaN for an unknown id': async (subject) => {
    const index = await filled(subject);
    const scores = await index.score(vectorOf(1000), [9, 99_999, 4]);
    assert.equal(scores.length, 3);
    assert.ok(Math.abs((scores[0] ?? NaN) - cosine(vectorOf(1000), vectorOf(9))) < 0.01);
    assert.ok(Number.isNaN(scores[1]));
    assert.ok(Math.abs((scores[2] ?? NaN) - cosine(vectorOf(1000), vectorOf(4))) < 0.01);
    await index.close();
  },

  'of neighbours are at least minScore': async (subject) => {
    const index = await filled(subject);
    const [neighbours = []] = await index.neighbours([5], { k: 60, minScore: 0.1 });
    const others = neighbours.filter(({ id }) => id !== 5).map(({ id }) => id);
    const expected = ids.filter((id) => id !== 5 && cosine(vectorOf(5), vectorOf(id)) >= 0.1);
    assert.deepEqual(others.sort(), expected.sort());
    await index.close();
  },

  'of neighbours include only rows without persons if withoutPersons is set': async (subject) => {
    const index = await filled(subject);
    const free = ids.filter((id) => id % 4 === 0);
    const nobody = { takenAt: 0, archived: true, hidden: true, personIds: [] };
    await index.apply(
      1000n,
      free.map((id) => ({ type: 'attributes', id, attributes: nobody })),
    );
    const [neighbours = []] = await index.neighbours([5], { k: 60, minScore: 0.1, withoutPersons: true });
    const expected = free.filter((id) => cosine(vectorOf(5), vectorOf(id)) >= 0.1);
    assert.ok(expected.length > 0);
    assert.deepEqual(neighbours.map(({ id }) => id).sort(), expected.sort());
    await index.close();
  },

  'of neighbours include only ids up to upTo if it is set': async (subject) => {
    const index = await filled(subject);
    const [neighbours = []] = await index.neighbours([5], { k: 60, minScore: 0.1, upTo: 20 });
    const others = neighbours.filter(({ id }) => id !== 5).map(({ id }) => id);
    const expected = ids.filter((id) => id !== 5 && id <= 20 && cosine(vectorOf(5), vectorOf(id)) >= 0.1);
    assert.ok(expected.length > 0);
    assert.deepEqual(others.sort(), expected.sort());
    await index.close();
  },
};

/** Two keys as a server might pass them, the same each time. */
const keys = [1, 2].map((seed) => Uint8Array.from({ length: 32 }, (_, at) => (seed * 97 + at * 31) % 256));

/** A name that can be found wherever it is written. */
const canary = 'contract-canary-8f3a61';

const openWith = ({ provider, cacheDir }: VectorIndexSubject, key: Uint8Array | undefined): Promise<VectorIndex> => {
  if (provider.encryptsCaches !== true) skip('the provider does not encrypt its caches');
  return provider.open({ kind: 'face', model: canary, dimensions, cacheDir, ...(key && { key }) });
};

/** Fills an index and closes it, so that a cache is written if there is one. */
async function keptWith(subject: VectorIndexSubject, key: Uint8Array | undefined): Promise<void> {
  const index = await openWith(subject, key);
  await index.apply(1n, ids.map(put));
  await index.close();
}

/** Every file of a folder, which may be missing. */
function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

/** The forms in which a vector may appear in a file: single precision, double precision, decimal digits. */
function tracesOf(vector: Float32Array): Buffer[] {
  const part = vector.slice(2, 6);
  return [
    Buffer.from(part.buffer),
    Buffer.from(Float64Array.from(part).buffer),
    Buffer.from(String(part[0]).slice(0, 9)),
  ];
}

const encryptionChecks: Checks<VectorIndexSubject> = {
  'with a key contain no vector or model name in plain form': async (subject) => {
    await keptWith(subject, keys[0]);
    for (const file of filesBelow(subject.cacheDir)) {
      const bytes = readFileSync(file);
      assert.ok(!bytes.includes(canary), `the name of the model is in ${file}`);
      for (const id of ids) {
        for (const trace of tracesOf(vectorOf(id))) assert.ok(!bytes.includes(trace), `a vector is in ${file}`);
      }
    }
  },

  'with a key can be reopened with the same key, up to the watermark': async (subject) => {
    await keptWith(subject, keys[0]);
    const index = await openWith(subject, keys[0]);
    const watermark = await index.watermark();
    assert.ok(watermark === 0n || watermark === 1n, `the watermark is ${watermark}: it must be 0 or 1`);
    assert.equal((await index.stats()).rows, watermark === 1n ? ids.length : 0);
    await index.close();
  },

  'are not used with another key, without their key, or with a key if they had none': async (subject) => {
    for (const [before, after] of [
      [keys[0], keys[1]],
      [keys[0], undefined],
      [undefined, keys[0]],
    ]) {
      await keptWith(subject, before);
      const index = await openWith(subject, after);
      assert.equal(await index.watermark(), 0n, 'a cache with another key is used');
      assert.deepEqual(await foundIds(index, 60, everything), [], 'vectors of a cache with another key are found');
      await index.close();
    }
  },
};

/** Tests a vector index against its contract. */
export function describeVectorIndex(create: () => VectorIndexSubject | Promise<VectorIndexSubject>): void {
  describeContract('vector index', create, ({ provider }) => provider.close?.(), {
    search: searchChecks,
    changes: changeChecks,
    scores: scoreChecks,
    caches: encryptionChecks,
  });
}
