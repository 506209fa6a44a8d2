import type { Db, Statement } from '../../db/open.ts';
import type { Role } from '../../domain/roles.ts';

export interface UserRow {
  readonly id: number;
  /** Lower case. */
  readonly username: string;
  readonly displayName: string;
  readonly role: Role;
  readonly passwordHash: string;
  readonly disabled: boolean;
  /** Part of every media signature of this user: increasing it invalidates all of them. */
  readonly tokenEpoch: number;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly lastLoginAt: number | null;
}

export interface NewUser {
  readonly username: string;
  readonly displayName: string;
  readonly role: Role;
  readonly passwordHash: string;
  readonly createdAt: number;
}

/** Changes to an account; missing fields stay unchanged. */
export interface UserChanges {
  readonly displayName?: string | undefined;
  readonly role?: Role | undefined;
  readonly disabled?: boolean | undefined;
  readonly passwordHash?: string | undefined;
}

/** The session in which a user changes their own password, which stays valid. */
export interface CurrentSession {
  /** The SHA-256 of its access token. */
  readonly access: Buffer;
  readonly family: string;
  /** Epoch seconds. */
  readonly at: number;
}

/** `last_admin`: nothing was changed, since no admin would remain. */
export type UserChange = 'done' | 'missing' | 'last_admin';

type StoredUser = Omit<UserRow, 'disabled'> & { disabled: 0 | 1 };

const columns = `
  id, username, display_name AS displayName, role, password_hash AS passwordHash, disabled,
  token_epoch AS tokenEpoch, created_at AS createdAt, last_login_at AS lastLoginAt`;

/** The local accounts. */
export class Users {
  readonly #byId: Statement<[number], StoredUser>;
  readonly #byName: Statement<[string], StoredUser>;
  readonly #all: Statement<[], StoredUser>;
  readonly #any: Statement<[], number>;
  readonly #onlyAdmin: Statement<[], number>;
  readonly #owner: Statement<[], StoredUser>;
  readonly #insert: Statement<[NewUser]>;
  readonly #insertFirst: Statement<[NewUser]>;
  readonly #loggedIn: Statement<[number, number]>;
  /** See `setPassword`. */
  readonly #setPassword: (id: number, passwordHash: string, session: CurrentSession) => void;
  readonly #change: (id: number, changes: UserChanges, at: number) => UserChange;
  readonly #remove: (id: number) => UserChange;
  /** See `signOut` and `replacePassword`. */
  readonly #signOut: (id: number, at: number) => void;
  readonly #replacePassword: (id: number, passwordHash: string, at: number) => void;

