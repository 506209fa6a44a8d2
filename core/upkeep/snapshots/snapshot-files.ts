import { createReadStream, type ReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takenAt } from './snapshot-name.ts';

/** Access to the files of snapshots, for copying them elsewhere. */
export class SnapshotFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  open(name: string): ReadStream {
    return createReadStream(this.#path(name));
  }

  /** The record beside a snapshot, as JSON. */
  async record(name: string): Promise<string> {
    return await readFile(`${this.#path(name)}.json`, 'utf8');
  }

  #path(name: string): string {
    if (takenAt(name) === null) throw new Error('This is not the name of a snapshot.');
    return join(this.#folder, name);
  }
}
