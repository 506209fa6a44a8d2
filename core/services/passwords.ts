import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import PQueue from 'p-queue';
import { DomainError } from '../domain/errors.ts';
import { isCommonPassword } from '../domain/common-passwords.ts';
import { checkPassword, passwordMaxBytes } from '../domain/credentials.ts';

/** The bcrypt cost of passwords: each step doubles the time. */
export const passwordCost = 12;

/** Hash of a random password: logins with unknown names are compared with it, so that they take the same time. */
const nobodysHash = '46K0sbG8lZBQ8u5NFk0YOe9.RrvBtfVUa2xb5lOLCgJFRjRzszU4W';

/** A longer queue indicates an attack or a fault; waiting in it would be useless. */
const longestQueue = 200;

/**
 * A hash occupies a core, and a thread of libuv's pool, for a quarter of a second. With two or more cores, one stays free
 * for requests; pictures and files need threads of the pool.
 */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Milliseconds after which the startup is over. */
const afterStart = 3000;

/** Hashes and compares passwords, few at a time. */
export class Passwords {
  readonly #queue = new PQueue({ concurrency: atOnce });
  readonly #cost: number;

  /** @param cost lower than the default only in tests */
  constructor(cost = passwordCost) {
    this.#cost = cost;
    // Loading the list takes some 40 ms, so it happens after the startup and before the first new password.
    setTimeout(() => isCommonPassword(''), afterStart).unref();
  }

  /** @throws DomainError `bad_input` if the password is too short, too long or too common */
  async hash(password: string): Promise<string> {
    checkPassword(password);
    return this.#inTurn(() => bcrypt.hash(password, this.#cost));
  }

  /**
   * Whether `password` matches `hash`. Without a hash, the answer is false after the same amount of work.
   * @throws DomainError `not_ready` if too many requests wait
   */
  async matches(password: string, hash: string | undefined): Promise<boolean> {
    const comparable = Buffer.byteLength(password) <= passwordMaxBytes;
    const compared = hash ?? `$2b$${String(this.#cost).padStart(2, '0')}$${nobodysHash}`;
    const isSame = await this.#inTurn(() => bcrypt.compare(password, compared));
    return isSame && comparable && hash !== undefined;
  }

  async #inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (this.#queue.size >= longestQueue) {
      throw new DomainError('not_ready', 'Too many people are signing in just now: try again in a few seconds.', {
        retryAfter: 5,
      });
    }
    return this.#queue.add(task);
  }
}
