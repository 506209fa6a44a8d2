import type { Db, Statement } from '../db/open.ts';

/** The time zone that an admin chose for the library: for photos without a zone of their own, and for "today". */
export class LibraryZone {
  readonly #keep: Statement<[string]>;
  readonly #stored: Statement<[], string>;
  /** Undefined until it is read. */
  #zone: string | null | undefined;

  constructor(db: Db) {
    this.#keep = db.prepare(`
      INSERT INTO sync_state (key, value) VALUES ('time_zone', ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
    this.#stored = db.prepare<[], string>(`SELECT value FROM sync_state WHERE key = 'time_zone'`).pluck();
  }

  /** IANA name; null while no zone is chosen. */
  get chosen(): string | null {
    if (this.#zone === undefined) this.#zone = this.#read();
    return this.#zone;
  }

  choose(zone: string): void {
    this.#keep.run(JSON.stringify(zone));
    // Not remembered here: the caller's transaction may be rolled back.
    this.#zone = undefined;
  }

  #read(): string | null {
    const stored = this.#stored.get();
    return stored === undefined ? null : (JSON.parse(stored) as string);
  }
}
