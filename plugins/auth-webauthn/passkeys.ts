import { randomBytes } from 'node:crypto';
import type { PluginState } from 'photofinch/plugin-api';

/** One passkey of a user. No secret: the private key stays in the device. */
export interface Passkey {
  /** Base64url, as the browser says it. */
  readonly id: string;
  /** What its user calls it. */
  readonly name: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** How often it signed, as it says itself; 0 for those that do not count. */
  readonly counter: number;
  /** The domain that it was made for, and is good for alone. */
  readonly rpId: string;
  readonly transports: readonly string[];
  /** Whether the device keeps copies of it elsewhere. */
  readonly synced: boolean;
  /** It counted backwards once: there may be a copy of the key. It is not taken any more. */
  readonly suspect: boolean;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly usedAt: number | null;
}

interface Kept {
  /** What the passkeys call the user: random, since devices keep it and show it to whoever has them. */
  readonly handle: string;
  readonly passkeys: readonly Passkey[];
}

const keyOf = (userId: number): string => `user ${userId}`;
const handleKey = (handle: string): string => `handle ${handle}`;

/** The passkeys of all users. Reads and writes take no promises, so what is read is true until it is written. */
export class Passkeys {
  readonly #state: PluginState;

  constructor(state: PluginState) {
    this.#state = state;
  }

  of(userId: number): readonly Passkey[] {
    return this.#kept(userId)?.passkeys ?? [];
  }

  /** Of a user; the same for as long as they have a passkey. @returns 32 bytes, base64url */
  handleOf(userId: number): string {
    return this.#kept(userId)?.handle ?? randomBytes(32).toString('base64url');
  }

  /** Whose handle it is; undefined for none of these. */
  userOf(handle: string): number | undefined {
    const userId = this.#state.get(handleKey(handle));
    return userId === undefined ? undefined : Number(userId);
  }

  add(userId: number, handle: string, passkey: Passkey): void {
    this.#state.set(handleKey(handle), String(userId));
    this.#write(userId, { handle, passkeys: [...this.of(userId), passkey] });
  }

  /** Changes one of theirs; nothing happens to one that is gone. */
  change(userId: number, id: string, changes: Partial<Passkey>): void {
    const kept = this.#kept(userId);
    if (!kept) return;
    const passkeys = kept.passkeys.map((passkey) => (passkey.id === id ? { ...passkey, ...changes } : passkey));
    this.#write(userId, { ...kept, passkeys });
  }

  remove(userId: number, id: string): void {
    const kept = this.#kept(userId);
    if (!kept) return;
    const passkeys = kept.passkeys.filter((passkey) => passkey.id !== id);
    if (passkeys.length === 0) this.removeAll(userId);
    else this.#write(userId, { ...kept, passkeys });
  }

  removeAll(userId: number): void {
    const handle = this.#kept(userId)?.handle;
    this.#state.delete(keyOf(userId));
    if (handle !== undefined) this.#state.delete(handleKey(handle));
  }

  #kept(userId: number): Kept | undefined {
    const text = this.#state.get(keyOf(userId));
    return text === undefined ? undefined : (JSON.parse(text) as Kept);
  }

  #write(userId: number, kept: Kept): void {
    this.#state.set(keyOf(userId), JSON.stringify(kept));
  }
}
