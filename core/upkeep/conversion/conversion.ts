import type { LibraryKeys } from '../../encryption/library-keys.ts';
import type { SqliteEncryption } from '../../plugin-api/toolkit/index.ts';
import { erase, overwrite } from './erase.ts';

/** What a library is turned into. */
export type Form = 'encrypted' | 'plain';

export interface ConversionProgress {
  readonly step: 'index' | 'pictures' | 'snapshots';
  /** Of `total`: files of pictures, bytes of a database. */
  readonly done: number;
  readonly total: number;
}

export interface ConversionReport {
  readonly converted: { readonly files: number; readonly bytes: number };
  /** Pictures that were not authentic and were removed; they are made again. */
  readonly removed: number;
  /** What stays as it was, a sentence each, with its path. */
  readonly left: readonly string[];
}

interface Options {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: ConversionProgress) => void) | undefined;
}

/** One run of a conversion: from what to what, and what came of it so far. */
export class Conversion {
  readonly keys: LibraryKeys;
  readonly to: Form;
  readonly signal: AbortSignal;
  /** How databases are encrypted before and afterwards. */
  readonly before: SqliteEncryption | null;
  readonly after: SqliteEncryption | null;
  readonly #onProgress: Options['onProgress'];
  readonly #left: string[] = [];
  #files = 0;
  #bytes = 0;
  #removed = 0;
  #linked = 0;

  constructor(keys: LibraryKeys, to: Form, { signal, onProgress }: Options) {
    this.keys = keys;
    this.to = to;
    this.signal = signal;
    this.before = to === 'encrypted' ? null : keys.index;
    this.after = to === 'encrypted' ? keys.index : null;
    this.#onProgress = onProgress;
  }

  tell(progress: ConversionProgress): void {
    this.#onProgress?.(progress);
  }

  /** One file was converted, which had so many bytes. */
  count(bytes: number): void {
    this.#files += 1;
    this.#bytes += bytes;
  }

  countRemoved(): void {
    this.#removed += 1;
  }

  leave(file: string, why: string): void {
    this.#left.push(`${file} stays as it is${this.to === 'encrypted' ? ', in the clear' : ''}: ${why}`);
  }

  /** Overwrites what a file holds, and leaves the file. */
  async overwrite(file: string): Promise<void> {
    if (!(await overwrite(file, this.signal))) this.#linked += 1;
  }

  /** Overwrites what a file holds, and removes it. */
  async erase(file: string): Promise<void> {
    if (!(await erase(file, this.signal))) this.#linked += 1;
  }

  report(): ConversionReport {
    const linked =
      this.#linked > 0 && this.to === 'encrypted'
        ? [
            `${this.#linked} of the old files have another name somewhere (hard links), as copies made by a backup program: under that name they stay in the clear.`,
          ]
        : [];
    return {
      converted: { files: this.#files, bytes: this.#bytes },
      removed: this.#removed,
      left: [...this.#left, ...linked],
    };
  }
}
