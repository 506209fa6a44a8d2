import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';

export interface NewAuditEntry {
  /** Epoch seconds. */
  readonly at: number;
  /** The action, such as `user.added`. */
  readonly action: string;
  /** The user who acted; null for a program, and for a client that is not signed in. */
  readonly actorId: number | null;
  /** The actor's name at that time. */
  readonly actor: string | null;
  /** The user or thing that was affected. */
  readonly subject: string | null;
  readonly detail: string | null;
  /** The address of the client; null for an action without a client. */
  readonly address: string | null;
}

export interface AuditEntry extends NewAuditEntry {
  /** Increases with each entry. */
  readonly id: number;
  /** The number of occurrences between `at` and `lastAt`. */
  readonly times: number;
  readonly lastAt: number;
}

interface Page {
  readonly limit: number;
  /** Only entries with a smaller id. */
  readonly before?: number | undefined;
  readonly action?: string | undefined;
}

/** The maximum number of rows for each action, so that a flood of one kind of entry cannot evict another kind. */
export const maxPerAction = 5000;
/** The maximum age in seconds: 400 days. */
export const maxAge = 400 * 86_400;
/** Seconds within which equal actions by the same actor from the same address share one entry. */
export const sameWithin = 15 * 60;

/** The maximum number of rows that one write removes, so that no write takes long. */
const trimmedAtOnce = 200;

const columns = `id, at, last_at AS lastAt, times, action, actor_id AS actorId, actor, subject, detail, address`;

/** The audit trail. Each write also removes some entries that exceed the limits. */
export class AuditEntries {
  readonly #same: Statement<[NewAuditEntry & { since: number }], number>;
  readonly #count: Statement<[number, number]>;
  readonly #insert: Statement<[NewAuditEntry]>;
  readonly #dropOld: Statement<[number, number]>;
  readonly #dropSurplus: Statement<[string, number, number]>;
  readonly #page: Statement<[{ limit: number; before: number }], AuditEntry>;
  readonly #pageOfAction: Statement<[{ limit: number; before: number; action: string }], AuditEntry>;
  readonly #write: (entry: NewAuditEntry, countRepeats: boolean) => void;
  readonly #writeAll: (entries: readonly NewAuditEntry[]) => void;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    // The index on action, address, subject and time leaves only a few rows to compare.
    this.#same = plucked(`
      SELECT id FROM audit_entries INDEXED BY audit_entries_same
      WHERE action = :action AND address IS :address AND subject IS :subject AND at BETWEEN :since AND :at
        AND actor_id IS :actorId AND actor IS :actor AND detail IS :detail
      ORDER BY at DESC LIMIT 1`);
    this.#count = db.prepare('UPDATE audit_entries SET times = times + 1, last_at = ? WHERE id = ?');
    this.#insert = db.prepare(`
      INSERT INTO audit_entries (at, last_at, action, actor_id, actor, subject, detail, address)
      VALUES (:at, :at, :action, :actorId, :actor, :subject, :detail, :address)`);
    this.#dropOld = db.prepare(
      'DELETE FROM audit_entries WHERE id IN (SELECT id FROM audit_entries WHERE at < ? LIMIT ?)',
    );
    this.#dropSurplus = db.prepare(
      `DELETE FROM audit_entries WHERE id IN
         (SELECT id FROM audit_entries WHERE action = ? ORDER BY id DESC LIMIT ? OFFSET ?)`,
    );
    this.#page = db.prepare(`SELECT ${columns} FROM audit_entries WHERE id < :before ORDER BY id DESC LIMIT :limit`);
    this.#pageOfAction = db.prepare(
      `SELECT ${columns} FROM audit_entries WHERE action = :action AND id < :before ORDER BY id DESC LIMIT :limit`,
    );

    const write = db.transaction((entry: NewAuditEntry, countRepeats: boolean): void => {
      const repeated = this.#same.get({ ...entry, since: entry.at - sameWithin });
      if (repeated !== undefined) {
        if (countRepeats) this.#count.run(entry.at, repeated);
        return;
      }
      this.#insert.run(entry);
      this.#dropOld.run(entry.at - maxAge, trimmedAtOnce);
      this.#dropSurplus.run(entry.action, trimmedAtOnce, maxPerAction);
    });
    this.#write = (entry, countRepeats) => {
      write.immediate(entry, countRepeats);
    };
    const writeAll = db.transaction((entries: readonly NewAuditEntry[]): void => {
      for (const entry of entries) write(entry, true);
    });
    this.#writeAll = (entries) => {
      writeAll.immediate(entries);
    };
  }

  /** Writes an entry. If an equal one was written within `sameWithin`, its count is increased instead. */
  add(entry: NewAuditEntry): void {
    this.#write(entry, true);
  }

  /** Writes all entries like `add`, or none. */
  addAll(entries: readonly NewAuditEntry[]): void {
    this.#writeAll(entries);
  }

  /** Writes an entry, unless an equal one was written within `sameWithin`. */
  addOnce(entry: NewAuditEntry): void {
    if (this.#same.get({ ...entry, since: entry.at - sameWithin }) === undefined) this.#write(entry, false);
  }

  /** Newest first. */
  page({ limit, before = Number.MAX_SAFE_INTEGER, action }: Page): AuditEntry[] {
    return action === undefined ? this.#page.all({ limit, before }) : this.#pageOfAction.all({ limit, before, action });
  }
}
