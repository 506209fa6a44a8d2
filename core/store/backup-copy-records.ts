import type { Db, Statement } from '../db/open.ts';

/** The last failure at a backup target, without a success since. */
export interface BackupCopyFailure {
  /** Tries in a row. */
  readonly attempts: number;
  /** Epoch seconds, of the first of them. */
  readonly since: number;
  /** A sentence for people. */
  readonly reason: string;
}

/** A snapshot that a backup target has taken, or did not want. */
export interface BackupCopyRecord {
  readonly snapshot: string;
  /** Epoch seconds. */
  readonly keptAt: number;
}

/** Which snapshots were copied to which backup targets, and the failures. */
export class BackupCopyRecords {
  readonly #of: Statement<[string], BackupCopyRecord>;
  readonly #add: Statement<[string, string, number]>;
  readonly #forget: Statement<[string, string]>;
  readonly #failure: Statement<[string], BackupCopyFailure>;
  readonly #failed: Statement<[string, number, string]>;
  readonly #succeeded: Statement<[string]>;

  constructor(db: Db) {
    this.#of = db.prepare(
      'SELECT snapshot, kept_at AS keptAt FROM backup_copies WHERE target = ? ORDER BY snapshot DESC',
    );
    this.#add = db.prepare(
      'INSERT INTO backup_copies (target, snapshot, kept_at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET kept_at = excluded.kept_at',
    );
    this.#forget = db.prepare('DELETE FROM backup_copies WHERE target = ? AND snapshot = ?');
    this.#failure = db.prepare('SELECT attempts, since, reason FROM backup_copy_failures WHERE target = ?');
    this.#failed = db.prepare(
      `INSERT INTO backup_copy_failures (target, attempts, since, reason) VALUES (?, 1, ?, ?)
       ON CONFLICT DO UPDATE SET attempts = attempts + 1, reason = excluded.reason`,
    );
    this.#succeeded = db.prepare('DELETE FROM backup_copy_failures WHERE target = ?');
  }

  /** By their names, the newest first. */
  of(target: string): BackupCopyRecord[] {
    return this.#of.all(target);
  }

  /** @param now epoch seconds */
  add(target: string, snapshot: string, now: number): void {
    this.#add.run(target, snapshot, now);
  }

  forget(target: string, snapshot: string): void {
    this.#forget.run(target, snapshot);
  }

  failureOf(target: string): BackupCopyFailure | undefined {
    return this.#failure.get(target);
  }

  /** @param now epoch seconds */
  failed(target: string, now: number, reason: string): void {
    this.#failed.run(target, now, reason);
  }

  succeeded(target: string): void {
    this.#succeeded.run(target);
  }
}
