import { createHash, randomBytes } from 'node:crypto';
import type { PluginState, Role, SignInHost, TokenGrant, TokenScope } from 'photofinch/plugin-api';

/** What the user chooses for a key. */
export interface KeyChoice {
  readonly name: string;
  readonly role: Role;
  /** Null: everything that keys can reach. */
  readonly scopes: readonly TokenScope[] | null;
  /** Epoch seconds; null: never. */
  readonly expiresAt: number | null;
}

/** A key as returned to its user. */
export interface ApiKey extends KeyChoice {
  readonly id: string;
  readonly createdAt: number;
  /** Epoch seconds, with a precision of a minute; null: never used. */
  readonly lastUsedAt: number | null;
}

interface StoredKey extends ApiKey {
  readonly userId: number;
  readonly epoch: number;
}

interface Dependencies {
  readonly state: PluginState;
  readonly epochOf: SignInHost['epochOf'];
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** The most keys of one user. */
export const maxKeys = 50;

/** Identifies a text as an API key of Photofinch, to people and to secret scanners. */
const prefix = 'pfk_';

/** Seconds between two updates of the last use: a key in constant use causes one write a minute. */
const notedEvery = 60;

/** The keys of all users. Only hashes are stored; 32 random bytes need no slow hash. */
export class ApiKeys {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * The keys of a user, newest first. Expired ones are listed; those that became invalid by a new password or by signing
   * out everywhere are removed.
   */
  of(userId: number): ApiKey[] {
    const epoch = this.#with.epochOf(userId);
    const entries = this.#hashesOf(userId).map((hash) => [hash, this.#read(hash)] as const);
    const [valid, invalid] = [true, false].map((isValid) =>
      entries.filter(([, key]) => (key?.epoch === epoch) === isValid),
    );
    for (const [hash] of invalid ?? []) this.#remove(userId, hash);
    return (valid ?? []).flatMap(([, key]) => (key ? toldOf(key) : [])).reverse();
  }

  /**
   * @returns the key and its token, which cannot be retrieved later; undefined if the user has too many keys, or no longer
   * exists
   */
  make(userId: number, choice: KeyChoice): { key: ApiKey; token: string } | undefined {
    const epoch = this.#with.epochOf(userId);
    if (epoch === null || this.of(userId).length >= maxKeys) return undefined;
    const token = `${prefix}${randomBytes(32).toString('base64url')}`;
    const hash = hashOf(token);
    const id = hash.slice(0, 16);
    const key: StoredKey = { ...choice, id, userId, epoch, createdAt: this.#with.clock(), lastUsedAt: null };
    // The entry first: `of` removes one without a key, but nothing would ever find a key without an entry.
    this.#with.state.set(`user ${userId}`, JSON.stringify([...this.#hashesOf(userId), hash]));
    this.#write(hash, key);
    return { key: toldOf(key), token };
  }

  /** @returns the revoked key; undefined if the user has no such key */
  revoke(userId: number, id: string): ApiKey | undefined {
    const hash = this.#hashesOf(userId).find((candidate) => candidate.slice(0, 16) === id);
    const key = hash === undefined ? undefined : this.#read(hash);
    if (hash === undefined || !key) return undefined;
    this.#remove(userId, hash);
    return toldOf(key);
  }

  /** The grant for a token; null for one that is unknown or has expired. */
  grantOf(token: string): TokenGrant | null {
    if (!token.startsWith(prefix)) return null;
    const hash = hashOf(token);
    const key = this.#read(hash);
    const now = this.#with.clock();
    if (!key || (key.expiresAt !== null && key.expiresAt <= now)) return null;
    this.#noteUse(hash, key, now);
    const { userId, epoch, role, scopes, name } = key;
    return { userId, epoch, role, scopes: scopes ?? undefined, name };
  }

  #noteUse(hash: string, key: StoredKey, now: number): void {
    if (key.lastUsedAt !== null && Math.abs(now - key.lastUsedAt) < notedEvery) return;
    try {
      this.#write(hash, { ...key, lastUsedAt: now });
    } catch {
      // On a full disk, reads must continue to work.
    }
  }

  #hashesOf(userId: number): string[] {
    return JSON.parse(this.#with.state.get(`user ${userId}`) ?? '[]') as string[];
  }

  #read(hash: string): StoredKey | undefined {
    const text = this.#with.state.get(`key ${hash}`);
    return text === undefined ? undefined : (JSON.parse(text) as StoredKey);
  }

  #write(hash: string, key: StoredKey): void {
    this.#with.state.set(`key ${hash}`, JSON.stringify(key));
  }

  /** Removes the key first, and then its entry in the list, so that an interruption does not leave a valid key. */
  #remove(userId: number, hash: string): void {
    this.#with.state.delete(`key ${hash}`);
    const remaining = this.#hashesOf(userId).filter((other) => other !== hash);
    this.#with.state.set(`user ${userId}`, JSON.stringify(remaining));
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function toldOf({ id, name, role, scopes, createdAt, expiresAt, lastUsedAt }: StoredKey): ApiKey {
  return { id, name, role, scopes, createdAt, expiresAt, lastUsedAt };
}
