import { randomBytes } from 'node:crypto';

interface PendingLogin {
  readonly userId: number;
  readonly expiresAt: number;
}

/**
 * Sign-ins whose password was right and whose second step is still to come. They live for minutes and in memory only: a
 * restart asks for the password again.
 */
export class PendingLogins {
  readonly #pending = new Map<string, PendingLogin>();
  readonly #lifetime: number;
  readonly #clock: () => number;

  /** @param lifetime seconds */
  constructor(lifetime: number, clock: () => number) {
    this.#lifetime = lifetime;
    this.#clock = clock;
  }

  /** @returns the token with which the sign-in goes on, and for how many seconds it can */
  begin(userId: number): { token: string; expiresIn: number } {
    this.#forgetExpired();
    const token = randomBytes(32).toString('hex');
    this.#pending.set(token, { userId, expiresAt: this.#clock() + this.#lifetime });
    return { token, expiresIn: this.#lifetime };
  }

  userOf(token: string): number | undefined {
    this.#forgetExpired();
    return this.#pending.get(token)?.userId;
  }

  /** Whether the sign-in was still pending; it is not any more. */
  finish(token: string): boolean {
    return this.#pending.delete(token);
  }

  #forgetExpired(): void {
    const now = this.#clock();
    for (const [token, { expiresAt }] of this.#pending) {
      if (expiresAt > now) return; // in order of their expiry, since all live equally long
      this.#pending.delete(token);
    }
  }
}
