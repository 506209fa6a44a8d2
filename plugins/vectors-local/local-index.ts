import type { VectorFilter, VectorIndexStats } from 'photofinch/plugin-api';
import { FloatProduct } from './products.ts';
import type { Identity } from './manifest.ts';
import { exactScore, nearest } from './nearest.ts';
import { operationTypes, type PackedHits, type PackedOperations } from './packing.ts';
import { select } from './selection.ts';
import type { Sidecar } from './sidecar.ts';
import type { Turns } from './turns.ts';
import { VectorStore } from './vector-store.ts';

export interface LocalIndexOptions {
  readonly identity: Identity;
  /** Larger indexes are stored with 8 bits per value in memory. */
  readonly floatRows: number;
  readonly threads: number;
}

/** Events of the index. */
export interface LocalIndexEvents {
  saved(watermark: bigint): void;
  /** Saving failed. The index continues to work. */
  notSaved(error: Error): void;
}

interface LocalIndexParts {
  /** The key of the index for `turns`. */
  readonly key: string;
  readonly options: LocalIndexOptions;
  readonly sidecar: Sidecar;
  readonly turns: Turns;
  readonly events: LocalIndexEvents;
}

/** Sparse blocks that are emptied per save: their rows are in memory as float32 until then. */
const emptiedAtOnce = 2;

/** A vector index in this process. */
export class LocalIndex {
  readonly #key: string;
  readonly #options: LocalIndexOptions;
  readonly #sidecar: Sidecar;
  readonly #turns: Turns;
  readonly #events: LocalIndexEvents;
  readonly #store: VectorStore;
  #watermark: bigint;
  #changes = 0;
  /** The time of the first unsaved change, on the clock of `performance`. */
  #changedAt: number | undefined;
  #failed = false;
  #timer: NodeJS.Timeout | undefined;
  #saving = false;
  #closed = false;

  private constructor(parts: LocalIndexParts, content: { store: VectorStore; watermark: bigint }) {
    this.#key = parts.key;
    this.#options = parts.options;
    this.#sidecar = parts.sidecar;
    this.#turns = parts.turns;
    this.#events = parts.events;
    this.#store = content.store;
    this.#watermark = content.watermark;
  }

