import PQueue from 'p-queue';
import { addressKey } from '../../domain/client-address.ts';
import { DomainError } from '../../domain/errors.ts';
import type { LoginFailures } from '../../store/accounts/login-failures.ts';

export const loginAttempts = 10;
/** The length of the window, in seconds. */
export const loginWindow = 15 * 60;

/** The number of wrong passwords for one share within the window, from all addresses. */
export const shareAttempts = 50;

/** The number of different wrong plugin tokens from one address within the window. */
const tokenAttempts = 100;
/** The number of stored wrong tokens, of all addresses. */
const maxWrongTokens = 10_000;
/** The number of challenges for one user within the window: each one may send a message. */
const maxChallenges = 30;

/** The maximum number of attempts in one queue; no person has so many sign-ins in progress. */
const longestLine = 50;

/** In the index, or in memory while the index is locked. */
export type LoginFailureStore = Pick<LoginFailures, 'add' | 'nthNewest' | 'purgeUntil'>;

/** The key under which failures are counted, and the number allowed within the window. */
interface Counter {
  readonly key: string;
  readonly most: number;
}

type Attempt<T> = () => Promise<T | undefined>;

/**
 * Limits the guessing of passwords and codes: after ten failures from one address within a quarter of an hour, under any
 * names, that address must wait.
 *
 * Attempts under one key run one after another, so that parallel guesses cannot bypass the count.
 */
export class LoginLimits {
  readonly #failures: LoginFailureStore;
  readonly #clock: () => number;
  readonly #lines = new Map<string, PQueue>();
  /** The time at which each wrong token was counted, by address and digest; oldest first. */
  readonly #wrongTokens = new Map<string, number>();

  constructor(failures: LoginFailureStore, clock: () => number) {
    this.#failures = failures;
    this.#clock = clock;
  }

  /**
   * Makes one attempt, unless there were too many failures. The result undefined is a failure and is counted; an error is
   * not counted, since it says nothing about the guess.
   * @throws DomainError `too_many_attempts`
   */
  attempt<T>(address: string, make: Attempt<T>): Promise<T | undefined> {
    const counter = byAddress(address);
    return this.#inLine(counter.key, [counter], make);
  }

  /** Like `attempt`, for guesses of a signed-in user, from any address. */
  attemptOf<T>(userId: number, make: Attempt<T>): Promise<T | undefined> {
    const counter = { key: `user ${userId}`, most: loginAttempts };
    return this.#inLine(counter.key, [counter], make);
  }

  /**
   * Like `attemptOf`, for codes of a second factor. They are counted separately: an attacker who knows the password and
   * guesses codes must not prevent the owner from setting another password.
   */
  attemptCodeOf<T>(userId: number, make: Attempt<T>): Promise<T | undefined> {
    const counter = codesOf(userId);
    return this.#inLine(counter.key, [counter], make);
  }

  /**
   * Like `attemptCodeOf`, for sign-ins, whose failures also count for the address. Only attempts of the same user wait for
   * each other: a second factor that hangs must not block everyone else behind one address. Users behind one address could
   * therefore make one extra guess each at the same moment; the limit of each user still applies.
   */
  attemptCodeFrom<T>(address: string, userId: number, make: Attempt<T>): Promise<T | undefined> {
    const counter = codesOf(userId);
    return this.#inLine(counter.key, [byAddress(address), counter], make);
  }

  /**
   * Like `attempt`, for guesses of the password of a share. They count for the address, separately from sign-ins, since a
   * guest's mistakes must not lock out the household that they visit; and for the share, from all addresses.
   */
  attemptShare<T>(share: number, address: string, make: Attempt<T>): Promise<T | undefined> {
    const from = { key: `shares from ${addressKey(address)}`, most: loginAttempts };
    const ofShare = { key: `share ${share}`, most: shareAttempts };
    return this.#inLine(from.key, [from], () => this.#inLine(ofShare.key, [ofShare], make));
  }

  /** Like `attempt`, for sign-ins by a plugin, which have a separate queue: a plugin that hangs does not block passwords. */
  attemptSignIn<T>(plugin: string, address: string, make: Attempt<T>): Promise<T | undefined> {
    const counter = { key: `sign-ins of ${plugin} from ${addressKey(address)}`, most: loginAttempts };
    return this.#inLine(counter.key, [counter], make);
  }

  /**
   * Like `attempt`, for tokens of plugins, which are counted separately from sign-ins. They do not run one after another,
   * since a program sends its token with each of many requests. A wrong token counts once within the window: a program that
   * keeps using a revoked token is not guessing, and must not lock out other programs of its machine.
   * @param digest the digest of the token
   */
  async attemptToken<T>(address: string, digest: string, make: Attempt<T>): Promise<T | undefined> {
    const counter = { key: `tokens from ${addressKey(address)}`, most: tokenAttempts };
    this.#check(counter);
    const result = await make();
    if (result === undefined && this.#isNewWrongToken(`${counter.key} ${digest}`)) this.#countFailure(counter.key);
    return result;
  }

  /**
   * Counts a request for a challenge of the user's second factor, from any address.
   * @throws DomainError `too_many_attempts`
   */
  countChallenge(userId: number): void {
    const counter = { key: `challenges of user ${userId}`, most: maxChallenges };
    this.#check(counter);
    this.#countFailure(counter.key);
  }

  async #inLine<T>(name: string, counters: readonly Counter[], make: Attempt<T>): Promise<T | undefined> {
    const checkAll = (): void => {
      for (const counter of counters) this.#check(counter);
    };
    checkAll();
    const line = this.#lineOf(name);
    try {
      return await line.add(async () => {
        checkAll();
        const result = await make();
        if (result === undefined) for (const { key } of counters) this.#countFailure(key);
        return result;
      });
    } finally {
      if (line.size === 0 && line.pending === 0) this.#lines.delete(name);
    }
  }

  #lineOf(name: string): PQueue {
    const line = this.#lines.get(name) ?? new PQueue({ concurrency: 1 });
    if (line.size >= longestLine) throw tooMany(5);
    this.#lines.set(name, line);
    return line;
  }

  #check({ key, most: limit }: Counter): void {
    const now = this.#clock();
    // Times in the future come from a clock that has been set back, and could lock users out for years.
    const last = this.#failures.nthNewest(key, limit, { since: now - loginWindow, now });
    if (last !== undefined) throw tooMany(last + loginWindow - now);
  }

  #countFailure(key: string): void {
    const now = this.#clock();
    this.#failures.purgeUntil(now - loginWindow);
    this.#failures.add(key, now);
  }

  #isNewWrongToken(token: string): boolean {
    const now = this.#clock();
    const countedAt = this.#wrongTokens.get(token);
    if (countedAt !== undefined && countedAt <= now && now - countedAt < loginWindow) return false;
    this.#wrongTokens.delete(token);
    this.#wrongTokens.set(token, now);
    for (const [oldest, time] of this.#wrongTokens) {
      if (now - time < loginWindow && this.#wrongTokens.size <= maxWrongTokens) break;
      this.#wrongTokens.delete(oldest);
    }
    return true;
  }
}

const byAddress = (address: string): Counter => ({ key: `address ${addressKey(address)}`, most: loginAttempts });
const codesOf = (userId: number): Counter => ({ key: `codes of user ${userId}`, most: loginAttempts });

function tooMany(seconds: number): DomainError {
  const minutes = Math.ceil(seconds / 60);
  return new DomainError(
    'too_many_attempts',
    `Too many failed attempts: try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter: seconds },
  );
}
