import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Where a passkey is asked for. */
export interface EntryPlace {
  readonly origin: string;
  readonly rpId: string;
}

/** Seconds in which a challenge can be met. */
export const entryTtl = 300;

/**
 * Challenges for people of whom nothing is known yet. Anybody can ask for them, so the server keeps none: the browser has its
 * own in a cookie, sealed, and what was signed counts with that cookie alone. Only those are kept that have been used.
 */
export class EntryChallenges {
  readonly #key = randomBytes(32);
  /** Until when each would have been good. */
  readonly #spent = new Map<string, number>();
  readonly #clock: () => number;

  /** @param clock epoch seconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** @returns 32 bytes, and what the browser keeps */
  make(place: EntryPlace): { challenge: Uint8Array<ArrayBuffer>; seal: string } {
    const challenge = new Uint8Array(randomBytes(32));
    const kept = { ...place, challenge: Buffer.from(challenge).toString('base64url'), until: this.#clock() + entryTtl };
    const text = Buffer.from(JSON.stringify(kept)).toString('base64url');
    return { challenge, seal: `${text}.${this.#mac(text).toString('base64url')}` };
  }

  /**
   * What a challenge was made for, where the same browser brings it back in time.
   * @param challenge base64url
   */
  placeOf(challenge: string, seal: string): EntryPlace | undefined {
    const [text = '', mac = ''] = seal.split('.');
    const [given, right] = [Buffer.from(mac, 'base64url'), this.#mac(text)];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    const kept = JSON.parse(Buffer.from(text, 'base64url').toString()) as EntryPlace & {
      challenge: string;
      until: number;
    };
    return kept.challenge === challenge && kept.until > this.#clock() ? kept : undefined;
  }

  /** Uses a challenge up. @returns whether it was good until now */
  spend(challenge: string): boolean {
    const now = this.#clock();
    for (const [old, until] of this.#spent) if (until <= now) this.#spent.delete(old);
    if (this.#spent.has(challenge)) return false;
    this.#spent.set(challenge, now + entryTtl);
    return true;
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
