// Errors, and what plugins answer.

import type { ErrorKind, Problem } from '../../domain/errors.ts';

export interface ErrorBody {
  detail: string;
}

/** The header `X-Error-Kind` of a failed answer: its problem if it has one, otherwise its kind. */
export type ErrorName = ErrorKind | Problem | 'too_slow' | 'unforeseen';

export interface Backup {
  name: string;
  /** Bytes. */
  size: number;
  created_at: number;
  /** Null for a file that was copied in manually, until its checksum is computed. */
  sha256: string | null;
  verified: boolean;
}

export interface Backups {
  /** Newest first. */
  backups: Backup[];
  total_bytes: number;
}

export interface PrunedBackups {
  deleted: string[];
  kept: number;
}

/** The schedule of automatic snapshots by the server's clock, and the number to keep. */
export interface BackupSchedule {
  enabled: boolean;
  hour: number;
  minute: number;
  keep: number;
}

export interface PlannedBackups extends BackupSchedule {
  next_run_at: number | null;
}
