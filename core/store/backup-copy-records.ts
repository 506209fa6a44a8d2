import type { Db, Statement } from '../db/open.ts';

/** Whether the index tells of snapshots that were taken, so that a missing folder of snapshots is an error. */
export function tellsOfSnapshots(db: Db): boolean {
  const found = db
    .prepare<[], number>(
      `SELECT EXISTS (SELECT 1 FROM backup_copies)
           OR EXISTS (SELECT 1 FROM audit_entries WHERE action = 'backup.taken')`,
    )
    .pluck();
  return found.get() === 1;
}

/** The failures at a backup target since its last success. */
export interface BackupCopyFailure {
  /** The number of consecutive failures. */
  readonly attempts: number;
  /** Epoch seconds of the first failure. */
  readonly since: number;
  /** A sentence for people. */
  readonly reason: string;
}

/** A snapshot that a backup target has accepted or declined. */
export interface BackupCopyRecord {
  readonly snapshot: string;
  /** The SHA-256 of the sent bytes, 64 hexadecimal digits; null if an older version sent them. */
  readonly sha256: string | null;
  /** Epoch seconds. */
  readonly keptAt: number;
}

/** Where a backup target keeps its copies. */
export interface CopyPlace {
  /** The name of the plugin. */
  readonly target: string;
  /** The keyed hash of its place; empty if it does not name one. */
  readonly place: string;
}

/** Records which snapshots were copied to which backup targets, and failures. */
export class BackupCopyRecords {
  readonly #of: Statement<[string, string], BackupCopyRecord>;
  readonly #add: Statement<[string, string, string, string, number]>;
  readonly #targets: Statement<[], string>;
  readonly #forget: Statement<[string, string]>;
  readonly #place: Statement<[string, string, string]>;
  readonly #forgetOtherPlaces: Statement<[string, string]>;
  readonly #failure: Statement<[string], BackupCopyFailure>;
  readonly #failed: Statement<[string, number, string]>;
  readonly #succeeded: Statement<[string]>;

  constructor(db: Db) {
    this.#of = db.prepare(
      `SELECT snapshot, sha256, kept_at AS keptAt FROM backup_copies
       WHERE target = ? AND place = ? ORDER BY snapshot DESC`,
    );
    this.#add = db.prepare(
      `INSERT INTO backup_copies (target, place, snapshot, sha256, kept_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET place = excluded.place, sha256 = excluded.sha256, kept_at = excluded.kept_at`,
    );
    this.#targets = db.prepare<[], string>('SELECT DISTINCT target FROM backup_copies ORDER BY target').pluck();
    this.#forget = db.prepare('DELETE FROM backup_copies WHERE target = ? AND snapshot = ?');
    this.#place = db.prepare('UPDATE backup_copies SET place = ? WHERE target = ? AND snapshot = ?');
    this.#forgetOtherPlaces = db.prepare('DELETE FROM backup_copies WHERE target = ? AND place <> ?');
    this.#failure = db.prepare('SELECT attempts, since, reason FROM backup_copy_failures WHERE target = ?');
    this.#failed = db.prepare(
      `INSERT INTO backup_copy_failures (target, attempts, since, reason) VALUES (?, 1, ?, ?)
       ON CONFLICT DO UPDATE SET attempts = attempts + 1, reason = excluded.reason`,
    );
    this.#succeeded = db.prepare('DELETE FROM backup_copy_failures WHERE target = ?');
  }

  /** Sorted by name, newest first. */
  of({ target, place }: CopyPlace): BackupCopyRecord[] {
    return this.#of.all(target, place);
  }

  /** @param now epoch seconds */
  add({ target, place }: CopyPlace, { name, sha256 }: { name: string; sha256: string }, now: number): void {
    this.#add.run(target, place, name, sha256, now);
  }

  forget(target: string, snapshot: string): void {
    this.#forget.run(target, snapshot);
  }

  /** Records that the copy of a snapshot is at this place. */
  place({ target, place }: CopyPlace, snapshot: string): void {
    this.#place.run(place, target, snapshot);
  }

  /** Forgets what the target has at other places than this one. */
  forgetOtherPlaces({ target, place }: CopyPlace): void {
    this.#forgetOtherPlaces.run(target, place);
  }

  failureOf(target: string): BackupCopyFailure | undefined {
    return this.#failure.get(target);
  }

  /** The plugins whose targets have copies. */
  targets(): string[] {
    return this.#targets.all();
  }

  /** @param now epoch seconds */
  failed(target: string, now: number, reason: string): void {
    this.#failed.run(target, now, reason);
  }

  succeeded(target: string): void {
    this.#succeeded.run(target);
  }
}
