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
  /** Number of the last change. */
  seq: number;
  /** Changes up to this one may be incomplete in the feed. */
  pruned_seq: number;
  /** What the keys and the store looked like to the driver. */
  fingerprint: string;
  mass_loss: MassLoss;
  /** How many missing photos an admin agreed to, in all. */
  loss_agreed: number;
  /** When the last agreed loss was carried out: what went before no longer counts. Epoch seconds. */
  losses_settled_at: number;
  /** For another bridge's store: the digest of the volume in its uids. */
  volume: string;
  /** When everything in a whole list was known for the first time, and when a whole list was last read. Epoch seconds. */
  filled_at: number;
  listed_at: number;
  /** The number of the last pass over all nodes, and when it was through. */
  pass: number;
  passed_at: number;
}

/** The journal's few single values. */
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

/**
 * Confirms the loss for which a scanner waits, at its present size.
 * @returns the number of photos; null if the scanner waits for no confirmation
 */
export function agreeToLoss(db: SqliteDatabase, state: State): { missing: number; total: number } | null {
  return db
    .transaction(() => {
      const loss = state.get('mass_loss');
      if (!loss) return null;
      state.set('loss_agreed', loss.missing);
      return { missing: loss.missing, total: loss.total };
    })
    .immediate();
}