  /** Opens the saved index, or an empty one if there is none or it is damaged. */
  static async open(parts: LocalIndexParts): Promise<LocalIndex> {
    const { options, sidecar } = parts;
    const { dimensions } = options.identity;
    const product = await FloatProduct.load(dimensions, options.threads);
    const emptyStore = (): VectorStore => new VectorStore(dimensions, product, options.floatRows);
    const saved = await sidecar.load(emptyStore()).catch(async () => {
      await sidecar.discard().catch(() => undefined);
      return null;
    });
    const index = new LocalIndex(parts, saved ?? { store: emptyStore(), watermark: 0n });
    if (index.#store.sealable().length > 0) index.#changed(1);
    return index;
  }

  get watermark(): bigint {
    return this.#watermark;
  }

  /** @param sequence null if more operations of the same sequence follow */
  apply(sequence: bigint | null, operations: PackedOperations): void {
    const { dimensions } = this.#options.identity;
    let vector = 0;
    let person = 0;
    for (const [at, type] of operations.types.entries()) {
      const id = operations.ids[at]!;
      const people = operations.people.subarray(person, (person += operations.personCounts[at]!));
      const facts = { flags: operations.flags[at]!, takenAt: operations.takenAt[at]!, people };
      switch (operationTypes[type]) {
        case 'put':
          this.#store.put(id, operations.vectors.subarray(vector, (vector += dimensions)), facts);
          break;
        case 'attributes':
          this.#store.describe(id, facts);
          break;
        default:
          this.#store.remove(id);
      }
    }
    this.#watermark = sequence ?? this.#watermark;
    this.#changed(operations.types.length + 1);
  }

  search(
    queries: Float32Array,
    { k, minScore, filter }: { k: number; minScore: number; filter: VectorFilter },
    pause: () => Promise<void>,
  ): Promise<PackedHits> {
    const count = queries.length / this.#options.identity.dimensions;
    const selection = select(this.#store.table, filter);
    return nearest(this.#store, { queries, count, k, minScore, selection, pause });
  }

  /** @returns one list for each id; an empty one for an unknown id */
  async neighbours(
    ids: Float64Array,
    { k, minScore, ...filter }: { k: number; minScore: number; withoutPersons: boolean; upTo: number },
    pause: () => Promise<void>,
  ): Promise<PackedHits> {
    const { table } = this.#store;
    const { dimensions } = this.#options.identity;
    const rows = Array.from(ids, (id) => table.rowOf(id));
    const knownRows = rows.filter((row) => row !== undefined);
    const queries = new Float32Array(knownRows.length * dimensions);
    for (const [at, row] of knownRows.entries()) {
      this.#store.read(row, queries.subarray(at * dimensions, (at + 1) * dimensions));
    }
    const selection = select(table, { includeArchived: true, includeHidden: true }, filter);
    const request = { queries, count: knownRows.length, k, minScore, selection, except: knownRows, pause };
    const hits = await nearest(this.#store, request);
    let position = 0;
    return { ...hits, counts: Uint32Array.from(rows, (row) => (row === undefined ? 0 : hits.counts[position++]!)) };
  }

  score(query: Float32Array, ids: Float64Array): Float32Array {
    const vector = new Float32Array(query.length);
    return Float32Array.from(ids, (id) => {
      const row = this.#store.table.rowOf(id);
      if (row === undefined) return NaN;
      this.#store.read(row, vector);
      return exactScore(query, vector);
    });
  }

  stats(): VectorIndexStats {
    const { table, blocks } = this.#store;
    const sealed = blocks.filter(({ kind }) => kind === 'sealed').length;
    return {
      rows: table.live,
      dimensions: this.#options.identity.dimensions,
      memoryBytes: blocks.reduce((sum, block) => sum + block.memoryBytes, table.memoryBytes),
      method: sealed === 0 ? 'float32, exact' : '8 bits, the best rescored exactly from float32',
    };
  }

  /** Saves pending changes, if possible. To be called in a turn that changes the index. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#changes > 0) await this.#save(() => Promise.resolve()).catch(() => undefined);
    await this.#store.close();
    this.#sidecar.close();
  }

  #changed(changes: number): void {
    this.#changes += changes;
    this.#changedAt ??= performance.now();
    this.#scheduleSaving();
  }

  #scheduleSaving(): void {
    if (this.#saving || (this.#failed && this.#timer)) return;
    const waited = (performance.now() - (this.#changedAt ?? performance.now())) / 1000;
    const wait = savingDelay({ changes: this.#changes, waited, failed: this.#failed });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#saving = true;
      void this.#turns
        .background(this.#key, () => this.#upkeep())
        .then(() => {
          this.#saving = false;
          if (this.#changes > 0 && !this.#closed) this.#scheduleSaving();
        });
    }, wait * 1000);
  }

  async #upkeep(): Promise<void> {
    if (this.#closed) return;
    const pause = (): Promise<void> => this.#turns.pause();
    try {
      for (const index of this.#store.sparse().slice(0, emptiedAtOnce)) {
        await this.#store.empty(index);
        await pause();
      }
      await this.#save(pause);
      await this.#sidecar.seal(this.#store, pause);
      this.#failed = false;
    } catch (error) {
      this.#failed = true;
      this.#events.notSaved(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #save(pause: () => Promise<void>): Promise<void> {
    const changes = this.#changes;
    this.#changedAt = undefined;
    await this.#sidecar.save(this.#store, this.#watermark, pause);
    this.#changes -= changes;
    this.#events.saved(this.#watermark);
  }
}

/** This many changed rows are saved without waiting for an idle moment. */
const manyChanges = 16_384;
/** Seconds without a change before changes are saved, and before saving is tried again after a failure. */
const idleTime = 3;
const retryTime = 60;
/**
 * The most seconds before a change is saved: the vectors of deleted photos are erased on disk, however busy the index is.
 */
const longestWait = 60;

interface UnsavedChanges {
  readonly changes: number;
  /** Seconds since the first of them. */
  readonly waited: number;
  /** Whether the last save failed. */
  readonly failed: boolean;
}

/** Seconds until the next save, unless something changes before. */
export function savingDelay({ changes, waited, failed }: UnsavedChanges): number {
  if (failed) return retryTime;
  if (changes >= manyChanges) return 0;
  return Math.max(0, Math.min(idleTime, longestWait - waited));
}
