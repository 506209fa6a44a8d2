import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DyingWrites } from './dying-writes.ts';

/** A folder whose processes can be killed at any change of it, and which can be restored to an earlier state. */
export class MortalDisk {
  readonly path: string;
  readonly dying: DyingWrites;
  readonly #folder: string;

  /** @param folder an absolute path without links; the disk is a subfolder */
  constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'disk');
    mkdirSync(this.path);
    this.dying = new DyingWrites(folder, this.path);
  }

  /** Saves the current state of the disk under a name. */
  keep(name: string): void {
    const kept = this.#kept(name);
    rmSync(kept, { recursive: true, force: true });
    cpSync(this.path, kept, { recursive: true, preserveTimestamps: true });
  }

  /** Restores a saved state of the disk. */
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
