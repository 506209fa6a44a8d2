import { randomBytes } from 'node:crypto';

/** What a challenge was made for. */
export interface Asked {
  /** `register`: to make a new passkey; `sign`: to sign with one. */
  readonly purpose: 'register' | 'sign';
  readonly userId: number;
  readonly origin: string;
  readonly rpId: string;
}

/** Seconds in which a challenge can be met. */
const challengeTtl = 300;

/** More at once are an attack; the oldest make room, first among those of the same user. */
const most = 10_000;
const mostOfUser = 20;

/** Challenges that wait for their answer, in memory; each is good for one answer. */
export class Challenges {
  readonly #waiting = new Map<string, Asked & { readonly until: number }>();
  readonly #clock: () => number;

  /** @param clock epoch seconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** @returns 32 bytes */
  make(asked: Asked): Uint8Array<ArrayBuffer> {
    this.#makeRoom(asked);
    const bytes = new Uint8Array(randomBytes(32));
    this.#waiting.set(Buffer.from(bytes).toString('base64url'), { ...asked, until: this.#clock() + challengeTtl });
    return bytes;
  }

  /**
   * What a challenge was made for. It is used up, whether the answer turns out to be right or not.
   * @param challenge base64url
   */
  take(challenge: string, purpose: Asked['purpose'], userId: number): Asked | undefined {
    const found = this.#waiting.get(challenge);
    if (found?.purpose !== purpose || found.userId !== userId) return undefined;
    this.#waiting.delete(challenge);
    return found.until > this.#clock() ? found : undefined;
  }

  forget(userId: number): void {
    for (const [challenge, asked] of this.#waiting) if (asked.userId === userId) this.#waiting.delete(challenge);
  }

  #makeRoom({ userId, purpose }: Asked): void {
    const now = this.#clock();
    const same: string[] = [];
    for (const [challenge, asked] of this.#waiting) {
      if (asked.until <= now) this.#waiting.delete(challenge);
      else if (asked.userId === userId && asked.purpose === purpose) same.push(challenge);
    }
    const [oldest = ''] = this.#waiting.keys();
    if (same.length >= mostOfUser) this.#waiting.delete(same[0] ?? '');
    else if (this.#waiting.size >= most) this.#waiting.delete(oldest);
  }
}
