import type { Db, Statement } from '../../db/open.ts';

export interface SecondFactorMark {
  readonly plugin: string;
  /** Whether the factor was switched off while its plugin was not loaded; the plugin must still delete the enrolment. */
  readonly forget: boolean;
}

/** The number of users who are enrolled in the second factor of a plugin. */
export interface MarkedUsers {
  readonly plugin: string;
  readonly users: number;
}

interface StoredMark {
  readonly plugin: string;
  readonly forget: 0 | 1;
}

/**
 * Marks the users who are enrolled in a plugin's second factor, so that the server knows it while the plugin is not loaded.
 */
export class SecondFactorMarks {
  readonly #of: Statement<[number], StoredMark>;
  readonly #add: Statement<[string, number]>;
  readonly #remove: Statement<[number, string]>;
  readonly #forget: Statement<[number, string]>;
  readonly #forgetAll: Statement<[number]>;
  readonly #counts: Statement<[], MarkedUsers>;
  readonly #stocked: Statement<[string], number>;
  readonly #setStocked: Statement<[string]>;

  constructor(db: Db) {
    this.#of = db.prepare('SELECT plugin, forget FROM second_factor_marks WHERE user_id = ? ORDER BY plugin');
    // Adds nothing for a user who was deleted in the meantime, and keeps a mark with `forget`.
    this.#add = db.prepare(
      'INSERT INTO second_factor_marks (plugin, user_id) SELECT ?, id FROM users WHERE id = ? ON CONFLICT DO NOTHING',
    );
    this.#remove = db.prepare('DELETE FROM second_factor_marks WHERE user_id = ? AND plugin = ?');
    this.#forget = db.prepare('UPDATE second_factor_marks SET forget = 1 WHERE user_id = ? AND plugin = ?');
    this.#forgetAll = db.prepare('UPDATE second_factor_marks SET forget = 1 WHERE user_id = ?');
    this.#counts = db.prepare(
      'SELECT plugin, count(*) AS users FROM second_factor_marks WHERE forget = 0 GROUP BY plugin ORDER BY plugin',
    );
    this.#stocked = db.prepare<[string], number>('SELECT 1 FROM second_factor_stock WHERE plugin = ?').pluck();
    this.#setStocked = db.prepare('INSERT INTO second_factor_stock (plugin) VALUES (?) ON CONFLICT DO NOTHING');
  }

  /** The marks of a user, sorted by plugin. */
  of(userId: number): SecondFactorMark[] {
    return this.#of.all(userId).map(({ plugin, forget }) => ({ plugin, forget: forget === 1 }));
  }

  add(userId: number, plugin: string): void {
    this.#add.run(plugin, userId);
  }

  remove(userId: number, plugin: string): void {
    this.#remove.run(userId, plugin);
  }

  /** Ends the enrolment. The plugin deletes it when it is loaded again. */
  forgetLater(userId: number, plugin: string): void {
    this.#forget.run(userId, plugin);
  }

  /** Ends all enrolments of a user, like `forgetLater`. */
  forgetAllLater(userId: number): void {
    this.#forgetAll.run(userId);
  }

  /** Whether all enrolments in a plugin are marked, so that users without a mark are not enrolled. */
  isComplete(plugin: string): boolean {
    return this.#stocked.get(plugin) !== undefined;
  }

  /** Records that all enrolments in a plugin are marked. */
  setComplete(plugin: string): void {
    this.#setStocked.run(plugin);
  }

  /** The plugins in which users are enrolled. */
  counts(): MarkedUsers[] {
    return this.#counts.all();
  }
}
