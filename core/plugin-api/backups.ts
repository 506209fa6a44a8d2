export interface Snapshot {
  /** `index-<UTC-stamp>.sqlite3` */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** 64 hexadecimal digits; null while a file that somebody put there is not read through yet. */
  readonly sha256: string | null;
  /** Whether the snapshot was opened and found whole. */
  readonly verified: boolean;
}

/** Snapshots of the index. Thumbnails are not part of them: they can be made again. */
export interface Backups {
  /** Answers at once: the overview asks for it. */
  list(): Promise<Snapshot[]>;
  take(options: { signal: AbortSignal }): Promise<Snapshot>;
  remove(name: string): Promise<void>;
  /**
   * Keeps the newest `keep` snapshots, and the newest verified one when none of these is; answers the names of those that
   * went. With 0, all go.
   */
  prune(keep: number): Promise<string[]>;
  /** When the next snapshot is taken by itself, epoch seconds; null while none is. */
  nextAt?(): Promise<number | null>;
}
