import { lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { errorCode } from '../../domain/error-code.ts';
import { BackupError, type IndexCopies, type IndexSnapshots, type Snapshot } from '../../plugin-api/index.ts';
import { toDisk } from '../../plugin-api/toolkit/index.ts';
import { reasonOf } from './folder-reasons.ts';
import { areOfSameState } from './same-state.ts';
import { signSnapshot } from './snapshot-signature.ts';
import { lockFolder, tryLockFolder } from './folder-lock.ts';
import { SnapshotFacts, type KeyringForRecord } from './snapshot-facts.ts';
import { snapshotName, takenAt } from './snapshot-name.ts';
import { sweep, unfinishedName } from './unfinished.ts';

type TakeOptions = Parameters<IndexSnapshots['take']>[0];

interface TakeAlone extends Pick<Partial<TakeOptions>, 'onProgress'> {
  readonly unlessSame?: boolean;
}

const folderIsAway =
  'The snapshots cannot be listed: their folder is not there. See whether its disk is mounted; if it is gone for good, make an empty folder.';

/** The copy is not an intact index. `detail`: one sentence for people. */
export class NotIntact extends BackupError {
  readonly detail: string;

  constructor(detail: string) {
    super('failed', `The snapshot is not whole and was thrown away: run the checks. ${detail}`);
    this.detail = detail;
  }
}

/**
 * Snapshots of the index in one folder.
 *
 * A file gets the name of a snapshot only when it is complete: it is copied under another name, flushed to the disk,
 * verified, and then renamed. Remains of an interruption have other names, and are removed at the next start or snapshot.
 * Files with any other names, folders and links are ignored.
 */
export class Snapshots implements IndexSnapshots {
  readonly #folder: string;
  readonly #index: IndexCopies;
  readonly #facts: SnapshotFacts;
  readonly #key: Uint8Array | null;
  readonly #keyring: KeyringForRecord;
  readonly #onTaken: () => void;
  readonly #areKnown: () => boolean;
  /** One at a time: two concurrent copies would only slow each other down. */
  readonly #turns = new PQueue({ concurrency: 1 });
  readonly #closing = new AbortController();

  /**
   * @param key signs the snapshots; null if the server has no secret yet: they have no signature then
   * @param keyring of an encrypted library; each snapshot gets a copy, so that it can be opened anywhere
   * @param onTaken called after each new snapshot
   * @param areKnown whether snapshots were taken: then their folder must be there
   */
  constructor(
    folder: string,
    index: IndexCopies,
    key: Uint8Array | null,
    keyring: KeyringForRecord = () => null,
    onTaken: () => void = () => undefined,
    areKnown: () => boolean = () => false,
  ) {
    this.#folder = folder;
    this.#index = index;
    this.#key = key;
    this.#keyring = keyring;
    this.#onTaken = onTaken;
    this.#areKnown = areKnown;
    this.#facts = new SnapshotFacts(folder, index);
  }

  /** Newest first. @throws BackupError if the folder cannot be read */
  async list(): Promise<Snapshot[]> {
    const names = (await this.#names()).toReversed();
    const all = await Promise.all(names.map((name) => this.#describe(name)));
    return all.filter((snapshot) => snapshot !== undefined);
  }

  /**
   * Takes a snapshot after those requested before, here or in another process.
   * @throws BackupError, or the reason of `signal`
   */
  take({ signal, onProgress }: TakeOptions): Promise<Snapshot> {
    return this.#turns.add(async () => {
      signal.throwIfAborted();
      try {
        return await this.#takeLocked(signal, { onProgress });
      } catch (error) {
        if (signal.aborted || error instanceof BackupError) throw error;
        throw new BackupError('failed', `No snapshot could be taken: ${reasonOf(error)}.`, error);
      }
    });
  }

  /**
   * Takes a snapshot before the index is changed, unless the newest one has the same content. A server whose migration fails
   * is started again and again, and must not fill the disk.
   * @returns the name of the snapshot
   * @throws NotIntact, or an error of the system
   */
  async takeUnlessSame(signal: AbortSignal): Promise<string> {
    return (await this.#takeLocked(signal, { unlessSame: true })).name;
  }

  async #takeLocked(signal: AbortSignal, options: TakeAlone = {}): Promise<Snapshot> {
    await this.#makeFolder();
    const lock = await lockFolder(this.#folder, signal);
    try {
      return await this.#takeAlone(signal, options);
    } finally {
      await this.#sweepAlone().catch(() => undefined);
      lock.release();
    }
  }

  /** Only the last folder is created: if the disk is not mounted, its parents would be created on another one. */
  async #makeFolder(): Promise<void> {
    await mkdir(this.#folder, { mode: 0o700 }).catch(async (error: unknown) => {
      if (errorCode(error) !== 'EEXIST' || !(await stat(this.#folder)).isDirectory()) throw error;
    });
  }

  async #takeAlone(signal: AbortSignal, { unlessSame, onProgress }: TakeAlone): Promise<Snapshot> {
    // Remains are removed first, since they may have filled the disk.
    await sweep(this.#folder);
    const name = await this.#freeName();
    const part = join(this.#folder, unfinishedName());
    await this.#index.copy(part, { signal, onProgress });
    await toDisk(part);
    const { ok, detail, sha256 } = await this.#index.verify(part, { signal, onProgress });
    if (!ok || sha256 === null) throw new NotIntact(detail);
    const { size, mtimeMs: modified } = await stat(part);
    const last = unlessSame ? await this.#newest() : undefined;
    if (last?.size === size) {
      const file = join(this.#folder, last.name);
      if ((await this.#index.verify(file, { signal })).ok && (await areOfSameState(part, file))) {
        return { ...last, verified: true };
      }
    }
    // The record is written first: a record without a snapshot is removed later, while a snapshot without a record would
    // have to be read again.
    const signature = this.#key && signSnapshot(this.#key, { name, size, sha256 });
    const keyring = this.#keyring();
    const facts = {
      size,
      modified,
      sha256,
      verified: true,
      ...(signature && { signature }),
      ...(keyring && { keyring }),
    };
    await this.#facts.keep(name, facts);
    signal.throwIfAborted();
    await rename(part, join(this.#folder, name));
    await toDisk(this.#folder);
    this.#onTaken();
    return { name, size, createdAt: takenAt(name) ?? 0, sha256, verified: true };
  }

  /**
   * Updates the keyring in the records of this library's snapshots, so that removed secrets do not open them any more. Waits
   * for a snapshot that is being taken.
   * @throws BackupError if the folder cannot be read; an error of the system; the reason of `signal`
   */
  renewKeyrings(signal = this.#closing.signal): Promise<void> {
    return this.#turns.add(async () => {
      if ((await this.#names()).length === 0) return;
      const lock = await lockFolder(this.#folder, signal);
      try {
        await this.#renewAlone();
      } finally {
        lock.release();
      }
    });
  }

  async #renewAlone(): Promise<void> {
    if (this.#keyring()) for (const name of await this.#names()) await this.#facts.renewKeyring(name, this.#keyring);
  }

  /** @throws BackupError */
  async remove(name: string): Promise<void> {
    if (takenAt(name) === null) throw new BackupError('bad_name', 'This is not the name of a snapshot.');
    if (!(await this.#names()).includes(name)) throw new BackupError('missing', 'There is no such snapshot.');
    await this.#drop(name);
  }

  /**
   * Snapshots with a time in the future are removed first: the clock was wrong then, or is now, and they must not displace
   * snapshots taken from now on.
   * @throws BackupError
   */
  async prune(keep: number): Promise<string[]> {
    const now = Date.now() / 1000;
    const all = await this.list();
    const isPast = ({ createdAt }: Snapshot): boolean => createdAt <= now;
    const newestFirst = [...all.filter(isPast), ...all.filter((snapshot) => !isPast(snapshot))];
    const keptSnapshots = new Set(newestFirst.slice(0, keep));
    const lastGood = newestFirst.find(({ verified }) => verified);
    if (keep > 0 && lastGood && ![...keptSnapshots].some(({ verified }) => verified)) keptSnapshots.add(lastGood);
    const old = newestFirst.filter((snapshot) => !keptSnapshots.has(snapshot)).reverse();
    for (const { name } of old) await this.#drop(name);
    return old.map(({ name }) => name);
  }

  /**
   * Removes the remains of processes that were killed, removed secrets in records among them, unless another process is
   * taking a snapshot.
   */
  async sweep(): Promise<void> {
    await this.#turns.add(async () => {
      try {
        if (!(await stat(this.#folder)).isDirectory()) return;
        const lock = tryLockFolder(this.#folder);
        if (!lock) return;
        await this.#sweepAlone().finally(() => {
          lock.release();
        });
      } catch {
        // The next snapshot reports the problem with the folder.
      }
    });
  }

  async #sweepAlone(): Promise<void> {
    await sweep(this.#folder);
    await this.#renewAlone();
  }

  /** Resolves when nothing more is written; the signals of running snapshots must have been aborted before. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#facts.close(), this.#turns.onIdle()]);
  }

  /**
   * The snapshot is removed before its record, the reverse of the order in which they are made. There are logs if another
   * program has opened it.
   */
  async #drop(name: string): Promise<void> {
    try {
      for (const ending of ['', '-wal', '-shm', '-journal'])
        await rm(join(this.#folder, name + ending), { force: true });
      await this.#facts.forget(name);
    } catch (error) {
      throw new BackupError('failed', `The snapshot could not be removed: ${reasonOf(error)}.`, error);
    }
  }

  /** Oldest first. */
  async #names(): Promise<string[]> {
    try {
      const entries = await readdir(this.#folder, { withFileTypes: true });
      return entries.flatMap((entry) => (entry.isFile() && takenAt(entry.name) !== null ? entry.name : [])).sort();
    } catch (error) {
      if (errorCode(error) === 'ENOENT') {
        if (!this.#areKnown()) return [];
        throw new BackupError('failed', folderIsAway, error);
      }
      throw new BackupError('failed', `The snapshots cannot be listed: ${reasonOf(error)}.`, error);
    }
  }

  async #newest(): Promise<Snapshot | undefined> {
    const name = (await this.#names()).at(-1);
    return name === undefined ? undefined : this.#describe(name);
  }

  /** Undefined if it was removed in the meantime. */
  async #describe(name: string): Promise<Snapshot | undefined> {
    const file = await lstat(join(this.#folder, name)).catch(() => undefined);
    if (!file) return undefined;
    const { sha256 = null, verified = false } = (await this.#facts.of(name, file)) ?? {};
    return { name, size: file.size, createdAt: takenAt(name) ?? 0, sha256, verified };
  }

  /** A name for the current time: the state that is copied is much older than the end of a large copy. */
  async #freeName(): Promise<string> {
    const existing = new Set(await readdir(this.#folder));
    for (let time = Date.now(); ; time += 1) {
      const name = snapshotName(time);
      if (!existing.has(name)) return name;
    }
  }
}
