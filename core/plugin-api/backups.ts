export interface Snapshot {
  /** `index-<UTC-stamp>.sqlite3` */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** 64 hexadecimal digits; null for a file that was copied there and has not been verified yet. */
  readonly sha256: string | null;
  /** Whether the snapshot was opened and found whole. */
  readonly verified: boolean;
}

/** Why a backup request failed. The message is for people. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly code: 'bad_name' | 'missing' | 'unclear' | 'failed';

  constructor(code: BackupError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const codes: ReadonlySet<unknown> = new Set<BackupError['code']>(['bad_name', 'missing', 'unclear', 'failed']);

/** Whether `error` is an error of backups, from this copy of the contract or another. */
export function isBackupError(error: unknown): error is BackupError {
  return error instanceof Error && 'code' in error && codes.has(error.code);
}

/** The progress of a copy. */
export interface CopyProgress {
  readonly step: 'copying' | 'reading' | 'examining';
  /** Bytes done so far; null if unknown. */
  readonly bytes: number | null;
  readonly total: number;
}

/** Snapshots of the index. Thumbnails are not part of them: they can be made again. */
export interface Backups {
  /** Returns immediately, because the overview page calls it. */
  list(): Promise<Snapshot[]>;
  take(options: {
    signal: AbortSignal;
    onProgress?: ((progress: CopyProgress) => void) | undefined;
  }): Promise<Snapshot>;
  remove(name: string): Promise<void>;
  /**
   * Removes all snapshots but the newest `keep`, and but the newest verified one if none of these is verified. With 0, all
   * are removed.
   * @returns the names of the removed ones
   */
  prune(keep: number): Promise<string[]>;
  /** Epoch seconds of the next scheduled snapshot; null while none is scheduled. */
  nextAt?(): Promise<number | null>;
}

/** Snapshots in the backup folder: complete, verified, and sealed so that the server recognises its own. */
export interface IndexSnapshots extends Backups {
  /** Removes the leftovers of a process that was killed, unless another process is taking a snapshot now. */
  sweep(): Promise<void>;
  /** Resolves once nothing more is written. The signals of running snapshots must have been aborted before. */
  close(): Promise<void>;
}
