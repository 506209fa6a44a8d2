import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn, rawOn } from '../../db/statements.ts';
import { writeStampOf, type WriteStamp } from '../../db/write-stamp.ts';
import type { Role } from '../../domain/roles.ts';
import type { UserRow } from './users.ts';

export type TokenKind = 'access' | 'refresh';

export interface TokenRow {
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  readonly userId: number;
  readonly kind: TokenKind;
  /** Shared by all tokens that descend from one sign-in. */
  readonly family: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The time at which the token was revoked, for example by a renewal. */
  readonly revokedAt: number | null;
  /** The time at which a token of this pair was first used, which shows that a client has received the pair. */
  readonly usedAt: number | null;
  /** The user agent at sign-in. */
  readonly client: string | null;
}

/** A token with its user. SQLite's driver builds an array in half the time of an object, and every request reads one. */
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

/** A token with its user, and everything that determines whether it is valid. */
export interface TokenHolder extends Omit<TokenRow, 'hash' | 'client'> {
  readonly user: Pick<UserRow, 'username' | 'role' | 'disabled' | 'tokenEpoch'>;
}

/** A session: all tokens that descend from one sign-in. */
export interface SessionRow {
  readonly family: string;
  /** The user agent at sign-in. */
  readonly client: string | null;
  /** Epoch seconds of the sign-in, of the last renewal, and of the expiry without another renewal. */
  readonly createdAt: number;
  readonly renewedAt: number;
  readonly expiresAt: number;
}

export type NewToken = Omit<TokenRow, 'revokedAt' | 'usedAt'>;

/** Many more than a sign-in or a renewal adds, and few enough that no request is delayed. */
const purgedAtOnce = 200;

/**
 * The maximum number of tokens of one session, so that endless renewals cannot fill the disk. It is far higher than the
 * number of tabs of a browser, and of renewals in a month. A spent refresh token that was removed because of it counts as
 * unknown, so its reuse is not detected.
 */
const maxOfFamily = { access: 100, refresh: 500 };

/** The number of cached token holders. */
const maxHeld = 1000;

