import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../domain/errors.ts';
import { writeWholeFileSync } from '../../plugin-api/toolkit/index.ts';
import { dataFolderIsHeld } from '../../settings/data-folder.ts';

/** A note in the data folder about its store, for the next `open`. */
interface Note {
  /** See `storeName`. */
  readonly store: string;
  /** The address and process of a running instance; absent if there is none. */
  readonly running?: { readonly url: string; readonly pid: number };
}

/** Tracks the store to which a data folder belongs, and the instance that has it open. */
export class OpenNote {
  readonly #dataDir: string;
  readonly #store: string;

  constructor(dataDir: string, store: string) {
    this.#dataDir = dataDir;
    this.#store = store;
  }

  /** @throws StartupError if the folder is already open, or belongs to another store */
  mayOpen(): void {
    const note = this.#read();
    if (note !== undefined && note.store !== this.#store) {
      throw new StartupError(
        `The data folder ${this.#dataDir} belongs to ${note.store}: choose another with --data for ${this.#store}.`,
      );
    }
    if (!dataFolderIsHeld(this.#dataDir)) return;
    throw new StartupError(
      note?.running
        ? `${this.#store} is open already at ${note.running.url} (process ${note.running.pid}): use that, or end it first.`
        : `Photofinch is already running on the data folder ${this.#dataDir}: stop it first, or choose another with --data.`,
    );
  }

  opened(url: string): void {
    this.#write({ store: this.#store, running: { url, pid: process.pid } });
  }

  closed(): void {
    this.#write({ store: this.#store });
  }

  get #file(): string {
    return join(this.#dataDir, 'open.json');
  }

  #read(): Note | undefined {
    try {
      const note = JSON.parse(readFileSync(this.#file, 'utf8')) as Partial<Note> | null;
      return typeof note?.store === 'string' ? (note as Note) : undefined;
    } catch {
      // A missing or damaged note only affects messages.
      return undefined;
    }
  }

  #write(note: Note): void {
    writeWholeFileSync(this.#file, `${JSON.stringify(note)}\n`);
  }
}
