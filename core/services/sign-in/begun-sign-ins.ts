import { randomBytes } from 'node:crypto';
import { seal, unseal } from '../../plugin-api/toolkit/index.ts';
import { browserKeyTtl } from './calling-browser.ts';

interface BegunSignIn {
  readonly data: unknown;
  /** Epoch seconds. */
  readonly until: number;
}

/** The maximum length of a ticket, which must fit into a cookie. */
const longestTicket = 3800;

/** The number of used tickets that are stored; beyond that, the oldest is dropped. */
const maxUsed = 10_000;

/**
 * Sign-ins that are in progress at an external service. Anyone can begin any number of them, so the server does not store
 * them. Instead, the browser stores a ticket, encrypted for the plugin and for the browser's key. The server stores only
 * used tickets, until they expire.
 */
export class BegunSignIns {
  readonly #key = randomBytes(32);
  readonly #clock: () => number;
  /** The expiry of each used ticket, oldest first. */
  readonly #used = new Map<string, number>();

  /** @param clock epoch seconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /**
   * @param data JSON
   * @param browser the browser's key
   * @returns base64url
   * @throws Error if the data do not fit into a cookie
   */
  begin(plugin: string, data: unknown, browser: string): string {
    const signIn: BegunSignIn = { data: data ?? null, until: this.#clock() + browserKeyTtl };
    const ticket = seal(this.#key, nameOf(plugin, browser), Buffer.from(JSON.stringify(signIn))).toString('base64url');
    if (ticket.length > longestTicket) throw new Error('The data of host.signIn.begin have more than 2700 bytes.');
    return ticket;
  }

  /**
   * Spends a ticket.
   * @param browser the browser's key; undefined for a browser without one
   * @returns the data with which the sign-in began; undefined for a ticket that is used, expired, or of another browser or
   * plugin
   */
  resume(plugin: string, ticket: string, browser: string | undefined): { readonly data: unknown } | undefined {
    if (browser === undefined || ticket.length > longestTicket) return undefined;
    const sealed = Buffer.from(ticket, 'base64url');
    const signIn = opened(this.#key, nameOf(plugin, browser), sealed);
    if (!signIn || signIn.until <= this.#clock() || !this.#use(sealed.toString('base64url'), signIn.until))
      return undefined;
    return { data: signIn.data };
  }

  /** @returns whether the ticket was unused */
  #use(ticket: string, expiresAt: number): boolean {
    if (this.#used.has(ticket)) return false;
    this.#used.set(ticket, expiresAt);
    for (const [oldest, expires] of this.#used) {
      if (expires > this.#clock() && this.#used.size <= maxUsed) break;
      this.#used.delete(oldest);
    }
    return true;
  }
}

const nameOf = (plugin: string, browser: string): string => `sign-in by ${plugin} in ${browser}`;

function opened(key: Uint8Array, name: string, sealed: Uint8Array): BegunSignIn | undefined {
  try {
    return JSON.parse(unseal(key, name, sealed).toString()) as BegunSignIn;
  } catch {
    return undefined; // Any text can come in place of a ticket.
  }
}