/** Access and refresh tokens. Only their hashes are stored, which do not allow anyone to sign in. */
export class SessionTokens {
  readonly #byHash: Statement<[Buffer], TokenRow>;
  readonly #holder: Statement<[Buffer], HolderRow>;
  readonly #stamp: WriteStamp;
  /** The holders of tokens, by hash, cached for one stamp, since they are needed with each request. */
  readonly #holders = new Map<string, TokenHolder>();
  #heldAt = NaN;
  readonly #revoke: Statement<[number, Buffer]>;
  readonly #revokeFamily: Statement<[number, string]>;
  readonly #goesOn: Statement<[string, number], number>;
  readonly #use: Statement<[{ family: string; createdAt: number; at: number }]>;
  readonly #purge: Statement<[number, number]>;
  readonly #sessions: Statement<[{ user: number; now: number }], SessionRow>;
  readonly #revokeFamilyOf: Statement<[number, string, number]>;
  readonly #begin: (tokens: readonly NewToken[], epoch: number) => boolean;
  readonly #rotate: (hash: Buffer, at: number, tokens: readonly NewToken[]) => boolean;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const raw = rawOn(db);
    this.#stamp = writeStampOf(db);
    this.#byHash = db.prepare(`
      SELECT hash, user_id AS userId, kind, family, created_at AS createdAt, expires_at AS expiresAt,
             revoked_at AS revokedAt, used_at AS usedAt, client
      FROM tokens WHERE hash = ?`);
    this.#holder = raw(`
      SELECT t.kind, t.family, t.created_at, t.expires_at, t.revoked_at, t.used_at, u.id, u.username, u.role, u.disabled,
        u.token_epoch
      FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.hash = ?`);
    this.#revoke = db.prepare('UPDATE tokens SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL');
    this.#revokeFamily = db.prepare('UPDATE tokens SET revoked_at = ? WHERE family = ? AND revoked_at IS NULL');
    this.#goesOn = plucked(
      'SELECT EXISTS (SELECT 1 FROM tokens WHERE family = ? AND revoked_at IS NULL AND expires_at > ?)',
    );
    // Tokens of one family and second are one pair, or two pairs of which one has replaced the other.
    this.#use = db.prepare(
      'UPDATE tokens SET used_at = @at WHERE family = @family AND created_at = @createdAt AND used_at IS NULL',
    );
    this.#purge = db.prepare(
      'DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE expires_at <= ? LIMIT ?)',
    );

    // Spent tokens are removed when they expire, so the oldest remaining one may be a month younger than the sign-in.
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
    const mayBegin = plucked<[number, number], number>(
      'SELECT 1 FROM users WHERE id = ? AND token_epoch = ? AND disabled = 0',
    );
    // Immediate, so that the user cannot be signed out between the read and the writes.
    const begin = db.transaction((tokens: readonly NewToken[], epoch: number) => {
      if (!tokens.every(({ userId }) => mayBegin.get(userId, epoch))) return false;
      for (const token of tokens) insert.run(token);
      return true;
    });
    this.#begin = (...args) => begin.immediate(...args);
    // Removes the oldest tokens of a kind, but never a valid refresh token.
    const makeRoom = db.prepare<[{ family: string; kind: TokenKind; most: number }]>(`
      DELETE FROM tokens WHERE hash IN (
        SELECT hash FROM tokens WHERE family = @family AND kind = @kind AND (kind = 'access' OR revoked_at IS NOT NULL)
        ORDER BY created_at DESC LIMIT -1 OFFSET @most)`);
    // The first statement is a write, so the transaction waits for other writers before it reads.
    this.#rotate = db.transaction((hash: Buffer, at: number, tokens: readonly NewToken[]) => {
      if (this.#revoke.run(at, hash).changes === 0) return false;
      for (const { family, kind } of tokens) makeRoom.run({ family, kind, most: maxOfFamily[kind] - 1 });
      for (const token of tokens) insert.run(token);
      return true;
    });
  }

  byHash(hash: Buffer): TokenRow | undefined {
    return this.#byHash.get(hash);
  }

  /** The token and its user, read consistently. A removed user has no tokens. */
  holder(hash: Buffer): TokenHolder | undefined {
    const stamp = this.#stamp();
    if (stamp !== this.#heldAt || this.#holders.size >= maxHeld) this.#holders.clear();
    this.#heldAt = stamp;
    const key = hash.toString('latin1');
    const holder = this.#holders.get(key) ?? this.#read(hash);
    if (holder) this.#holders.set(key, holder);
    return holder;
  }

  #read(hash: Buffer): TokenHolder | undefined {
    const row = this.#holder.get(hash);
    if (!row) return undefined;
    const [kind, family, createdAt, expiresAt, revokedAt, usedAt, userId, username, role, disabled, tokenEpoch] = row;
    const user = { username, role, disabled: disabled === 1, tokenEpoch };
    return { kind, family, createdAt, expiresAt, revokedAt, usedAt, userId, user };
  }

  /**
   * Adds the first tokens of a session, all or none.
   * @param epoch the user's `tokenEpoch` at the time of the sign-in
   * @returns false, without adding any, if the user was disabled, signed out everywhere or deleted since then
   */
  begin(tokens: readonly NewToken[], epoch: number): boolean {
    return this.#begin(tokens, epoch);
  }

  /** Revokes one token and adds others. @returns false, without a change, if the token is already revoked */
  rotate(hash: Buffer, at: number, tokens: readonly NewToken[]): boolean {
    return this.#rotate(hash, at, tokens);
  }

  /** Records that a client has used a token of this pair. */
  use({ family, createdAt }: Pick<TokenRow, 'family' | 'createdAt'>, at: number): void {
    this.#use.run({ family, createdAt, at });
  }

  /** Whether any token of the family is valid. */
  goesOn(family: string, now: number): boolean {
    return this.#goesOn.get(family, now) === 1;
  }

  /** @returns whether any of its tokens was still valid */
  revokeFamily(family: string, at: number): boolean {
    return this.#revokeFamily.run(at, family).changes > 0;
  }

  /** The active sessions of a user, most recently renewed first. */
  sessionsOf(userId: number, now: number): SessionRow[] {
    return this.#sessions.all({ user: userId, now });
  }

  /** @returns whether the user had such a session */
  revokeSession(userId: number, family: string, at: number): boolean {
    return this.#revokeFamilyOf.run(at, family, userId).changes > 0;
  }

  /** Removes some expired tokens. Revoked tokens stay until they expire, so that their reuse is detected. */
  purgeExpired(now: number): void {
    this.#purge.run(now, purgedAtOnce);
  }
}
