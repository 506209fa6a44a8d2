import type { HealthReason } from '../contract.ts';

/** One file of a store, under its plain name. */
export interface StoreEntry {
  /** Inside the store, with slashes, as people know it; NFC or not, as the store has it. */
  readonly path: string;
  /** How the driver finds the file again; nobody else reads it. Stable as long as the file is not moved or renamed. */
  readonly handle: string;
  readonly stamp: FileStamp;
}

/** What tells, without reading it, that a file has changed. */
export interface FileStamp {
  /** Bytes of the plain content. */
  readonly size: number;
  /** Milliseconds since the epoch, of the file in the store; fractions count. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** What a listing met besides files. */
export interface ListingReport {
  /** Names that do not decrypt; the entries under them are not listed. */
  unreadableNames: number;
  /**
   * Plain paths of folders that nobody may read, or whose names cannot be decrypted: what lies below them is not listed,
   * and is not gone. Whoever leaves this out wants the listing to fail at the first of them.
   */
  readonly unreadableFolders?: string[];
  /**
   * Set when something that had just been listed was gone as it was examined: it may lie in a part of the store that
   * was listed before, so that this listing does not have it.
   */
  changed?: boolean;
}

/**
 * A way to read one kind of store. Read-only: files are opened with O_RDONLY, nothing else is ever done to the store.
 * Every method throws a `StoreError`, and honours its signal.
 */
export interface Driver {
  /** Short: `folder`, `rclone-crypt`, `gocryptfs`. */
  readonly name: string;

  /**
   * Identifies the store's contents as far as the keys do, for the log and for noticing that the bridge was pointed to
   * another store; says nothing about the key. Final only after a `check` that passed.
   */
  readonly fingerprint: string;

  /**
   * 32 secret bytes under which the bridge keeps what it knows of this store, by `secretOfVault`; null for a store that is
   * not encrypted. The same as long as the store's keys are, also after a change of password where the format has both.
   * @throws StoreError `unreachable`, `wrong_key`, `unsupported` where the keys lie in the store
   */
  bridgeSecret(signal: AbortSignal): Promise<Buffer | null>;

  /**
   * Looks whether the store is there and the key fits; cheap, called before every scan.
   * @throws StoreError `unreachable`, `wrong_key`, `unsupported`
   */
  check(signal: AbortSignal): Promise<void>;

  /**
   * All files, in any order, hidden ones and those in folders with a `.nomedia` left out; symbolic links are not
   * followed. Memory does not grow with their number. Adds to `report` as it goes.
   * @throws StoreError when any folder cannot be listed: but for `report.unreadableFolders`, a listing is complete or
   *   it fails
   */
  list(report: ListingReport, signal: AbortSignal): AsyncIterable<StoreEntry>;

  /** @throws StoreError `not_found` */
  stat(handle: string, signal: AbortSignal): Promise<FileStamp>;

  /**
   * The plain bytes from `start` to `end`, both included, in pieces of at most a few hundred KiB. Yields nothing for an
   * empty file. What it yields is authenticated, where the store's format can do that.
   * @throws StoreError `integrity` when the bytes are not those that were written, `not_found`, `unreachable`
   */
  read(handle: string, range: { start: number; end: number }, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export type StoreErrorCode = 'unreachable' | 'wrong_key' | 'unsupported' | 'not_found' | 'integrity';

/**
 * What goes wrong between the bridge and its store. `message`: one sentence for people, without secrets, paths of the
 * host and names of the store, since the service logs it.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  /** Plain path in the store of what it is about: for whoever sits at the machine, and for no log. */
  readonly place: string | undefined;

  constructor(code: StoreErrorCode, message: string, options: ErrorOptions & { readonly place?: string } = {}) {
    super(message, options);
    this.code = code;
    this.place = options.place;
  }
}

/** How a store is, as the scanner last found it. */
export interface StoreCondition {
  readonly reachable: boolean;
  readonly loggedIn: boolean;
  readonly reason?: HealthReason;
  /** One sentence for people, with what to do. */
  readonly detail?: string;
}
