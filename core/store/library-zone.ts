import type { Db, Statement } from '../db/open.ts';

/** The time zone that an admin chose for the library: for photos without a zone of their own, and for "today". */
export class LibraryZone {
  readonly #keep: Statement<[string]>;
  #zone: string | null;

  constructor(db: Db) {
    this.#keep = db.prepare(`
      INSERT INTO sync_state (key, value) VALUES ('time_zone', ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
    const kept = db.prepare<[], string>(`SELECT value FROM sync_state WHERE key = 'time_zone'`).pluck().get();
    this.#zone = kept === undefined ? null : (JSON.parse(kept) as string);
  }

  /** IANA name; null while no zone is chosen. */
  get chosen(): string | null {
    return this.#zone;
  }

  choose(zone: string): void {
    this.#keep.run(JSON.stringify(zone));
    this.#zone = zone;
  }
}
