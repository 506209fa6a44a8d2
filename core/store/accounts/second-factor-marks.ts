import type { Db, Statement } from '../../db/open.ts';

export interface SecondFactorMark {
  readonly plugin: string;
  /** It was switched off while the plugin was not loaded, which still has to forget it. */
  readonly forget: boolean;
}

/** How many users enrolled in the second factor of a plugin. */
export interface MarkedUsers {
  readonly plugin: string;
  readonly users: number;
}

interface StoredMark {
  readonly plugin: string;
  readonly forget: 0 | 1;
}

/** Who enrolled in which plugin's second factor: what the server knows of it without the plugin. */
export class SecondFactorMarks {
  readonly #of: Statement<[number], StoredMark>;
  readonly #add: Statement<[string, number]>;
  readonly #remove: Statement<[number, string]>;
  readonly #forget: Statement<[number, string]>;
  readonly #counts: Statement<[], MarkedUsers>;

  constructor(db: Db) {
    this.#of = db.prepare('SELECT plugin, forget FROM second_factor_marks WHERE user_id = ? ORDER BY plugin');
    // Nothing for a user who was deleted meanwhile; what an admin switched off stays so.
    this.#add = db.prepare(
      'INSERT INTO second_factor_marks (plugin, user_id) SELECT ?, id FROM users WHERE id = ? ON CONFLICT DO NOTHING',
    );
    this.#remove = db.prepare('DELETE FROM second_factor_marks WHERE user_id = ? AND plugin = ?');
    this.#forget = db.prepare('UPDATE second_factor_marks SET forget = 1 WHERE user_id = ? AND plugin = ?');
    this.#counts = db.prepare(
      'SELECT plugin, count(*) AS users FROM second_factor_marks WHERE forget = 0 GROUP BY plugin ORDER BY plugin',
    );
  }

  /** By the plugins' names. */
  of(userId: number): SecondFactorMark[] {
    return this.#of.all(userId).map(({ plugin, forget }) => ({ plugin, forget: forget === 1 }));
  }

  add(userId: number, plugin: string): void {
    this.#add.run(plugin, userId);
  }

  remove(userId: number, plugin: string): void {
    this.#remove.run(userId, plugin);
  }

  /** From now on the user is not enrolled, and the plugin is to forget them when it is there again. */
  forgetLater(userId: number, plugin: string): void {
    this.#forget.run(userId, plugin);
  }

  /** Of each plugin in which somebody is enrolled. */
  counts(): MarkedUsers[] {
    return this.#counts.all();
  }
}
