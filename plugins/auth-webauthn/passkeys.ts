import { randomBytes } from 'node:crypto';
import type { PluginState, SignInLinks } from 'photofinch/plugin-api';

/** One passkey of a user. No secret: the private key stays in the device. */
export interface Passkey {
  /** Base64url, as browsers give it. */
  readonly id: string;
  /** The name that its user gave it. */
  readonly name: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** The device's count of its signatures; 0 for devices that do not count. */
  readonly counter: number;
  /** The only domain where the passkey can be used. */
  readonly rpId: string;
  readonly transports: readonly string[];
  /** Whether the device keeps copies of it elsewhere. */
  readonly synced: boolean;
  /** The counter went back once: there may be a copy of the key. The passkey is refused from then on. */
  readonly suspect: boolean;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly usedAt: number | null;
}

interface Stored {
  /** The user's id in their passkeys: random, since devices store it and show it to anybody who holds them. */
  readonly handle: string;
  readonly passkeys: readonly Passkey[];
}

const keyOf = (userId: number): string => `user ${userId}`;

/**
 * The passkeys of all users. Each has a link between its id and the account, and ends with it: so admins can list and end
 * passkeys as they do with all ways into an account. Reads and writes take no promises, so a value that was read stays true
 * until it is written.
 */
export class Passkeys {
  readonly #state: PluginState;
  readonly #links: SignInLinks;

  constructor(state: PluginState, links: SignInLinks) {
    this.#state = state;
    this.#links = links;
  }

  of(userId: number): readonly Passkey[] {
    const linked = new Set(this.#links.ofUser(userId).map(({ subject }) => subject));
    return this.#stored(userId)?.passkeys.filter(({ id }) => linked.has(id)) ?? [];
  }

  /** A passkey with its user, and the user's handle. */
  byId(id: string): { userId: number; handle: string; passkey: Passkey } | undefined {
    const { userId } = this.#links.ofSubject(id) ?? {};
    const stored = userId === undefined ? undefined : this.#stored(userId);
    const passkey = stored?.passkeys.find((one) => one.id === id);
    return userId !== undefined && stored && passkey ? { userId, handle: stored.handle, passkey } : undefined;
  }

  /** The handle of a user, which stays the same while they have passkeys. @returns 32 bytes, base64url */
  handleOf(userId: number): string {
    return this.#stored(userId)?.handle ?? randomBytes(32).toString('base64url');
  }

  /** @returns false, and nothing is done, when there is a passkey with this id already */
  add(userId: number, handle: string, passkey: Passkey): boolean {
    if (!this.#links.link(userId, passkey.id, passkey.name)) return false;
    this.#write(userId, { handle, passkeys: [...this.of(userId), passkey] });
    return true;
  }

  /** Changes a passkey of the user; nothing happens to one that is gone. */
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

  #stored(userId: number): Stored | undefined {
    const text = this.#state.get(keyOf(userId));
    return text === undefined ? undefined : (JSON.parse(text) as Stored);
  }

  #write(userId: number, stored: Stored): void {
    this.#state.set(keyOf(userId), JSON.stringify(stored));
  }
}
