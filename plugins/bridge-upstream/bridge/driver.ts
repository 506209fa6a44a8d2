import type { HealthReason } from '../contract.ts';

/** One file of a store, under its plain name. */
export interface StoreEntry {
  /** Inside the store, with slashes, as people know it; NFC or not, as the store has it. */
  readonly path: string;
  /** The driver's own key of the file, opaque to others. Stable unless the file is moved or renamed. */
  readonly handle: string;
  readonly stamp: FileStamp;
}

/** Attributes of a file that reveal a change without reading it. */
export interface FileStamp {
  /** Bytes of the plain content. */
  readonly size: number;
  /** Milliseconds since the epoch, of the file in the store; fractions count. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** Findings of a listing besides files. */
export interface ListingReport {
  /** Names that do not decrypt; the entries under them are not listed. */
  unreadableNames: number;
  /**
   * Plain paths of folders that cannot be read, or whose names cannot be decrypted: their content is missing from the
   * listing, but not gone. When the list is absent, the listing fails at the first such folder.
   */
  readonly unreadableFolders?: string[];
  /**
   * Set when something that had just been listed was gone when it was examined: it may have moved to a part of the store
   * that was listed before, and then this listing does not have it.
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
   * another store; reveals nothing about the key. Final only after a successful `check`.
   */
  readonly fingerprint: string;

  /**
   * 32 secret bytes for the bridge's own data about this store, by `secretOfVault`; null for a store without
   * encryption. They change only with the keys of the store, so a change of password keeps them if the format separates
   * the two.
   * @throws StoreError `unreachable`, `wrong_key`, `unsupported` when the keys lie in the store
   */
  bridgeSecret(signal: AbortSignal): Promise<Buffer | null>;

  /**
   * Checks that the store is available and the key fits; cheap, called before every scan.
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
   * empty file. The bytes are authenticated, if the store's format supports that.
   * @throws StoreError `integrity` for damaged bytes, `not_found`, `unreachable`
   */
  read(handle: string, range: { start: number; end: number }, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export type StoreErrorCode = 'unreachable' | 'wrong_key' | 'unsupported' | 'not_found' | 'integrity';

/**
 * A failure between the bridge and its store. `message`: one sentence for people, without secrets, paths of the host
 * and names in the store, since it is logged.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  /** Plain path in the store, for the person at the machine and never for a log. */
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
