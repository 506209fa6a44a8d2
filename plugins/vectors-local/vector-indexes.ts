import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { VectorIndex, VectorIndexProvider } from 'photofinch/plugin-api';
import type { Notice } from './protocol.ts';
import { RemoteIndex } from './remote-index.ts';
import { VectorProcessLink } from './vector-process-link.ts';

export interface VectorIndexesOptions {
  /** Larger indexes have 8 bits per value in memory, and float32 in a file. */
  readonly floatRows?: number;
  /** Threads per search. */
  readonly threads?: number;
  readonly log?: { warn(message: string, facts?: Record<string, unknown>): void };
}

/** Up to this size, float32 in memory is fast enough: 600 MB at 512 dimensions, read in about 50 ms. */
const defaultFloatRows = 300_000;

/** Vector indexes in a process beside the server, which runs while any index is open. */
export class VectorIndexes implements VectorIndexProvider {
  readonly encryptsCaches = true;
  readonly #options: VectorIndexesOptions;
  readonly #open = new Map<string, RemoteIndex>();
  #link: VectorProcessLink | undefined;

  constructor(options: VectorIndexesOptions = {}) {
    this.#options = options;
  }

  /** The id of the process, while it runs. */
  get pid(): number | undefined {
    return this.#link?.over === false ? this.#link.pid : undefined;
  }

  /** @throws Error if the index is already open */
  async open(options: Parameters<VectorIndexProvider['open']>[0]): Promise<VectorIndex> {
    const { kind, model, dimensions, cacheDir, key } = options;
    if (!Number.isSafeInteger(dimensions) || dimensions < 1) throw new RangeError(`${dimensions} is no dimension.`);
    if (key && key.length !== 32) throw new RangeError('The key of a vector index has 32 bytes.');
    const folder = join(cacheDir, folderName(kind, model, dimensions));
    if (this.#open.has(folder)) throw new Error(`The vector index of ${kind} and ${model} is open already.`);
    const cacheKey = key ? Uint8Array.from(key) : null;
    const { floatRows = defaultFloatRows, threads = 1, log } = this.#options;
    const index = new RemoteIndex({
      key: folder,
      open: { identity: { kind, model, dimensions }, folder, cacheKey, floatRows, threads },
      process: () => this.#process(),
      onClose: () => {
        cacheKey?.fill(0);
        return this.#closed(folder);
      },
      warn: (message, facts) => log?.warn(message, facts),
    });
    this.#open.set(folder, index);
    try {
      await index.begin();
    } catch (error) {
      await index.close();
      throw error;
    }
    return index;
  }

  /** Saves and closes all open indexes. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((index) => index.close()));
  }

  #process(): VectorProcessLink {
    if (!this.#link || this.#link.over) {
      this.#link = new VectorProcessLink((notice: Notice) => this.#open.get(notice.index)?.onNotice(notice));
    }
    return this.#link;
  }

  async #closed(folder: string): Promise<void> {
    this.#open.delete(folder);
    if (this.#open.size > 0) return;
    const link = this.#link;
    this.#link = undefined;
    await link?.end();
  }
}

export function createVectorIndexProvider(options: VectorIndexesOptions = {}): VectorIndexes {
  return new VectorIndexes(options);
}

/**
 * People choose the names of models: other characters than letters and digits are replaced, and a hash keeps the names
 * unique.
 */
function folderName(kind: string, model: string, dimensions: number): string {
  const hash = createHash('sha256').update(model).digest('hex').slice(0, 12);
  const readable = model.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40);
  return `${kind}-${readable}-${dimensions}-${hash}`;
}
