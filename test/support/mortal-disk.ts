import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DyingWrites } from './dying-writes.ts';

/** A folder in which processes work that can be ended at any change of it, and that can be had again as it was. */
export class MortalDisk {
  readonly path: string;
  readonly dying: DyingWrites;
  readonly #folder: string;

  /** @param folder an absolute path without links; the disk is a folder in it */
  constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'disk');
    mkdirSync(this.path);
    this.dying = new DyingWrites(folder, this.path);
  }

  /** Keeps the disk as it is now, under a name. */
  keep(name: string): void {
    const kept = this.#kept(name);
    rmSync(kept, { recursive: true, force: true });
    cpSync(this.path, kept, { recursive: true, preserveTimestamps: true });
  }

  /** Has the disk as it was when it was kept. */
  putBack(name: string): void {
    rmSync(this.path, { recursive: true, force: true });
    cpSync(this.#kept(name), this.path, { recursive: true, preserveTimestamps: true });
  }

  close(): void {
    this.dying.close();
  }

  #kept(name: string): string {
    return join(this.#folder, `kept ${name}`);
  }
}
