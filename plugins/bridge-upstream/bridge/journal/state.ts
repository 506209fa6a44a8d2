import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';

/** The loss that an admin must confirm before missing photos are removed. */
export interface MassLoss {
  readonly missing: number;
  readonly total: number;
  /** Epoch seconds. */
  readonly since: number;
}

interface StateValues {
  store_id: string;
  /** The number of the last change. */
  seq: number;
  /** The feed may be incomplete up to this number. */
  pruned_seq: number;
  /** The fingerprint of the store and its keys, according to the driver. */
  fingerprint: string;
  mass_loss: MassLoss;
  /** The number of missing photos whose loss an admin has accepted. */
  loss_agreed: number;
  /** Epoch seconds: when the last accepted loss was carried out. Earlier removals no longer count. */
  losses_settled_at: number;
  /** For a store behind another bridge: the digest of the volume in its uids. */
  volume: string;
  /**
   * Epoch seconds: when all photos of a complete list were known for the first time, and when a complete list was last
   * read.
   */
  filled_at: number;
  listed_at: number;
  /** The number of the last pass over all nodes, and when it ended. */
  pass: number;
  passed_at: number;
}

/** Single values of a journal. */
export class State {
  readonly #get: SqliteStatement<[string], string>;
  readonly #set: SqliteStatement<[string, string]>;
  readonly #delete: SqliteStatement<[string]>;

  constructor(db: SqliteDatabase) {
    this.#get = db.prepare<[string], string>('SELECT value FROM state WHERE name = ?').pluck();
    this.#set = db.prepare('INSERT OR REPLACE INTO state VALUES (?, ?)');
    this.#delete = db.prepare('DELETE FROM state WHERE name = ?');
  }

  get<Name extends keyof StateValues>(name: Name): StateValues[Name] | undefined {
    const value = this.#get.get(name);
    return value === undefined ? undefined : (JSON.parse(value) as StateValues[Name]);
  }

  set<Name extends keyof StateValues>(name: Name, value: StateValues[Name]): void {
    this.#set.run(name, JSON.stringify(value));
  }

  delete(name: keyof StateValues): void {
    this.#delete.run(name);
  }
}
