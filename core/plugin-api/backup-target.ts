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
   * JSON text that must be kept beside the snapshot as `<name>.json`. By it the server knows the snapshot for its own when it
   * is restored, and without it nothing opens one of an encrypted library.
   */
  readonly record: string;
  /**
   * The name of the newest snapshot that the server has, which may be this one. Copies of later names come from another server,
   * or from a clock that was ahead: a target keeps the newest snapshot whatever else it has.
   */
  readonly newest: string;
  /** Its bytes from the first one on; each call reads it anew. The stream fails when the snapshot is gone. */
  open(): Readable;
}

/** A snapshot that a target has. */
export interface KeptSnapshot {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * A place that gets a copy of each verified snapshot: the newest first, one at a time, also those that it missed. How many it
 * keeps is its own decision; that a snapshot is deleted here deletes nothing there. What fails is tried again after growing
 * pauses and shown to admins, so an error's message is for people and has no secrets.
 */
export interface BackupTarget {
  /**
   * Resolves once the copy is whole and can be read there, or once the target knows that it does not want it, because it
   * keeps enough that are newer. The newest is always wanted: the server looks afterwards whether it is listed. Bytes that are not those of `size` and `sha256` must not be listed afterwards. To keep one
   * again that is there already does no harm. May take hours, as long as bytes are read or `onProgress` is called now and then.
   */
  keep(snapshot: OfferedSnapshot, options: { signal: AbortSignal; onProgress: () => void }): Promise<void>;
  /** The whole copies that are there, newest first; may take a minute. */
  list(options: { signal: AbortSignal }): Promise<readonly KeptSnapshot[]>;
  /** @throws Error where it has none of this name */
  remove(name: string, options: { signal: AbortSignal }): Promise<void>;
  /** Whether it is set up; while it is not, nothing is offered to it. Absent: it always is. */
  isReady?(): boolean;
  close?(): Promise<void>;
}
