import { randomBytes } from 'node:crypto';
import type { PluginState, SignInLinks } from 'photofinch/plugin-api';

/** A passkey of a user. It contains no secret: the private key stays on the device. */
export interface Passkey {
  /** Base64url. */
  readonly id: string;
  /** Chosen by the user. */
  readonly name: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** The number of signatures according to the device; 0 for devices that do not count. */
  readonly counter: number;
  /** The only domain where the passkey can be used. */
  readonly rpId: string;
  readonly transports: readonly string[];
  /** Whether the passkey is backed up to other devices. */
  readonly synced: boolean;
  /** Whether the counter has decreased: there may be a copy of the key, so the passkey is rejected from then on. */
  readonly suspect: boolean;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly usedAt: number | null;
}

interface UserPasskeys {
  /** The user's id in their passkeys. It is random, since devices store it and reveal it to anyone who has them. */
  readonly handle: string;
  readonly passkeys: readonly Passkey[];
}

const keyOf = (userId: number): string => `user ${userId}`;

/**
 * The passkeys of all users. Each has a sign-in link to its account, and is ignored once the link is removed: so admins can
 * list and remove passkeys like any other way to sign in. Reads and writes are synchronous, so nothing changes between
 * them.
 */
export class Passkeys {
  readonly #state: PluginState;
  readonly #links: SignInLinks;

  constructor(state: PluginState, links: SignInLinks) {
    this.#state = state;
    this.#links = links;
  }

  of(userId: number): readonly Passkey[] {
    const linkedIds = new Set(this.#links.ofUser(userId).map(({ subject }) => subject));
    return this.#stored(userId)?.passkeys.filter(({ id }) => linkedIds.has(id)) ?? [];
  }

  /** A passkey with its user, and the user's handle. */
  byId(id: string): { userId: number; handle: string; passkey: Passkey } | undefined {
    const { userId } = this.#links.ofSubject(id) ?? {};
    const stored = userId === undefined ? undefined : this.#stored(userId);
    const passkey = stored?.passkeys.find((candidate) => candidate.id === id);
    return userId !== undefined && stored && passkey ? { userId, handle: stored.handle, passkey } : undefined;
  }

  /**
   * The handle of a user, which stays the same while they have passkeys.
   * @returns 32 bytes, base64url
   */
  handleOf(userId: number): string {
    return this.#stored(userId)?.handle ?? randomBytes(32).toString('base64url');
  }

  /** @returns false, without any change, if there is already a passkey with this id, or no such user */
  add(userId: number, handle: string, passkey: Passkey): boolean {
    if (this.#links.ofSubject(passkey.id)) return false;
    // The link comes last: without it, the passkey is ignored, but admins would see a link without a passkey.
    this.#write(userId, { handle, passkeys: [...this.of(userId), passkey] });
    if (this.#links.link(userId, passkey.id, passkey.name)) return true;
    // The user was deleted in the meantime.
    this.#state.delete(keyOf(userId));
    return false;
  }

  /** Changes a passkey of the user; does nothing if it was removed. */
  change(userId: number, id: string, changes: Partial<Passkey>): void {
    const stored = this.#stored(userId);
    if (!stored) return;
    const passkeys = stored.passkeys.map((passkey) => (passkey.id === id ? { ...passkey, ...changes } : passkey));
    this.#write(userId, { ...stored, passkeys });
    if (changes.name !== undefined) this.#links.rename(userId, id, changes.name);
  }

  remove(userId: number, id: string): void {
    this.#links.unlink(userId, id);
    const stored = this.#stored(userId);
    const passkeys = stored?.passkeys.filter((passkey) => passkey.id !== id) ?? [];
    if (!stored || passkeys.length === 0) this.#state.delete(keyOf(userId));
    else this.#write(userId, { ...stored, passkeys });
  }

  removeAll(userId: number): void {
    for (const { subject } of this.#links.ofUser(userId)) this.#links.unlink(userId, subject);
    this.#state.delete(keyOf(userId));
  }

  #stored(userId: number): UserPasskeys | undefined {
    const text = this.#state.get(keyOf(userId));
    return text === undefined ? undefined : (JSON.parse(text) as UserPasskeys);
  }

  #write(userId: number, stored: UserPasskeys): void {
    this.#state.set(keyOf(userId), JSON.stringify(stored));
  }
}
