import { randomBytes } from 'node:crypto';
import type { PluginCall } from '../../plugin-api/index.ts';

/** Seconds for which a browser keeps its key while its user signs in at an external service. */
export const browserKeyTtl = 15 * 60;

const ofCalls = new WeakMap<PluginCall, CallingBrowser>();

/**
 * The browser that sends a request, identified by a random key in a cookie of the server. A sign-in counts only in the
 * browser in which it began. An attacker therefore cannot sign a stranger in, or link a stranger's account, by sending them
 * a link.
 */
export class CallingBrowser {
  readonly #kept: string | undefined;
  #key: string | undefined;
  #resumed = false;

  /** @param cookie the raw value of the cookie, untrusted */
  constructor(cookie: string | undefined) {
    this.#kept = cookie !== undefined && /^[\w-]{43}$/.test(cookie) ? cookie : undefined;
  }

  /** The browser that called a plugin's route. @throws Error for a copy of the call */
  static of(call: PluginCall): CallingBrowser {
    const browser = ofCalls.get(call);
    if (!browser) throw new Error('host.signIn needs the call itself that the route got, and no copy of it.');
    return browser;
  }

  /** Records that a call comes from this browser. */
  noteCall(call: PluginCall): void {
    ofCalls.set(call, this);
  }

  /** The key from the cookie, or a new one. */
  get key(): string {
    return (this.#key ??= this.#kept ?? randomBytes(32).toString('base64url'));
  }

  /** The value that the cookie must be set to; undefined if no sign-in began. */
  get toKeep(): string | undefined {
    return this.#key;
  }

  /** The key from the cookie; undefined without a cookie. */
  get kept(): string | undefined {
    return this.#kept;
  }

  /** Whether this request continues a sign-in that began in this browser. */
  get resumed(): boolean {
    return this.#resumed;
  }

  noteResumed(): void {
    this.#resumed = true;
  }
}
