import PQueue from 'p-queue';
import { addressKey } from '../domain/client-address.ts';
import { DomainError } from '../domain/errors.ts';
import type { LoginFailures } from '../store/accounts/login-failures.ts';

export const loginAttempts = 10;
/** Seconds. */
export const loginWindow = 15 * 60;

/** Wrong passwords of one share within the window, by all who have its link. */
export const shareAttempts = 50;

/** Wrong tokens of plugins from one address within the window: a program whose token was revoked asks on and on. */
const tokenAttempts = 100;
/** Challenges of second factors for one user within the window: each may send a message. */
const mostChallenges = 30;

/** Waiting in line from one address; no person has so many sign-ins under way. */
const longestLine = 50;

/** In the index, or in memory while the index is locked. */
export type KeptFailures = Pick<LoginFailures, 'add' | 'nthNewest' | 'purgeUntil'>;

/**
 * Bounds the guessing of passwords and codes: after ten failures from one address within a quarter of an hour, for
 * whichever names, that address has to wait. (Ten for one name from one address are among them.)
 *
 * Attempts from one address are taken one after another, so that parallel guesses cannot slip past the count.
 */
export class LoginLimits {
  readonly #failures: KeptFailures;
  readonly #clock: () => number;
  readonly #lines = new Map<string, PQueue>();

  constructor(failures: KeptFailures, clock: () => number) {
    this.#failures = failures;
    this.#clock = clock;
  }

  /**
   * Makes one attempt, unless there were too many failures. An answer of undefined is a failure and is counted; an error
   * is not, since it says nothing about the guess.
   * @throws DomainError `too_many_attempts`
   */
  attempt<T>(address: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.#attempt(`address ${addressKey(address)}`, make);
  }

  /** As `attempt`, for guesses of a signed-in user, from any address. */
  attemptOf<T>(userId: number, make: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.#attempt(`user ${userId}`, make);
  }

  /**
   * As `attemptOf`, for codes of a second factor. They are counted apart: an attacker who knows the password and
   * guesses codes must not keep the owner from setting another password.
   */
  attemptCodeOf<T>(userId: number, make: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.#attempt(`codes of user ${userId}`, make);
  }

  /**
   * As `attempt`, for guesses of the password of a share: by the address, apart from sign-ins, since a guest's mistakes must
   * not lock out the household that they visit; and by the share, from all addresses together.
   */
  attemptShare<T>(share: number, address: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.#attempt(`shares from ${addressKey(address)}`, () =>
      this.#attempt(`share ${share}`, make, shareAttempts),
    );
  }

  /** As `attempt`, for ways to sign in of one plugin, which are counted apart: one that hangs holds up no passwords. */
  attemptEntry<T>(plugin: string, address: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.#attempt(`${plugin} from ${addressKey(address)}`, make);
  }

  /**
   * As `attempt`, for tokens of plugins, which are counted apart from sign-ins. They are not taken one after another, since a
   * program shows its token with each of many requests.
   */
  async attemptToken<T>(address: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
    const key = `tokens from ${addressKey(address)}`;
    this.#check(key, tokenAttempts);
    const answer = await make();
    if (answer === undefined) this.#countFailure(key);
    return answer;
  }

  /**
   * Counts a request for a challenge of a second factor, from any address.
   * @throws DomainError `too_many_attempts`
   */
  countChallenge(userId: number): void {
    const key = `challenges of user ${userId}`;
    this.#check(key, mostChallenges);
    this.#countFailure(key);
  }

  async #attempt<T>(key: string, make: () => Promise<T | undefined>, most = loginAttempts): Promise<T | undefined> {
    this.#check(key, most);
    const line = this.#lineOf(key);
    try {
      return await line.add(async () => {
        this.#check(key, most);
        const answer = await make();
        if (answer === undefined) this.#countFailure(key);
        return answer;
      });
    } finally {
      if (line.size === 0 && line.pending === 0) this.#lines.delete(key);
    }
  }

  #lineOf(key: string): PQueue {
    const line = this.#lines.get(key) ?? new PQueue({ concurrency: 1 });
    if (line.size >= longestLine) throw tooMany(5);
    this.#lines.set(key, line);
    return line;
  }

  #check(key: string, most: number): void {
    const now = this.#clock();
    // Failures in the future were counted before the clock was set back, and could block a user for years.
    const tenth = this.#failures.nthNewest(key, most, { since: now - loginWindow, now });
    if (tenth !== undefined) throw tooMany(tenth + loginWindow - now);
  }

  #countFailure(key: string): void {
    const now = this.#clock();
    this.#failures.purgeUntil(now - loginWindow);
    this.#failures.add(key, now);
  }
}

function tooMany(seconds: number): DomainError {
  const minutes = Math.ceil(seconds / 60);
  return new DomainError(
    'too_many_attempts',
    `Too many failed attempts: try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter: seconds },
  );
}
