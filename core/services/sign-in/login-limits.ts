import PQueue from 'p-queue';
import { addressKey } from '../../domain/client-address.ts';
import { DomainError } from '../../domain/errors.ts';
import type { LoginFailures } from '../../store/accounts/login-failures.ts';

export const loginAttempts = 10;
/** Seconds. */
export const loginWindow = 15 * 60;

/** Wrong passwords of one share within the window, by everybody who has its link. */
export const shareAttempts = 50;

/** Different wrong tokens of plugins from one address within the window. */
const tokenAttempts = 100;
/** Wrong tokens that are remembered, of all addresses. */
const mostWrongTokens = 10_000;
/** Challenges of second factors for one user within the window: each may send a message. */
const mostChallenges = 30;

/** Attempts that wait in one line; no person has so many sign-ins under way. */
const longestLine = 50;

/** In the index, or in memory while that is locked. */
export type KeptFailures = Pick<LoginFailures, 'add' | 'nthNewest' | 'purgeUntil'>;

/** What failures are counted under, and how many are allowed within the window. */
interface Counter {
  readonly key: string;
  readonly most: number;
}

type Attempt<T> = () => Promise<T | undefined>;

/**
 * Bounds the guessing of passwords and codes: after ten failures from one address within a quarter of an hour, under whatever
 * names, that address has to wait.
 *
 * Attempts under one key are made one after another, so that parallel guesses cannot slip past the count.
 */
export class LoginLimits {
  readonly #failures: KeptFailures;
  readonly #clock: () => number;
  readonly #lines = new Map<string, PQueue>();
  /** When each wrong token was counted, by address and digest; the oldest first. */
  readonly #wrongTokens = new Map<string, number>();

  constructor(failures: KeptFailures, clock: () => number) {
    this.#failures = failures;
    this.#clock = clock;
  }

  /**
   * Makes one attempt, unless there were too many failures. An answer of undefined is a failure and is counted; an error
   * is not, since it says nothing about the guess.
   * @throws DomainError `too_many_attempts`
   */
  attempt<T>(address: string, make: Attempt<T>): Promise<T | undefined> {
    const counter = byAddress(address);
    return this.#inLine(counter.key, [counter], make);
  }

  /** As `attempt`, for guesses of a signed-in user, from any address. */
  attemptOf<T>(userId: number, make: Attempt<T>): Promise<T | undefined> {
    const counter = { key: `user ${userId}`, most: loginAttempts };
    return this.#inLine(counter.key, [counter], make);
  }

  /**
   * As `attemptOf`, for codes of a second factor. They are counted apart: an attacker who knows the password and
   * guesses codes must not keep the owner from setting another password.
   */
  attemptCodeOf<T>(userId: number, make: Attempt<T>): Promise<T | undefined> {
    const counter = codesOf(userId);
    return this.#inLine(counter.key, [counter], make);
  }

  /**
   * As `attemptCodeOf`, at sign-in, where failures count for the address as well. Only attempts of the same user wait for each
   * other: a second factor that hangs must not hold up everybody else behind one address. Users of one address could make one
   * guess each beyond the limit, at the same moment; the limit of each user still holds.
   */
  attemptCodeFrom<T>(address: string, userId: number, make: Attempt<T>): Promise<T | undefined> {
    const counter = codesOf(userId);
    return this.#inLine(counter.key, [byAddress(address), counter], make);
  }

  /**
   * As `attempt`, for guesses of the password of a share: by the address, apart from sign-ins, since a guest's mistakes must
   * not lock out the household that they visit; and by the share, from all addresses together.
   */
  attemptShare<T>(share: number, address: string, make: Attempt<T>): Promise<T | undefined> {
    const from = { key: `shares from ${addressKey(address)}`, most: loginAttempts };
    const of = { key: `share ${share}`, most: shareAttempts };
    return this.#inLine(from.key, [from], () => this.#inLine(of.key, [of], make));
  }

  /** As `attempt`, for sign-ins by a plugin, which are counted apart: one that hangs holds up no passwords. */
  attemptSignIn<T>(plugin: string, address: string, make: Attempt<T>): Promise<T | undefined> {
    const counter = { key: `sign-ins of ${plugin} from ${addressKey(address)}`, most: loginAttempts };
    return this.#inLine(counter.key, [counter], make);
  }

  /**
   * As `attempt`, for tokens of plugins, which are counted apart from sign-ins. They are not taken one after another, since a
   * program shows its token with each of many requests. A wrong token counts once within the window: a program that goes on
   * with a revoked token makes no guesses, and must not lock out other programs of its machine.
   * @param digest of the token
   */
  async attemptToken<T>(address: string, digest: string, make: Attempt<T>): Promise<T | undefined> {
    const counter = { key: `tokens from ${addressKey(address)}`, most: tokenAttempts };
    this.#check(counter);
    const answer = await make();
    if (answer === undefined && this.#isNewWrongToken(`${counter.key} ${digest}`)) this.#countFailure(counter.key);
    return answer;
  }

  /**
   * Counts a request for a challenge of the user's second factor, from any address.
   * @throws DomainError `too_many_attempts`
   */
  countChallenge(userId: number): void {
    const counter = { key: `challenges of user ${userId}`, most: mostChallenges };
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
        const answer = await make();
        if (answer === undefined) for (const { key } of counters) this.#countFailure(key);
        return answer;
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

  #check({ key, most }: Counter): void {
    const now = this.#clock();
    // What lies in the future was counted by a clock that has been set back, and could lock somebody out for years.
    const last = this.#failures.nthNewest(key, most, { since: now - loginWindow, now });
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
    for (const [oldest, at] of this.#wrongTokens) {
      if (now - at < loginWindow && this.#wrongTokens.size <= mostWrongTokens) break;
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
