import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Backups, IndexCopies, Snapshot } from 'photofinch/plugin-api';
import { BackupError, reasonOf } from './backup-error.ts';
import { snapshotName, takenAt } from './snapshot-name.ts';

/** What is written beside a snapshot about it: `<name>.json`. */
interface Record {
  readonly size: number;
  readonly sha256: string;
  readonly verified: boolean;
}

/**
 * Snapshots of the index in one folder.
 *
 * A file bears the name of a snapshot only once it is whole: it is copied under another name, brought to the disk,
 * looked through, hashed, and then renamed. What a sudden end leaves behind bears no such name and goes with the next.
 */
export class Snapshots implements Backups {
  readonly #folder: string;
  readonly #index: IndexCopies;
  /** One at a time: two copies would only slow each other down. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string, index: IndexCopies) {
    this.#folder = folder;
    this.#index = index;
  }

  /** Newest first. */
  async list(): Promise<Snapshot[]> {
    const names = (await this.#names()).toReversed();
    return Promise.all(names.map((name) => this.#describe(name)));
  }

  /** @throws BackupError */
  take({ signal }: { signal: AbortSignal }): Promise<Snapshot> {
    return this.#inTurn(async () => {
      signal.throwIfAborted();
      const part = join(this.#folder, 'taking.part');
      try {
        await this.#tidy();
        await this.#index.copy(part, { signal });
        await toDisk(part);
        const { ok, detail } = await this.#index.verify(part, { signal });
        if (!ok) throw new BackupError('failed', `The snapshot is not whole, and was thrown away. ${detail}`);
        const record = { ...(await facts(part, signal)), verified: true };
        const name = await this.#freeName();
        await writeFile(`${part}.json`, `${JSON.stringify(record)}\n`);
        await rename(`${part}.json`, join(this.#folder, `${name}.json`));
        await rename(part, join(this.#folder, name));
        await toDisk(this.#folder);
        return { name, createdAt: takenAt(name) ?? 0, ...record };
      } catch (error) {
        await this.#tidy().catch(() => undefined);
        if (signal.aborted || error instanceof BackupError) throw error;
        throw new BackupError('failed', `The snapshot could not be taken: ${reasonOf(error)}.`, error);
      }
    });
  }

  /** @throws BackupError */
  async remove(name: string): Promise<void> {
    if (takenAt(name) === null) throw new BackupError('bad_name', 'This is not the name of a snapshot.');
    if (!(await this.#names()).includes(name)) throw new BackupError('missing', 'There is no such snapshot.');
    await this.#drop(name);
  }

  async prune(keep: number): Promise<string[]> {
    const names = await this.#names();
    const old = names.slice(0, Math.max(0, names.length - keep));
    for (const name of old) await this.#drop(name);
    return old;
  }

  /** The snapshot first: a record without one is swept away, a snapshot without a record would be hashed again. */
  async #drop(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
    await rm(join(this.#folder, `${name}.json`), { force: true });
  }

  /** Oldest first. */
  async #names(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).filter((name) => takenAt(name) !== null).sort();
    } catch (error) {
      if (reasonOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async #describe(name: string): Promise<Snapshot> {
    const file = join(this.#folder, name);
    const { size } = await stat(file);
    const record = await readRecord(`${file}.json`);
    const createdAt = takenAt(name) ?? 0;
    if (record?.size === size) return { name, createdAt, ...record };
    // Somebody put it there, or changed it.
    const signal = new AbortController().signal;
    const { ok } = await this.#index.verify(file, { signal });
    const fresh = { ...(await facts(file, signal)), verified: ok };
    await writeFile(`${file}.json`, `${JSON.stringify(fresh)}\n`).catch(() => undefined);
    return { name, createdAt, ...fresh };
  }

  async #freeName(): Promise<string> {
    const taken = new Set(await this.#names());
    for (let time = Date.now(); ; time += 1) {
      const name = snapshotName(time);
      if (!taken.has(name)) return name;
    }
  }

  async #tidy(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#folder)) {
      const orphan = name.endsWith('.json') && takenAt(name.slice(0, -5)) !== null;
      if (name.startsWith('taking.part')) await rm(join(this.#folder, name), { force: true });
      else if (orphan && !(await exists(join(this.#folder, name.slice(0, -5))))) {
        await rm(join(this.#folder, name), { force: true });
      }
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

async function facts(file: string, signal: AbortSignal): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash, { signal });
  return { size: (await stat(file)).size, sha256: hash.digest('hex') };
}

async function readRecord(file: string): Promise<Record | undefined> {
  try {
    const { size, sha256, verified } = JSON.parse(await readFile(file, 'utf8')) as Partial<Record>;
    if (typeof size !== 'number' || typeof verified !== 'boolean' || !/^[0-9a-f]{64}$/.test(sha256 ?? '')) {
      return undefined;
    }
    return { size, sha256: String(sha256), verified };
  } catch {
    return undefined;
  }
}

async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
