import type { Db, Statement } from '../../db/open.ts';
import type { Role } from '../../domain/roles.ts';
import type { UserRow } from './users.ts';

export type TokenKind = 'access' | 'refresh';

export interface TokenRow {
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  readonly userId: number;
  readonly kind: TokenKind;
  /** Shared by all tokens that descend from one login. */
  readonly family: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Of a refresh token that was traded in: when that was. */
  readonly revokedAt: number | null;
  /** When this token or the other of its pair was first used; null as long as nobody is known to have them. */
  readonly usedAt: number | null;
  /** The user agent at login. */
  readonly client: string | null;
}

/** A token with its user, as an array, which SQLite's binding makes in half the time: every request asks for one. */
type HolderRow = [
  kind: TokenKind,
  family: string,
  createdAt: number,
  expiresAt: number,
  revokedAt: number | null,
  usedAt: number | null,
  userId: number,
  username: string,
  role: Role,
  disabled: 0 | 1,
  tokenEpoch: number,
];

/** Who shows a token, and whether it still counts. */
export interface TokenHolder extends Omit<TokenRow, 'hash' | 'client'> {
  readonly user: Pick<UserRow, 'username' | 'role' | 'disabled' | 'tokenEpoch'>;
}

/** One sign-in that goes on: all tokens of one family. */
export interface SessionRow {
  readonly family: string;
  /** The user agent at login. */
  readonly client: string | null;
  /** Epoch seconds: of the login, of the last renewal, and when it ends without another. */
  readonly createdAt: number;
  readonly renewedAt: number;
  readonly expiresAt: number;
}

export type NewToken = Omit<TokenRow, 'revokedAt' | 'usedAt'>;

/** Many more than a sign-in or a renewal adds, and so few that nobody waits for it. */
const purgedAtOnce = 200;

/**
 * So many tokens one session may have: whoever renews it over and over fills no disk. They are many more than the tabs of a
 * browser, and than the renewals of a month. A spent refresh token that is older than all these is refused like any other,
 * only nobody is told that it came again.
 */
const mostOfFamily = { access: 100, refresh: 500 };

/** Access and refresh tokens, by the hash of each: what is stored opens nothing. */
export class SessionTokens {
  readonly #byHash: Statement<[Buffer], TokenRow>;
  readonly #holder: Statement<[Buffer], HolderRow>;
  readonly #revoke: Statement<[number, Buffer]>;
  readonly #revokeFamily: Statement<[number, string]>;
  readonly #goesOn: Statement<[string, number], number>;
  readonly #use: Statement<[{ family: string; createdAt: number; at: number }]>;
  readonly #purge: Statement<[number, number]>;
  readonly #sessions: Statement<[{ user: number; now: number }], SessionRow>;
  readonly #revokeFamilyOf: Statement<[number, string, number]>;
  readonly #begin: (tokens: readonly NewToken[], epoch: number) => boolean;
  readonly #rotate: (spent: Buffer, at: number, fresh: readonly NewToken[]) => boolean;

