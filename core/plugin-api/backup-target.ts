import type { Readable } from 'node:stream';

/** A snapshot that the server offers to a target. */
export interface OfferedSnapshot {
  /** `index-<UTC-stamp>.sqlite3`; later snapshots have later names. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  /**
   * JSON text that must be stored beside the snapshot as `<name>.json`. With it, the server recognises its own snapshot when
   * it is restored. Without it, a snapshot of an encrypted library cannot be opened.
   */
  readonly record: string;
  /**
   * The name of the newest snapshot on the server, which may be this one. Copies with later names come from another server,
   * or from a clock that was ahead. A target keeps the newest snapshot in any case.
   */
  readonly newest: string;
  /** Reads the snapshot from its first byte; each call opens a new stream. The stream fails if the snapshot was removed. */
  open(): Readable;
}

/** A snapshot that a target has. */
export interface KeptSnapshot {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Gets a copy of each verified snapshot, also of those that it missed: the newest first, one at a time. The target decides
 * how many copies it keeps; snapshots that are deleted on the server stay there. A failure is retried after growing pauses
 * and shown to admins, so the message of an error is for people and has no secrets.
 */
export interface BackupTarget {
  /**
   * Resolves once the copy is complete and readable there, or at once for an older snapshot if the target keeps enough newer
   * ones. The newest must be kept: the server checks afterwards that it is listed. Rejects if the bytes do not match `size`
   * and `sha256`; they must not be listed then. Keeping a copy again does no harm. May take hours, as long as bytes are read
   * or `onProgress` is called now and then.
   */
  keep(snapshot: OfferedSnapshot, options: { signal: AbortSignal; onProgress: () => void }): Promise<void>;
  /** The complete copies of the target, newest first; may take a minute. */
  list(options: { signal: AbortSignal }): Promise<readonly KeptSnapshot[]>;
  /** @throws Error if there is no copy of this name */
  remove(name: string, options: { signal: AbortSignal }): Promise<void>;
  /**
   * Whether the target is set up: true or false, at once, since it is asked again and again. Until then, nothing is offered to
   * it. Absent: always.
   */
  isReady?(): boolean;
  /**
   * Names, at once, the place where copies go now, such as a folder or an address; only a keyed hash of it is stored. At
   * another place than before, all snapshots are handed over again. A call of `keep`, `list` or `remove` uses one place to its
   * end. Absent: there is only one.
   */
  place?(): string;
  close?(): Promise<void>;
}
