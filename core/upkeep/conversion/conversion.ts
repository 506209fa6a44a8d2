import type { LibraryKeys } from '../../encryption/library-keys.ts';
import { eraseFile, overwriteFile, type SqliteEncryption } from '../../plugin-api/toolkit/index.ts';

/** The form after the conversion. */
export type Form = 'encrypted' | 'plain';

export interface ConversionProgress {
  readonly step: 'index' | 'plugins' | 'pictures' | 'snapshots';
  /** Out of `total`: picture files, or bytes of a database. */
  readonly done: number;
  readonly total: number;
}

export interface ConversionReport {
  readonly converted: { readonly files: number; readonly bytes: number };
  /** Pictures that were not authentic and were removed; they are made again later. */
  readonly removed: number;
  /** Files that were not converted: a sentence for each, with its path. */
  readonly left: readonly string[];
}

interface Options {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: ConversionProgress) => void) | undefined;
}

/** One run of a conversion: its direction, and its results so far. */
export class Conversion {
  readonly keys: LibraryKeys;
  readonly to: Form;
  readonly signal: AbortSignal;
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
    this.#onProgress = onProgress;
  }

  /** The encryption of a database before and after. @param encryption of its encrypted form */
  forms(encryption: SqliteEncryption): { before: SqliteEncryption | null; after: SqliteEncryption | null } {
    return this.to === 'encrypted' ? { before: null, after: encryption } : { before: encryption, after: null };
  }

  tell(progress: ConversionProgress): void {
    this.#onProgress?.(progress);
  }

  /** Counts a converted file and its bytes. */
  count(bytes: number): void {
    this.#files += 1;
    this.#bytes += bytes;
  }

  countRemoved(): void {
    this.#removed += 1;
  }

  leave(file: string, reason: string): void {
    this.#left.push(`${file} stays as it is${this.to === 'encrypted' ? ', in the clear' : ''}: ${reason}`);
  }

  /** Reports that the folder of snapshots is missing. */
  tellOfMissing(folder: string): void {
    this.#left.push(
      `The folder of snapshots ${folder} is not there, so the snapshots in it stay as they are${this.to === 'encrypted' ? ', in the clear' : ''}: see whether its disk is mounted. Remove them there and take a new one, or convert the library back and again with that disk.`,
    );
  }

  /** Reports that a plugin has copied backups elsewhere. */
  tellOfCopies(plugin: string): void {
    this.#left.push(
      `The copies of backups that the plugin ${plugin} keeps elsewhere are in the clear: the server replaces those of backups that are also here. Remove the others there.`,
    );
  }

  /** Overwrites the content of a file, without removing it. */
  async overwrite(file: string): Promise<void> {
    if (!(await overwriteFile(file, this.signal))) this.#linked += 1;
  }

  /** Overwrites the content of a file, and removes it. */
  async erase(file: string): Promise<void> {
    if (!(await eraseFile(file, this.signal))) this.#linked += 1;
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
