import { randomBytes } from 'node:crypto';

/** The user of a pending sign-in. A new password or a sign-out counts the epoch up, which ends the sign-in. */
export interface PendingUser {
  readonly id: number;
  readonly tokenEpoch: number;
}

interface PendingLogin {
  readonly user: PendingUser;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** More at once mean an attack with a known password; the oldest are dropped. */
const most = 10_000;

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
  begin({ id, tokenEpoch }: PendingUser): { token: string; expiresIn: number } {
    this.#makeRoom();
    const token = randomBytes(32).toString('hex');
    this.#pending.set(token, { user: { id, tokenEpoch }, expiresAt: this.#clock() + this.#lifetime });
    return { token, expiresIn: this.#lifetime };
  }

  userOf(token: string): PendingUser | undefined {
    return this.timeLeft(token) > 0 ? this.#pending.get(token)?.user : undefined;
  }

  /** Seconds; 0 when there is no such sign-in, or it took too long. */
  timeLeft(token: string): number {
    return Math.max(0, (this.#pending.get(token)?.expiresAt ?? 0) - this.#clock());
  }

  finish(token: string): void {
    this.#pending.delete(token);
  }

  #makeRoom(): void {
    const now = this.#clock();
    for (const [token, { expiresAt }] of this.#pending) {
      if (expiresAt > now && this.#pending.size < most) return; // the oldest come first
      this.#pending.delete(token);
    }
  }
}
