import type { Db, Statement } from '../../db/open.ts';

/** The times of failed sign-ins, by key; stored in the index so that a restart does not clear them. */
export class LoginFailures {
  readonly #insert: Statement<[string, number]>;
  readonly #nth: Statement<[string, number, number, number], number>;
  readonly #purge: Statement<[number]>;

  constructor(db: Db) {
    this.#insert = db.prepare('INSERT INTO login_failures (key, at) VALUES (?, ?)');
    this.#nth = db
      .prepare<[string, number, number, number], number>(
        'SELECT at FROM login_failures WHERE key = ? AND at > ? AND at <= ? ORDER BY at DESC LIMIT 1 OFFSET ?',
      )
      .pluck();
    this.#purge = db.prepare('DELETE FROM login_failures WHERE at <= ?');
  }

  add(key: string, at: number): void {
    this.#insert.run(key, at);
  }

  /** The time of the `n`th newest failure (1 is the newest) after `since` and until `now`, in epoch seconds. */
  nthNewest(key: string, n: number, { since, now }: { since: number; now: number }): number | undefined {
    return this.#nth.get(key, since, now, n - 1);
  }

  purgeUntil(at: number): void {
    this.#purge.run(at);
  }
}
