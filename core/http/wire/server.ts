// Errors, requests of admins, and what plugins answer.

import type { ErrorKind, Problem } from '../../domain/errors.ts';
import type { MassLoss } from '../schemas/admin.ts';

export interface ErrorBody {
  detail: string;
}

/** The header `X-Error-Kind` of a failed answer: its problem if it has one, otherwise its kind. */
export type ErrorName = ErrorKind | Problem | 'too_slow' | 'unforeseen';

/** An admin's confirmation of a loss, with the values that were shown. */
export interface AcceptedLoss {
  missing: number;
  reason?: MassLoss['reason'];
  source?: string;
}

/** An admin's confirmation that the photos of a source are removed, with the values that were shown. */
export interface LeavingSource {
  name: string | null;
  photos: number;
}

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
