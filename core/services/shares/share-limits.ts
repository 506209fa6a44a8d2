import { LRUCache } from 'lru-cache';
import { addressKey } from '../../domain/client-address.ts';
import { DomainError } from '../../domain/errors.ts';

/** The number of unknown links that one address may try, and the seconds until one more is allowed. */
export const maxUnknownLinks = 30;
const unknownEvery = 30;

/** The initial budget of a guest, and its refill per second: enough for scrolling through pages of thumbnails. */
const maxAtOnce = 6000;
const eachSecond = 100;

/** The number of addresses that are stored, most recently active first. */
const maxAddresses = 20_000;

/** The cost of a request: a thumbnail is a file, a full picture is decoded and encoded. */
export const costs = { thumb: 1, list: 5, picture: 20 } as const;

interface Bucket {
  /** The budget at the time `at`. */
  free: number;
  at: number;
}

/**
 * Limits anonymous guests by address: the number of unknown links, and the amount of media from known ones. Kept in
 * memory: a restart resets it, which is no help in guessing 256 bits.
 */
export class ShareLimits {
  readonly #clock: () => number;
  readonly #unknown = new LRUCache<string, Bucket>({ max: maxAddresses });
  readonly #asked = new LRUCache<string, Bucket>({ max: maxAddresses });

  /** @param clock epoch seconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /**
   * Must be called before the link is looked up, so that a refusal reveals nothing about it.
   * @throws DomainError `too_many_attempts`
   */
  ask(address: string, cost: number): void {
    const key = addressKey(address);
    const unknown = this.#bucket(this.#unknown, key, maxUnknownLinks, 1 / unknownEvery);
    if (unknown.free < 1) throw tooMany((1 - unknown.free) * unknownEvery);
    const bucket = this.#bucket(this.#asked, key, maxAtOnce, eachSecond);
    if (bucket.free < cost) throw tooMany((cost - bucket.free) / eachSecond);
    bucket.free -= cost;
  }

  /** Counts a link that opens nothing. */
  wasUnknown(address: string): void {
    this.#bucket(this.#unknown, addressKey(address), maxUnknownLinks, 1 / unknownEvery).free -= 1;
  }

  #bucket(buckets: LRUCache<string, Bucket>, key: string, capacity: number, perSecond: number): Bucket {
    const now = this.#clock();
    const bucket = buckets.get(key) ?? { free: capacity, at: now };
    bucket.free = Math.min(capacity, bucket.free + Math.max(0, now - bucket.at) * perSecond);
    bucket.at = now;
    buckets.set(key, bucket);
    return bucket;
  }
}

function tooMany(seconds: number): DomainError {
  return new DomainError('too_many_attempts', 'Too many requests from your network: try again in a moment.', {
    retryAfter: seconds,
  });
}
