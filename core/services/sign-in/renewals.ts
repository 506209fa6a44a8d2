import { DomainError } from '../../domain/errors.ts';
import type { TokenRow, SessionTokens } from '../../store/accounts/session-tokens.ts';
import type { UserRow, Users } from '../../store/accounts/users.ts';
import { enabledUser } from './authenticator.ts';
import { SignInRefused } from './sign-in-errors.ts';
import { hashOf, type SignedIn, type TokenPairs } from './token-pairs.ts';

interface Dependencies {
  readonly tokens: SessionTokens;
  readonly users: Users;
  readonly pairs: TokenPairs;
  readonly clock: () => number;
  /** Seconds. */
  readonly accessTtl: number;
}

/** Seconds after its rotation in which a refresh token may come again, from another tab or after a lost answer. */
const leeway = 30;

/** Seconds after which a client that was refused within the leeway may ask once more. */
const pauseBeforeOnceMore = 1;

/** A refresh token, and its row in the index. */
interface Held {
  readonly token: string;
  readonly row: TokenRow;
}

/**
 * Trades refresh tokens for new pairs.
 *
 * A refresh token is good once. A token that comes again is refused. When it comes later than the leeway after its
 * rotation, it was copied: owner and thief cannot be told apart, and the whole family is revoked.
 *
 * A browser has several tabs with one cookie, and answers get lost. So a client may send a renewal key: a random text that
 * it keeps out of cookies. The next pair is then made from token and key, and the same request gets the same pair again:
 * within the leeway, and after it as long as neither token of the pair was used, since its answer was then lost. Five tabs
 * that ask at once get one pair, in whichever order they are answered, and a lost answer costs nothing.
 *
 * A thief without the key gains nothing: the rule above stands. With key and cookie, which takes the browser's own files,
 * the thief gets the very pair that the owner gets, never another beside it. There is one chain of refresh tokens, and
 * only one client can go on along it: the second to renew shows a spent token whose successor is in use, and is noticed.
 */
export class Renewals {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws DomainError `unauthenticated`; with `retryAfter` when asking once more may help */
  renew(refreshToken: string, renewalKey: string | undefined): SignedIn {
    const { tokens, pairs } = this.#with;
    const now = this.#with.clock();
    const given = this.#find(refreshToken);
    if (given?.row.kind !== 'refresh') throw signInAgain();
    const user = enabledUser(this.#with.users, given.row.userId);
    const last = renewalKey === undefined ? given : this.#lastAfter(given, renewalKey, now);
    const { token, row } = last;
    if (row.revokedAt !== null) throw this.#cameAgain(given.row, now);
    if (row.expiresAt <= now || !user) throw signInAgain();
    const known = renewalKey === undefined ? undefined : this.#toldAgain(last, { user, renewalKey, now });
    if (known) return known;

    const fresh = renewalKey === undefined ? pairs.random(row) : pairs.after(token, renewalKey, row);
    if (!tokens.rotate(row.hash, now, fresh.rows)) throw this.#cameAgain({ ...row, revokedAt: now }, now);
    // Here as well as at sign-in: a session may last for years without another one.
    tokens.purgeExpired(now);
    return pairs.signedIn(user, fresh);
  }

  /** The token itself, or the newest of those that followed it and may be sent to this client again. */
  #lastAfter(given: Held, renewalKey: string, now: number): Held {
    let last = given;
    while (last.row.revokedAt !== null) {
      const next = this.#find(this.#with.pairs.refreshAfter(last.token, renewalKey));
      if (next?.row.family !== given.row.family) break;
      const hasReachedNobody = next.row.usedAt === null && next.row.revokedAt === null;
      if (now - last.row.revokedAt > leeway && !hasReachedNobody) break;
      last = next;
    }
    return last;
  }

  /**
   * The pair of a refresh token that was made a moment ago. Its answer may still be on a slow way to the browser, and another
   * tab must not have used it up by then.
   */
  #toldAgain(
    { token, row }: Held,
    { user, renewalKey, now }: { user: UserRow; renewalKey: string; now: number },
  ): SignedIn | undefined {
    if (now - row.createdAt > Math.min(leeway, this.#with.accessTtl / 10)) return undefined;
    const access = this.#find(this.#with.pairs.accessBeside(token, renewalKey));
    if (access?.row.revokedAt !== null || access.row.expiresAt <= now) return undefined;
    return {
      accessToken: access.token,
      refreshToken: token,
      expiresIn: access.row.expiresAt - now,
      refreshExpiresIn: row.expiresAt - now,
      user,
    };
  }

  #cameAgain({ revokedAt, family, userId }: TokenRow, now: number): DomainError {
    const { tokens, users } = this.#with;
    if (!tokens.goesOn(family, now)) return signInAgain();
    if (revokedAt !== null && now - revokedAt <= leeway) {
      return new DomainError('unauthenticated', 'This session was renewed a moment ago: ask once more.', {
        retryAfter: pauseBeforeOnceMore,
      });
    }
    tokens.revokeFamily(family, now);
    return new SignInRefused('token_reused', sessionEnded, users.byId(userId)?.username);
  }

  #find(token: string): Held | undefined {
    const row = this.#with.tokens.byHash(hashOf(token));
    return row && { token, row };
  }
}

const sessionEnded = 'The session has ended: sign in again.';

export function signInAgain(): DomainError {
  return new DomainError('unauthenticated', sessionEnded);
}
