import type { Dirent } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds for which a measured size is cached: walking through a million thumbnails takes long. */
const freshFor = 10 * 60_000;
/** The same for programs, whose frequent polling must not keep the disk busy. */
const freshEnough = 6 * 3600_000;
/** Milliseconds that a request waits for the first measurement. */
const patience = 2000;

/** The size of the data folder, and the free space of its disk. */
export class DiskUsage {
  readonly #folder: string;
  #bytes: number | null = null;
  #measuredAt = -Infinity;
  #measuring: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns bytes; `data` is null until the first measurement has ended */
  async read(): Promise<{ data: number | null; free: number }> {
    if (performance.now() - this.#measuredAt > freshFor) this.#measuring ??= this.#measure();
    if (this.#bytes === null && this.#measuring)
      await Promise.race([this.#measuring, sleep(patience, undefined, { ref: false })]);
    const { bavail, bsize } = await statfs(this.#folder);
    return { data: this.#bytes, free: bavail * bsize };
  }

  /**
   * The last measured size in bytes, or null before the first one. Starts a new measurement in the background if the last
   * one is old.
   */
  known(): number | null {
    if (performance.now() - this.#measuredAt > freshEnough) this.#measuring ??= this.#measure();
    return this.#bytes;
  }

  async #measure(): Promise<void> {
    this.#bytes = await sizeOf(this.#folder);
    this.#measuredAt = performance.now();
    this.#measuring = undefined;
  }
}

/** The total size of all files below a folder, in bytes. Files that vanish or cannot be read count as 0. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else if (entry.isFile())
      bytes += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}