  constructor(db: Db) {
    this.#byId = db.prepare(`SELECT ${columns} FROM users WHERE id = ?`);
    this.#byName = db.prepare(`SELECT ${columns} FROM users WHERE username = ?`);
    this.#all = db.prepare(`SELECT ${columns} FROM users ORDER BY username`);
    this.#any = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM users)').pluck();
    this.#insert = db.prepare(`
      INSERT INTO users (username, display_name, role, password_hash, created_at)
      VALUES (@username, @displayName, @role, @passwordHash, @createdAt)
      ON CONFLICT (username) DO NOTHING`);
    this.#insertFirst = db.prepare(`
      INSERT INTO users (username, display_name, role, password_hash, created_at)
      SELECT @username, @displayName, @role, @passwordHash, @createdAt
      WHERE NOT EXISTS (SELECT 1 FROM users)`);
    this.#onlyAdmin = db
      .prepare<[], number>("SELECT min(id) FROM users WHERE role = 'admin' AND disabled = 0 HAVING count(*) = 1")
      .pluck();
    this.#owner = db.prepare(`SELECT ${columns} FROM users WHERE role = 'admin' AND disabled = 0 ORDER BY id LIMIT 1`);
    this.#loggedIn = db.prepare('UPDATE users SET last_login_at = ? WHERE id = ?');

    const setPassword = db.prepare<[string, number]>('UPDATE users SET password_hash = ? WHERE id = ?');
    const endSignatures = db.prepare<[number]>('UPDATE users SET token_epoch = token_epoch + 1 WHERE id = ?');
    const revokeTokens = db.prepare<[number, number]>(
      'UPDATE tokens SET revoked_at = ? WHERE user_id = ? AND revoked_at IS NULL',
    );
    this.#signOut = db.transaction((id: number, at: number) => {
      endSignatures.run(id);
      revokeTokens.run(at, id);
    });
    // Older access tokens of the session, which stay valid after a renewal, are revoked here, too.
    const revokeOthers = db.prepare<[{ id: number } & CurrentSession]>(`
      UPDATE tokens SET revoked_at = @at
      WHERE user_id = @id AND revoked_at IS NULL AND hash <> @access AND NOT (family = @family AND kind = 'refresh')`);
    this.#setPassword = db.transaction((id: number, passwordHash: string, session: CurrentSession) => {
      setPassword.run(passwordHash, id);
      endSignatures.run(id);
      revokeOthers.run({ id, ...session });
    });
    this.#replacePassword = db.transaction((id: number, passwordHash: string, at: number) => {
      setPassword.run(passwordHash, id);
      this.#signOut(id, at);
    });

    const update = db.prepare<[string, Role, number, number]>(
      'UPDATE users SET display_name = ?, role = ?, disabled = ? WHERE id = ?',
    );
    const remove = db.prepare<[number]>('DELETE FROM users WHERE id = ?');
    // Immediate: if two admins demote each other at once, the second must see the change by the first.
    const change = db.transaction((id: number, changes: UserChanges, at: number): UserChange => {
      const user = this.byId(id);
      if (!user) return 'missing';
      const displayName = changes.displayName ?? user.displayName;
      const role = changes.role ?? user.role;
      const disabled = changes.disabled ?? user.disabled;
      if ((role !== 'admin' || disabled) && this.isLastAdmin(id)) return 'last_admin';
      update.run(displayName, role, disabled ? 1 : 0, id);
      if (changes.passwordHash !== undefined) setPassword.run(changes.passwordHash, id);
      if (changes.passwordHash !== undefined || (disabled && !user.disabled)) this.#signOut(id, at);
      return 'done';
    });
    this.#change = (...args) => change.immediate(...args);
    const removeUnlessLast = db.transaction((id: number): UserChange => {
      if (!this.byId(id)) return 'missing';
      if (this.isLastAdmin(id)) return 'last_admin';
      remove.run(id);
      return 'done';
    });
    this.#remove = (id) => removeUnlessLast.immediate(id);
  }

  /** Whether nobody but this user is an admin who can sign in. */
  isLastAdmin(id: number): boolean {
    return this.#onlyAdmin.get() === id;
  }

  byId(id: number): UserRow | undefined {
    return fromStored(this.#byId.get(id));
  }

  /** @param username in lower case */
  byName(username: string): UserRow | undefined {
    return fromStored(this.#byName.get(username));
  }

  /** Sorted by name. */
  all(): UserRow[] {
    return this.#all.all().map((row) => ({ ...row, disabled: row.disabled === 1 }));
  }

  /** The oldest enabled admin. */
  owner(): UserRow | undefined {
    return fromStored(this.#owner.get());
  }

  isEmpty(): boolean {
    return this.#any.get() === 0;
  }

  /** The new user's id; undefined if the name is taken. */
  insert(user: NewUser): number | undefined {
    const { changes, lastInsertRowid } = this.#insert.run(user);
    return changes === 1 ? Number(lastInsertRowid) : undefined;
  }

  /** Like `insert`, but only into an index without users; undefined otherwise. */
  insertFirst(user: NewUser): number | undefined {
    const { changes, lastInsertRowid } = this.#insertFirst.run(user);
    return changes === 1 ? Number(lastInsertRowid) : undefined;
  }

  /** Revokes all tokens and media signatures of the user. */
  signOut(id: number, at: number): void {
    this.#signOut(id, at);
  }

  /** Sets a password, and signs the user out everywhere. */
  replacePassword(id: number, passwordHash: string, at: number): void {
    this.#replacePassword(id, passwordHash, at);
  }

  /** Sets a password, and signs the user out everywhere except in the kept session. */
  setPassword(id: number, passwordHash: string, session: CurrentSession): void {
    this.#setPassword(id, passwordHash, session);
  }

  /** Changes an account. A new password, or disabling the account, signs the user out everywhere. */
  change(id: number, changes: UserChanges, at: number): UserChange {
    return this.#change(id, changes, at);
  }

  /** Removes the user with their favourites, tokens and all other data. */
  remove(id: number): UserChange {
    return this.#remove(id);
  }

  loggedIn(id: number, at: number): void {
    this.#loggedIn.run(at, id);
  }
}

function fromStored(row: StoredUser | undefined): UserRow | undefined {
  return row && { ...row, disabled: row.disabled === 1 };
}
