export interface Snapshot {
  /** `index-<UTC-stamp>.sqlite3` */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** Whether the snapshot was opened and found whole. */
  readonly verified: boolean;
}

/** Snapshots of the index. Thumbnails are not part of them: they can be made again. */
export interface Backups {
  list(): Promise<Snapshot[]>;
  take(options: { signal: AbortSignal }): Promise<Snapshot>;
  remove(name: string): Promise<void>;
  /** Keeps the newest `keep` snapshots; answers the names of those that went. */
  prune(keep: number): Promise<string[]>;
}
