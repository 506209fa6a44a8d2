import { randomBytes } from 'node:crypto';
import type { PluginCall } from '../../plugin-api/index.ts';

/** Seconds for which a browser keeps its key: somebody signs in at a service meanwhile. */
export const browserKeyTtl = 15 * 60;

const callers = new WeakMap<PluginCall, CallingBrowser>();

/**
 * The browser from which a request comes, known by a random text that it keeps in a cookie. What one browser has begun counts
 * in that one alone: nobody signs a stranger in, or links a stranger's account, by sending them to an address.
 */
export class CallingBrowser {
  readonly #kept: string | undefined;
  #key: string | undefined;

  /** @param kept what its cookie says, be it anything */
  constructor(kept: string | undefined) {
    this.#kept = kept !== undefined && /^[\w-]{43}$/.test(kept) ? kept : undefined;
  }

  /** The browser from which a plugin's route is called. @throws Error for a call that the plugin made itself */
  static of(call: PluginCall): CallingBrowser {
    const browser = callers.get(call);
    if (!browser) throw new Error('host.signIn.enter needs the call itself that the route got, and no copy of it.');
    return browser;
  }

  /** Notes that a plugin is handed a call of it. */
  noteCall(call: PluginCall): void {
    callers.set(call, this);
  }

  /** What it is known by: that which it has, or a new one. */
  get key(): string {
    return (this.#key ??= this.#kept ?? randomBytes(32).toString('base64url'));
  }

  /** What it is to keep from now on; undefined when nothing was begun. */
  get toKeep(): string | undefined {
    return this.#key;
  }

  /** What it kept already. */
  get kept(): string | undefined {
    return this.#kept;
  }
}
