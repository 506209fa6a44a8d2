import {
  StoreError,
  type Driver,
  type FileStamp,
  type ListingReport,
  type StoreEntry,
} from '../../plugins/bridge-upstream/bridge/driver.ts';

interface StoredFile {
  readonly bytes: Buffer;
  readonly stamp: FileStamp;
}

/** Old enough that no file looks as if it were still being written. */
const longAgo = Date.UTC(2024, 4, 1);
const pieceSize = 64 * 1024;

/** A store in memory that tests change and break. Handles are paths. */
export class ChangingStore implements Driver {
  readonly name = 'changing';
  fingerprint = 'changing-store';
  /** The secret of a vault: with it, the bridge encrypts its data. */
  secret: Buffer | null = null;
  readonly files = new Map<string, StoredFile>();
  /** Thrown by `check`, as with a wrong key. */
  checkFails: StoreError | undefined;
  /** Thrown while listing, after this many entries. */
  listFails: { after: number; error: StoreError } | undefined;
  /** As with another key: names cannot be decrypted, and nothing is listed. */
  namesUnreadable = false;
  /** Folders that cannot be listed. */
  readonly unreadableFolders = new Set<string>();
  /** Lists nothing, like an empty mount. */
  emptied = false;
  /** Thrown by reads of these paths. */
  readonly unreadable = new Map<string, StoreError>();
  /** Called when a file has been read to its end. */
  afterRead: (path: string) => void = () => undefined;
  reads = 0;
  #ticks = 0;

  put(path: string, content: Buffer | string, mtimeMs = longAgo): void {
    this.#ticks += 1;
    const bytes = Buffer.from(content);
    this.files.set(path, { bytes, stamp: { size: bytes.length, mtimeMs, ctimeMs: longAgo + this.#ticks } });
  }

  touch(path: string, mtimeMs = longAgo + 1000 + this.#ticks): void {
    this.put(path, this.#file(path).bytes, mtimeMs);
  }

  bridgeSecret(): Promise<Buffer | null> {
    return Promise.resolve(this.secret);
  }

  /** Moves a file, or a folder with its content. */
  rename(from: string, to: string): void {
    for (const [path, { bytes, stamp }] of [...this.files]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.files.delete(path);
      this.put(to + path.slice(from.length), bytes, stamp.mtimeMs);
    }
  }

  copy(from: string, to: string): void {
    const { bytes, stamp } = this.#file(from);
    this.put(to, bytes, stamp.mtimeMs);
  }

  remove(path: string): void {
    this.#file(path);
    this.files.delete(path);
  }

  check(): Promise<void> {
    return this.checkFails ? Promise.reject(this.checkFails) : Promise.resolve();
  }

  async *list(report: ListingReport, signal: AbortSignal): AsyncGenerator<StoreEntry> {
    let listed = 0;
    if (this.unreadableFolders.size > 0 && !report.unreadableFolders) throw new StoreError('unreachable', 'No entry.');
    report.unreadableFolders?.push(...this.unreadableFolders);
    for (const [path, { stamp }] of this.emptied ? [] : this.files) {
      await Promise.resolve();
      signal.throwIfAborted();
      if (this.listFails && listed >= this.listFails.after) throw this.listFails.error;
      listed += 1;
      if ([...this.unreadableFolders].some((folder) => path.startsWith(`${folder}/`))) continue;
      if (this.namesUnreadable) report.unreadableNames += 1;
      else yield { path, handle: path, stamp };
    }
  }

  stat(handle: string): Promise<FileStamp> {
    const file = this.files.get(handle);
    return file ? Promise.resolve(file.stamp) : Promise.reject(new StoreError('not_found', 'The file is gone.'));
  }

  async *read(handle: string, { start, end }: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    const file = this.files.get(handle);
    if (!file) throw new StoreError('not_found', 'The file is gone.');
    this.reads += 1;
    for (let at = start; at <= end; at += pieceSize) {
      await new Promise(setImmediate);
      const error = this.unreadable.get(handle);
      if (error) throw error;
      yield file.bytes.subarray(at, Math.min(at + pieceSize, end + 1));
    }
    this.afterRead(handle);
  }

  #file(path: string): StoredFile {
    const file = this.files.get(path);
    if (!file) throw new Error(`the test's store has no ${path}`);
    return file;
  }
}
