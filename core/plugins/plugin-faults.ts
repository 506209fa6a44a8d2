import type { Logger } from 'pino';
import { originOf, placeIn, type Escape } from './error-origin.ts';
import { thrownText } from './fault.ts';
import type { PluginOrigin } from './running-plugin.ts';

/** What went wrong with a plugin while the server ran. */
export interface FaultsOfPlugin {
  readonly count: number;
  /** The latest; null when there was none. */
  readonly last: { readonly at: number; readonly message: string } | null;
}

interface Tally {
  count: number;
  last: { at: number; message: string };
  /** Counted when a line was last written. */
  told: number;
  toldAt: number;
}

/** Seconds between two lines of the log about one plugin. */
const quietFor = 60;

/**
 * Errors of plugins that nobody caught. They are counted and shown to admins, and the server goes on. Of each plugin a
 * number and the last message are kept, and a line a minute is logged: one may fail a thousand times a second.
 */
export class PluginFaults {
  readonly #log: Pick<Logger, 'error' | 'debug'>;
  readonly #clock: () => number;
  readonly #plugins: PluginOrigin[] = [];
  readonly #tallies = new Map<PluginOrigin, Tally>();
  /** Told of once already: what is thrown at a plugin that did wrong may come back uncaught. */
  readonly #seen = new WeakSet();

  /** @param clock epoch seconds */
  constructor(parts: { log: Pick<Logger, 'error' | 'debug'>; clock: () => number }) {
    this.#log = parts.log;
    this.#clock = parts.clock;
  }

  /** From now on errors may be this plugin's. */
  watch(plugin: PluginOrigin): void {
    this.#plugins.push(plugin);
  }

  /**
   * Takes an error that nobody caught, when it is a plugin's.
   * @returns whether it is
   */
  take(error: unknown, escape: Escape): boolean {
    const plugin = originOf(error, escape, this.#plugins);
    if (!plugin) return false;
    this.record(plugin, error, escape === 'rejection' ? 'a plugin left a rejection to nobody' : 'a plugin threw');
    return true;
  }

  /** @param what happened, for the log */
  record(plugin: PluginOrigin, error: unknown, what: string): void {
    if (typeof error === 'object' && error !== null) {
      if (this.#seen.has(error)) return;
      this.#seen.add(error);
    }
    const now = this.#clock();
    const last = { at: now, message: thrownText(error, plugin.secrets) };
    const tally = this.#tallies.get(plugin) ?? { count: 0, last, told: 0, toldAt: -Infinity };
    this.#tallies.set(plugin, tally);
    tally.count += 1;
    tally.last = last;
    if (now - tally.toldAt < quietFor) return;
    const facts = { plugin: plugin.name, place: placeIn(plugin, error), times: tally.count - tally.told };
    tally.told = tally.count;
    tally.toldAt = now;
    // A stranger's message may name a photo: it is for admins, and not for every log.
    this.#log.error(facts, what);
    this.#log.debug({ plugin: plugin.name, reason: last.message }, what);
  }

  /** What a method of a plugin threw, in one line without the plugin's secrets. */
  textOf(name: string, thrown: unknown): string {
    return thrownText(thrown, this.#plugins.find((one) => one.name === name)?.secrets);
  }

  of(name: string): FaultsOfPlugin {
    const plugin = this.#plugins.find((one) => one.name === name);
    const { count = 0, last = null } = (plugin && this.#tallies.get(plugin)) ?? {};
    return { count, last };
  }
}
