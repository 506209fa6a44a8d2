import type { Db, Statement } from '../../db/open.ts';

export interface SignInLinkRow {
  readonly id: number;
  readonly plugin: string;
  readonly subject: string;
  readonly userId: number;
  readonly name: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export type NewSignInLink = Omit<SignInLinkRow, 'id' | 'lastUsedAt'>;

const columns = 'id, plugin, subject, user_id AS userId, name, created_at AS createdAt, last_used_at AS lastUsedAt';

/** Links of accounts with the services of plugins. A subject of a service is linked with at most one account. */
export class SignInLinks {
  readonly #ofSubject: Statement<[string, string], SignInLinkRow>;
  readonly #ofUser: Statement<[number], SignInLinkRow>;
  readonly #add: Statement<[NewSignInLink]>;
  readonly #rename: Statement<[Omit<NewSignInLink, 'createdAt'>]>;
  readonly #remove: Statement<[number, number], SignInLinkRow>;
  readonly #removeAll: Statement<[number], SignInLinkRow>;
  readonly #used: Statement<[number, number]>;

  constructor(db: Db) {
    this.#ofSubject = db.prepare(`SELECT ${columns} FROM sign_in_links WHERE plugin = ? AND subject = ?`);
    this.#ofUser = db.prepare(`SELECT ${columns} FROM sign_in_links WHERE user_id = ? ORDER BY id`);
    // Adds nothing for a user who was deleted in the meantime.
    this.#add = db.prepare(`
      INSERT INTO sign_in_links (plugin, subject, user_id, name, created_at)
      SELECT @plugin, @subject, id, @name, @createdAt FROM users WHERE id = @userId
      ON CONFLICT DO NOTHING`);
    this.#rename = db.prepare(
      'UPDATE sign_in_links SET name = @name WHERE plugin = @plugin AND subject = @subject AND user_id = @userId',
    );
    this.#remove = db.prepare(`DELETE FROM sign_in_links WHERE user_id = ? AND id = ? RETURNING ${columns}`);
    this.#removeAll = db.prepare(`DELETE FROM sign_in_links WHERE user_id = ? RETURNING ${columns}`);
    this.#used = db.prepare('UPDATE sign_in_links SET last_used_at = ? WHERE id = ?');
  }

  ofSubject(plugin: string, subject: string): SignInLinkRow | undefined {
    return this.#ofSubject.get(plugin, subject);
  }

  /** Oldest first. */
  ofUser(userId: number): SignInLinkRow[] {
    return this.#ofUser.all(userId);
  }

  /** @returns false, without a change, if the subject is already linked or the user does not exist */
  add(link: NewSignInLink): boolean {
    return this.#add.run(link).changes === 1;
  }

  /** @returns whether the link existed */
  rename(link: Omit<NewSignInLink, 'createdAt'>): boolean {
    return this.#rename.run(link).changes === 1;
  }

  /** @returns the removed link */
  remove(userId: number, id: number): SignInLinkRow | undefined {
    return this.#remove.get(userId, id);
  }

  /** @returns the removed links */
  removeAll(userId: number): SignInLinkRow[] {
    return this.#removeAll.all(userId);
  }

  used(id: number, at: number): void {
    this.#used.run(at, id);
  }
}
