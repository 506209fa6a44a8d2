import type { HealthReason } from '../contract.ts';

/** One file of a store, under its plain name. */
export interface StoreEntry {
  /** The plain path in the store, with slashes; not necessarily in Unicode NFC. */
  readonly path: string;
  /** The driver's own identifier of the file. Stable unless the file is moved or renamed. */
  readonly handle: string;
  readonly stamp: FileStamp;
}

/** Attributes of a file that reveal a change without reading it. */
export interface FileStamp {
  /** Bytes of the plain content. */
  readonly size: number;
  /** Milliseconds since the epoch, with fractions, as the store's file system reports them. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

export const sameStamp = (a: FileStamp, b: FileStamp): boolean =>
  a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

/** A range of bytes, both ends inclusive. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}

/** Findings of a listing besides files. */
export interface ListingReport {
  /** Names that do not decrypt; the entries under them are not listed. */
  unreadableNames: number;
  /**
   * Plain paths of folders that cannot be read, or whose names cannot be decrypted: their files are missing from the
   * listing, but still exist. If this array is absent, the listing fails at the first such folder.
   */
  readonly unreadableFolders?: string[];
  /**
   * Set if an entry was listed but had disappeared when it was examined. It may have moved to a part of the store that was
   * listed before, so that this listing does not contain it.
   */
  changed?: boolean;
}

/**
 * Reads one kind of store. Read-only: files are opened with O_RDONLY, and nothing is ever changed in the store. All methods
 * throw `StoreError`, and honour their signal.
 */
export interface Driver {
  /** Short: `folder`, `rclone-crypt`, `gocryptfs`. */
  readonly name: string;

  /**
   * Identifies the contents of the store as far as its keys do, for the log and for detecting that the bridge was pointed
   * to another store. It reveals nothing about the key. It is final only after a successful `check`.
   */
  readonly fingerprint: string;

  /**
   * 32 secret bytes for the bridge's own data about this store, by `secretOfVault`; null for a store without encryption.
   * They change only with the keys of the store. A change of the password keeps them, if the format separates password and
   * keys.
   * @throws StoreError `unreachable`, `wrong_key`, `unsupported` if the keys are in the store
   */
  bridgeSecret(signal: AbortSignal): Promise<Buffer | null>;

  /**
   * Checks that the store is available and the key is correct. It is cheap, and is called before every scan.
   * @throws StoreError `unreachable`, `wrong_key`, `unsupported`
   */
  check(signal: AbortSignal): Promise<void>;

  /**
   * All files in any order, without hidden files and without folders that contain a `.nomedia`. Symbolic links are not
   * followed. Memory use does not grow with the number of files. Adds to `report` while listing.
   * @throws StoreError if a folder cannot be listed: apart from `report.unreadableFolders`, a listing is complete or it
   * fails
   */
  list(report: ListingReport, signal: AbortSignal): AsyncIterable<StoreEntry>;

  /** @throws StoreError `not_found` */
  stat(handle: string, signal: AbortSignal): Promise<FileStamp>;

  /**
   * The plain bytes from `start` to `end`, both inclusive, in chunks of at most a few hundred KiB. For an empty file,
   * `end` is -1: nothing is yielded, but the file is examined. The bytes are authenticated if the store's format supports
   * that.
   * @throws StoreError `integrity` for damaged bytes, `not_found`, `unreachable`
   */
  read(handle: string, range: FileRange, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export type StoreErrorCode = 'unreachable' | 'wrong_key' | 'unsupported' | 'not_found' | 'integrity';

/**
 * A failure between the bridge and its store. `message`: one sentence for people. It is logged, so it contains no secrets,
 * no paths of the host and no names in the store.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  /** A plain path in the store, shown to the user at the machine and never logged. */
  readonly place: string | undefined;

  constructor(code: StoreErrorCode, message: string, options: ErrorOptions & { readonly place?: string } = {}) {
    super(message, options);
    this.code = code;
    this.place = options.place;
  }
}

/** The condition of a store, as the scanner last found it. */
export interface StoreCondition {
  readonly reachable: boolean;
  readonly loggedIn: boolean;
  readonly reason?: HealthReason;
  /** One sentence for people, with a remedy. */
  readonly detail?: string;
}
