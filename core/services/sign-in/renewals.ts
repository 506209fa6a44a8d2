import { DomainError } from '../../domain/errors.ts';
import type { TokenRow, SessionTokens } from '../../store/accounts/session-tokens.ts';
import type { UserRow, Users } from '../../store/accounts/users.ts';
import { enabledUser } from './authenticator.ts';
import { SignInRefused } from './sign-in-errors.ts';
import { hashOf, type SignInResult, type TokenPairs } from './token-pairs.ts';

interface Dependencies {
  readonly tokens: SessionTokens;
  readonly users: Users;
  readonly pairs: TokenPairs;
  readonly clock: () => number;
  /** Seconds. */
  readonly accessTtl: number;
}

/** Seconds after its rotation during which a refresh token may be sent again, by another tab or after a lost response. */
const leeway = 30;

/** Seconds after which a client that was refused within the leeway may retry. */
const pauseBeforeOnceMore = 1;

/** A refresh token, and its row in the index. */
interface HeldToken {
  readonly token: string;
  readonly row: TokenRow;
}

/**
 * Exchanges refresh tokens for new pairs.
 *
 * A refresh token can be used once. A token that is used again is refused. If that happens later than the leeway after its
 * rotation, the token was copied: owner and thief cannot be distinguished, so the whole family is revoked.
 *
 * A browser has several tabs with one cookie, and responses get lost. A client may therefore send a renewal key: a random
 * text that it stores outside of cookies. The next pair is then derived from token and key, and the same request gets the
 * same pair again: within the leeway, and also later as long as neither token of the pair was used, which means that the
 * response was lost. Five tabs that send requests at once get one pair, in any order, and a lost response has no effect.
 *
 * A thief without the key gains nothing: the rule above applies. With key and cookie, which requires access to the browser's
 * own files, the thief gets the same pair as the owner, never a second one. There is one chain of refresh tokens, and only
 * one client can continue it: the second one to renew sends a spent token whose successor is in use, and is detected.
 */
export class Renewals {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws DomainError `unauthenticated`; with `retryAfter` if a retry may help */
  renew(refreshToken: string, renewalKey: string | undefined): SignInResult {
    const { tokens, pairs } = this.#with;
    const now = this.#with.clock();
    const presented = this.#find(refreshToken);
    if (presented?.row.kind !== 'refresh') throw signInAgain();
    const user = enabledUser(this.#with.users, presented.row.userId);
    const last = renewalKey === undefined ? presented : this.#lastAfter(presented, renewalKey, now);
    const { token, row } = last;
    if (row.revokedAt !== null) throw this.#cameAgain(presented.row, now);
    if (row.expiresAt <= now || !user) throw signInAgain();
    const renewed = renewalKey === undefined ? undefined : this.#toldAgain(last, { user, renewalKey, now });
    if (renewed) return renewed;

    const newPair = renewalKey === undefined ? pairs.random(row) : pairs.after(token, renewalKey, row);
    if (!tokens.rotate(row.hash, now, newPair.rows)) throw this.#cameAgain({ ...row, revokedAt: now }, now);
    // Also here and not only at sign-in, because a session may last for years without another sign-in.
    tokens.purgeExpired(now);
    return pairs.signedIn(user, newPair);
  }

  /** The token itself, or the newest of its successors that may be sent to this client again. */
  #lastAfter(presented: HeldToken, renewalKey: string, now: number): HeldToken {
    let last = presented;
    while (last.row.revokedAt !== null) {
      const next = this.#find(this.#with.pairs.refreshAfter(last.token, renewalKey));
      if (next?.row.family !== presented.row.family) break;
      const hasReachedNobody = next.row.usedAt === null && next.row.revokedAt === null;
      if (now - last.row.revokedAt > leeway && !hasReachedNobody) break;
      last = next;
    }
    return last;
  }

  /**
   * The pair of a refresh token that was created a moment ago. Its response may still be on its way to the browser, so
   * another tab must not spend the token in the meantime.
   */
  #toldAgain(
    { token, row }: HeldToken,
    { user, renewalKey, now }: { user: UserRow; renewalKey: string; now: number },
  ): SignInResult | undefined {
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

  #find(token: string): HeldToken | undefined {
    const row = this.#with.tokens.byHash(hashOf(token));
    return row && { token, row };
  }
}

const sessionEnded = 'The session has ended: sign in again.';

export function signInAgain(): DomainError {
  return new DomainError('unauthenticated', sessionEnded);
}
