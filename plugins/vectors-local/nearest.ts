import { blockRows, floatBound, type OpenBlock, type SealedBlock } from './block.ts';
import { Candidates } from './candidates.ts';
import type { PackedHits } from './packing.ts';
import type { Selection } from './selection.ts';
import type { VectorStore } from './vector-store.ts';

/** Queries per product with a whole block: with more, the scores would be larger than the block. */
const queriesPerBlock = 64;

/**
 * Queries per product with copied rows: the more there are, the less the copying costs each of them. Queries for very many
 * hits remember too many rows for that.
 */
const queriesAtOnce = (k: number): number => (k <= 100 ? 256 : queriesPerBlock);

/** Queries whose hits are scored exactly before other requests get a turn. */
const rescoredAtOnce = 32;

/** Rows that are copied together before the product: few enough to stay in the processor's cache. */
const gatheredRows = 1024;

/** Unused buffers for such rows: allocating memory takes as much time as copying into it. */
const spareRooms: Float32Array[] = [];

/**
 * Up to this fraction of a block in memory, copying the wanted rows and multiplying only these costs less than multiplying
 * all.
 */
const worthGathering = 0.3;

/** How many times as long a product of a query with a float32 row takes as one with an 8-bit row. */
const floatCost = 1.6;

/**
 * The fraction of a block up to which multiplying only the wanted rows costs less than multiplying all. For one query, the
 * wanted rows of a sealed block are worth reading up to the fraction that its file names; with more queries, reading a row costs
 * each of them less.
 */
function worthCopying(block: OpenBlock | SealedBlock, queries: number): number {
  if (block.kind === 'open') return worthGathering;
  const readCost = 1 / block.worthReading;
  return queries / (readCost + queries * floatCost);
}

export interface NearestRequest {
  readonly queries: Float32Array;
  readonly count: number;
  readonly k: number;
  readonly minScore: number;
  readonly selection: Selection;
  /** For each query, a row to leave out. */
  readonly except?: readonly number[];
  /** Called between two products; may throw to cancel the search. */
  readonly pause: () => Promise<void>;
}

/**
 * The exact cosine similarity of two unit vectors, as a float32. It is the same for the same vectors, wherever they are
 * stored.
 */
export function exactScore(query: Float32Array, vector: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at += 1) sum += query[at]! * vector[at]!;
  return Math.fround(Math.min(1, Math.max(-1, sum)));
}

/**
 * The best `k` rows for each query: first by fast approximate products, then exactly for those that may be among the best.
 */
export async function nearest(store: VectorStore, request: NearestRequest): Promise<PackedHits> {
  const { queries, count, selection } = request;
  const counts = new Uint32Array(count);
  const ids: number[] = [];
  const scores: number[] = [];
  const selectedCount = selection.counts.reduce((sum, rows) => sum + rows, 0);
  const k = Math.min(request.k + (request.except ? 1 : 0), selectedCount);
  const atOnce = queriesAtOnce(k);
  for (let first = 0; first < count && k > 0; first += atOnce) {
    const end = Math.min(count, first + atOnce);
    const batch = queries.subarray(first * store.dimensions, end * store.dimensions);
    const candidateLists = await candidatesFor(store, batch, end - first, k, request);
    for (const [at, candidates] of candidateLists.entries()) {
      if (at > 0 && at % rescoredAtOnce === 0) await request.pause();
      const query = batch.subarray(at * store.dimensions, (at + 1) * store.dimensions);
      const hits = exactHits(store, query, candidates, { ...request, except: request.except?.[first + at] });
      counts[first + at] = Math.min(hits.length, request.k);
      for (const hit of hits.slice(0, request.k)) {
        ids.push(hit.id);
        scores.push(hit.score);
      }
    }
  }
  return { counts, ids: Float64Array.from(ids), scores: Float32Array.from(scores) };
}