  constructor(db: Db) {
    this.#byHash = db.prepare(`
      SELECT hash, user_id AS userId, kind, family, created_at AS createdAt, expires_at AS expiresAt,
             revoked_at AS revokedAt, used_at AS usedAt, client
      FROM tokens WHERE hash = ?`);
    this.#holder = db
      .prepare<[Buffer], HolderRow>(
        `SELECT t.kind, t.family, t.created_at, t.expires_at, t.revoked_at, t.used_at, u.id, u.username, u.role, u.disabled,
           u.token_epoch
         FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.hash = ?`,
      )
      .raw();
    this.#revoke = db.prepare('UPDATE tokens SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL');
    this.#revokeFamily = db.prepare('UPDATE tokens SET revoked_at = ? WHERE family = ? AND revoked_at IS NULL');
    this.#goesOn = db
      .prepare<[string, number], number>(
        'SELECT EXISTS (SELECT 1 FROM tokens WHERE family = ? AND revoked_at IS NULL AND expires_at > ?)',
      )
      .pluck();
    // Those of one family that were made in the same second are a pair, or one has replaced the other already.
    this.#use = db.prepare(
      'UPDATE tokens SET used_at = @at WHERE family = @family AND created_at = @createdAt AND used_at IS NULL',
    );
    this.#purge = db.prepare(
      'DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE expires_at <= ? LIMIT ?)',
    );

    // A family's spent tokens are kept until they run out, so the oldest may be younger than the login by a month.
    this.#sessions = db.prepare(`
      SELECT family, max(client) AS client, min(created_at) AS createdAt, max(created_at) AS renewedAt,
             max(expires_at) FILTER (WHERE revoked_at IS NULL) AS expiresAt
      FROM tokens WHERE user_id = :user GROUP BY family
      HAVING max(expires_at) FILTER (WHERE revoked_at IS NULL) > :now
      ORDER BY renewedAt DESC, family`);
    this.#revokeFamilyOf = db.prepare(
      'UPDATE tokens SET revoked_at = ? WHERE family = ? AND user_id = ? AND revoked_at IS NULL',
    );

    const insert = db.prepare<[NewToken]>(`
      INSERT INTO tokens (hash, user_id, kind, family, created_at, expires_at, client)
      VALUES (@hash, @userId, @kind, @family, @createdAt, @expiresAt, @client)`);
    const mayBegin = db
      .prepare<[number, number]>('SELECT 1 FROM users WHERE id = ? AND token_epoch = ? AND disabled = 0')
      .pluck();
    // Immediate: nobody is signed out everywhere between the look at the user and the write.
    const begin = db.transaction((tokens: readonly NewToken[], epoch: number) => {
      if (!tokens.every(({ userId }) => mayBegin.get(userId, epoch))) return false;
      for (const token of tokens) insert.run(token);
      return true;
    });
    this.#begin = (...given) => begin.immediate(...given);
    // The refresh token that counts is not revoked, so it is never among those that have to make room.
    const makeRoom = db.prepare<[{ family: string; kind: TokenKind; most: number }]>(`
      DELETE FROM tokens WHERE hash IN (
        SELECT hash FROM tokens WHERE family = @family AND kind = @kind AND (kind = 'access' OR revoked_at IS NOT NULL)
        ORDER BY created_at DESC LIMIT -1 OFFSET @most)`);
    // Its first statement writes, so that it waits for other writers before it has seen anything.
    this.#rotate = db.transaction((spent: Buffer, at: number, fresh: readonly NewToken[]) => {
      if (this.#revoke.run(at, spent).changes === 0) return false;
      for (const { family, kind } of fresh) makeRoom.run({ family, kind, most: mostOfFamily[kind] - 1 });
      for (const token of fresh) insert.run(token);
      return true;
    });
  }

  byHash(hash: Buffer): TokenRow | undefined {
    return this.#byHash.get(hash);
  }

  /** The token and its user, of one moment. A user who goes takes their tokens along. */
  holder(hash: Buffer): TokenHolder | undefined {
    const row = this.#holder.get(hash);
    if (!row) return undefined;
    const [kind, family, createdAt, expiresAt, revokedAt, usedAt, userId, username, role, disabled, tokenEpoch] = row;
    const user = { username, role, disabled: disabled === 1, tokenEpoch };
    return { kind, family, createdAt, expiresAt, revokedAt, usedAt, userId, user };
  }

  /**
   * Adds the first tokens of a session, all or none.
   * @param epoch the user's `tokenEpoch` when they proved who they are
   * @returns whether it did; not when the user was disabled, signed out everywhere or deleted since then
   */
  begin(tokens: readonly NewToken[], epoch: number): boolean {
    return this.#begin(tokens, epoch);
  }

  /** Revokes one token and adds others; false, and nothing is done, when it is revoked already. */
  rotate(spent: Buffer, at: number, fresh: readonly NewToken[]): boolean {
    return this.#rotate(spent, at, fresh);
  }

  /** Somebody has the pair to which this token belongs. */
  use({ family, createdAt }: Pick<TokenRow, 'family' | 'createdAt'>, at: number): void {
    this.#use.run({ family, createdAt, at });
  }

  /** Whether any token of the family still counts. */
  goesOn(family: string, now: number): boolean {
    return this.#goesOn.get(family, now) === 1;
  }

  /** @returns whether any of them was still valid */
  revokeFamily(family: string, at: number): boolean {
    return this.#revokeFamily.run(at, family).changes > 0;
  }

  /** The sessions of one user that go on, the one renewed last first. */
  sessionsOf(userId: number, now: number): SessionRow[] {
    return this.#sessions.all({ user: userId, now });
  }

  /** @returns whether the user had such a session */
  revokeSession(userId: number, family: string, at: number): boolean {
    return this.#revokeFamilyOf.run(at, family, userId).changes > 0;
  }

  /** Forgets some of the tokens that have run out. Revoked ones stay until then, so that their reuse is noticed. */
  purgeExpired(now: number): void {
    this.#purge.run(now, purgedAtOnce);
  }
}
