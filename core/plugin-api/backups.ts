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

/** Why a backup did not do what was asked. The message is for people. */
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

/** How far a copy is. */
export interface CopyProgress {
  readonly step: 'copying' | 'reading' | 'examining';
  /** Bytes that are done; null where that is not known. */
  readonly bytes: number | null;
  readonly total: number;
}

/** Snapshots of the index. Thumbnails are not part of them: they can be made again. */
export interface Backups {
  /** Answers at once: the overview asks for it. */
  list(): Promise<Snapshot[]>;
  take(options: {
    signal: AbortSignal;
    onProgress?: ((progress: CopyProgress) => void) | undefined;
  }): Promise<Snapshot>;
  remove(name: string): Promise<void>;
  /**
   * Keeps the newest `keep` snapshots, and the newest verified one when none of these is; answers the names of those that
   * went. With 0, all go.
   */
  prune(keep: number): Promise<string[]>;
  /** When the next snapshot is taken by itself, epoch seconds; null while none is. */
  nextAt?(): Promise<number | null>;
}

/** Snapshots in the folder that is set for them: whole, verified, and sealed so that the server knows its own again. */
export interface IndexSnapshots extends Backups {
  /** Removes what a process that ended suddenly has left, unless another process is taking a snapshot now. */
  sweep(): Promise<void>;
  /** Resolves once nothing more is written; the signals of snapshots under way were aborted before. */
  close(): Promise<void>;
}