async function candidatesFor(
  store: VectorStore,
  queries: Float32Array,
  count: number,
  k: number,
  { minScore, selection, pause }: NearestRequest,
): Promise<Candidates[]> {
  const { dimensions } = store;
  const candidates = Array.from({ length: count }, () => new Candidates(k, minScore));
  const gathering = new RowBatch(store, queries, candidates);
  for (const [index, block] of store.blocks.entries()) {
    const selectedCount = selection.counts[index] ?? 0;
    if (selectedCount === 0) continue;
    const firstRow = index * blockRows;
    if (selectedCount <= block.used * worthCopying(block, count)) {
      for (let row = firstRow; row < firstRow + block.used; row += 1) {
        if (selection.mask[row] !== 1 || !gathering.add(row)) continue;
        await pause();
        await gathering.multiply();
      }
      continue;
    }
    for (let first = 0; first < count; first += queriesPerBlock) {
      const end = Math.min(count, first + queriesPerBlock);
      await pause();
      const scores = await block.scores(queries.subarray(first * dimensions, end * dimensions), end - first);
      for (let at = first; at < end; at += 1) {
        const bound = block.bound(queries.subarray(at * dimensions, (at + 1) * dimensions));
        const queryScores = scores.subarray((at - first) * block.used, (at - first + 1) * block.used);
        candidates[at]!.offerRange(queryScores, firstRow, selection.mask, bound);
      }
    }
  }
  await pause();
  await gathering.multiply();
  gathering.leave();
  return candidates;
}

/** Rows of several blocks that are multiplied together. */
class RowBatch {
  readonly #store: VectorStore;
  readonly #queries: Float32Array;
  readonly #candidates: readonly Candidates[];
  readonly #rows = new Uint32Array(gatheredRows);
  #vectors: Float32Array | undefined;
  #count = 0;

  constructor(store: VectorStore, queries: Float32Array, candidates: readonly Candidates[]) {
    this.#store = store;
    this.#queries = queries;
    this.#candidates = candidates;
  }

  /** @returns whether it is full */
  add(row: number): boolean {
    const { dimensions } = this.#store;
    this.#vectors ??= takeRoom(gatheredRows * dimensions);
    this.#store.read(row, this.#vectors.subarray(this.#count * dimensions, (this.#count + 1) * dimensions));
    this.#rows[this.#count] = row;
    this.#count += 1;
    return this.#count === gatheredRows;
  }

  async multiply(): Promise<void> {
    if (!this.#vectors || this.#count === 0) return;
    const { product, dimensions } = this.#store;
    const count = this.#count;
    this.#count = 0;
    const scores = await product.scores(this.#queries, this.#candidates.length, this.#vectors, count);
    for (const [at, candidates] of this.#candidates.entries()) {
      const queryScores = scores.subarray(at * count, (at + 1) * count);
      candidates.offerRows(queryScores, this.#rows.subarray(0, count), floatBound(dimensions));
    }
  }

  leave(): void {
    if (this.#vectors) spareRooms.push(this.#vectors);
    this.#vectors = undefined;
  }
}

function takeRoom(length: number): Float32Array {
  const room = spareRooms.pop();
  // The buffer may belong to an index with other dimensions.
  return room?.length === length ? room : new Float32Array(length);
}

interface ExactHit {
  readonly id: number;
  readonly score: number;
}

/**
 * Best first; ties by lowest id. The exact scores of the most likely rows determine which others need to be read: reading a
 * row of an encrypted file costs several times as much as one in memory.
 */
function exactHits(
  store: VectorStore,
  query: Float32Array,
  candidates: Candidates,
  { k, minScore, except: excludedRow }: { k: number; minScore: number; except: number | undefined },
): ExactHit[] {
  const vector = new Float32Array(store.dimensions);
  const hits: ExactHit[] = [];
  let lowestScore = Infinity;
  let scored = 0;
  const scoreAll = (rows: Uint32Array): void => {
    for (const row of rows) {
      if (row === excludedRow) continue;
      store.read(row, vector);
      const score = exactScore(query, vector);
      scored += 1;
      lowestScore = Math.min(lowestScore, score);
      if (score >= minScore) hits.push({ id: store.table.ids[row]!, score });
    }
  };
  scoreAll(candidates.likeliest());
  scoreAll(candidates.others(scored >= k ? lowestScore : -Infinity));
  return hits.sort((a, b) => b.score - a.score || a.id - b.id);
}
