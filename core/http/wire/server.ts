// State of the server, and its administration.

import type { ErrorKind, Problem } from '../../domain/errors.ts';
import type { SourceReport, SourceState } from './sources.ts';
import type { Sentence } from './sentences.ts';

export interface ErrorBody {
  detail: string;
}

/** The header `X-Error-Kind` of a failed answer: its problem if it has one, otherwise its kind. */
export type ErrorName = ErrorKind | Problem | 'too_slow' | 'unforeseen';

export interface Ok {
  ok: true;
}

export interface Health {
  ok: true;
  /** Whether the library is encrypted and not unlocked yet. */
  locked: boolean;
  bridge: { reachable: boolean; loggedIn: boolean };
  /** Only for a locked server: progress of encryption or decryption; null without any. */
  converting?: ConversionStatus | null;
}

export interface ConversionStatus {
  to: 'encrypted' | 'plain';
  done: number;
  total: number;
}

export interface Status {
  version: string;
  demo: boolean;
  photos: number;
  pending: number;
  failed: number;
  people: number;
  faces: number;
  last_sync_at: number | null;
  indexing: {
    running: boolean;
    done: number;
    total: number;
    /** Whether the photo store has not listed all its photos yet, so that the counts are too low. */
    counting: boolean;
    /** Photos per second. */
    rate: number;
    /** Seconds; null if unknown. */
    eta: number | null;
  };
  ml_ready: boolean;
  bridge: { reachable: boolean; loggedIn: boolean };
  /** Only for a library with several sources. */
  sources?: SourceState[];
  /** The server's clock, epoch seconds. */
  now: number;
  stats: {
    photos: {
      total: number;
      done: number;
      pending: number;
      by_status: { indexed: number; pending: number; failed: number };
    };
    faces: number;
    people: number;
  };
  indexer: { last_sync: number | null; pending_db: number };
}

export interface IndexerState {
  state: string;
  last_sync_at: number | null;
  rate: number;
  eta: number | null;
  /** `told`: the sentences of `message` in structured form. */
  trouble: { message: string; told: Sentence[]; retry_at: number } | null;
  /** Why installed models are unavailable, while photos wait for them; the message is from a plugin. */
  models_away: { message: string; retry_at: number } | null;
  mass_loss: MassLoss | null;
}

/** The sync is stopped, because so many photos would be removed that an admin must confirm it. */
export interface MassLoss {
  /** The plugin of the photo source, if there are several. */
  source?: string;
  reason: 'other_store' | 'mass_disappearance';
  /** The number of missing photos, of `total`. */
  missing: number;
  total: number;
  /** Epoch seconds. */
  since: number;
}

/** An admin's confirmation of a loss, with the values that were shown. */
export interface AcceptedLoss {
  missing: number;
  reason?: MassLoss['reason'];
  source?: string;
}

export interface RetryResult extends IndexerState {
  /** The number of photos that are tried again. */
  retried: number;
}

export interface FailedPhotos {
  /** `told`: the sentences of `error` in structured form. */
  failures: { uid: string; name: string; error: string; told: Sentence[]; attempts: number; retry_at: number }[];
  total: number;
}

export interface Levels {
  photos: number;
  /** The number of photos of which at least a thumbnail, or at least the head of the file, has been read. */
  thumbnails: number;
  heads: number;
  /** The number of photos whose original has been read, of `decodable`: videos and RAW files are not decoded. */
  originals: number;
  decodable: number;
  /** Bytes of originals: left to read, per day, and read today. */
  bytes_left: number;
  budget: number;
  bytes_today: number;
  /** Null if no originals are read. */
  days_left: number | null;
}

export interface Overview {
  server: { version: string; uptime: number; node: string; platform: string; memory: number };
  /** `data_bytes` is null while it is being measured. */
  disk: { data_bytes: number | null; free_bytes: number };
  index: { photos: number; pending: number; failed: number; faces: number; people: number };
  /** How much is known of the photos, if reading originals is costly; otherwise null. */
  levels: Levels | null;
  indexer: IndexerState;
  ml: {
    provider: string | null;
    models: {
      part: 'face_detector' | 'face_embedder' | 'image_text' | 'labels' | 'text';
      id: string;
      version: string;
    }[];
    ready: boolean;
  };
  /** `faults`: errors of the plugin that no code handled, since the server started. */
  /** Only for a library with several sources. */
  sources?: SourceReport[];
  plugins: {
    name: string;
    version: string;
    provides: string[];
    faults: number;
    last_fault: { at: number; message: string } | null;
  }[];
  last_backup: Backup | null;
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

/** Audit entries, newest first. */
export interface AuditEntries {
  entries: {
    id: number;
    /** Epoch seconds. */
    at: number;
    action: string;
    actor: string | null;
    actor_id: number | null;
    subject: string | null;
    detail: string | null;
    /** `detail` as structured sentences. */
    told: Sentence[];
    address: string | null;
    /** The number of occurrences, from `at` to `last_at`. */
    times: number;
    last_at: number;
  }[];
  next_before: number | null;
}

export interface ChecksAnswer {
  ok: boolean;
  /** `told`: the sentences of `detail` in structured form. */
  checks: { id: string; ok: boolean; detail: string; told: Sentence[]; ms: number }[];
}
