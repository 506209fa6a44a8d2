import type { Logger } from 'pino';
import { isOfServer, originOf, placeIn, type Escape } from './error-origin.ts';
import { thrownText } from './fault.ts';
import type { PluginOrigin } from './running-plugin.ts';

/** The unhandled errors of one plugin since the server started. */
export interface FaultsOfPlugin {
  readonly count: number;
  /** The latest; null if there was none. */
  readonly last: { readonly at: number; readonly message: string } | null;
}

interface Tally {
  count: number;
  last: { at: number; message: string };
  /** The value of `count` when the last line was logged. */
  told: number;
  toldAt: number;
}

/** Seconds between two log lines about one plugin. */
const quietFor = 60;

/**
 * Unhandled errors of plugins. They are counted and shown to admins, and the server continues. Only a count and the last
 * message of each plugin are kept, and at most one line a minute is logged, because a plugin may fail a thousand times a
 * second.
 */
export class PluginFaults {
  readonly #log: Pick<Logger, 'error' | 'debug'>;
  readonly #clock: () => number;
  readonly #plugins: PluginOrigin[] = [];
  readonly #tallies = new Map<PluginOrigin, Tally>();
  /** Errors that were already counted: an error that the host throws may come back from the plugin as an unhandled one. */
  readonly #seen = new WeakSet();

  /** @param clock epoch seconds */
  constructor(parts: { log: Pick<Logger, 'error' | 'debug'>; clock: () => number }) {
    this.#log = parts.log;
    this.#clock = parts.clock;
  }

  /** Errors may be attributed to this plugin from now on. */
  watch(plugin: PluginOrigin): void {
    this.#plugins.push(plugin);
  }

  /**
   * Counts an unhandled error if a plugin caused it.
   * @returns whether a plugin caused it
   */
  take(error: unknown, escape: Escape): boolean {
    const plugin = originOf(error, escape, this.#plugins);
    if (!plugin) return false;
    this.record(plugin, error, escape === 'rejection' ? 'a plugin left a rejection to nobody' : 'a plugin threw');
    return true;
  }

  /** @param message what happened, for the log */
  record(plugin: PluginOrigin, error: unknown, message: string): void {
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
    // The message of a plugin may name a photo, so it is shown to admins and logged only at `debug`.
    this.#log.error(facts, message);
    this.#log.debug({ plugin: plugin.name, reason: last.message }, message);
  }

  /**
   * Counts an error of a call of the plugin with this name. An error of the server's own in that call is only logged.
   * @param message what happened, for the log
   */
  recordOf(name: string, error: unknown, message: string): void {
    const plugin = this.#plugins.find((candidate) => candidate.name === name);
    if (!plugin) return;
    if (isOfServer(error, this.#plugins)) {
      this.#log.error({ plugin: name, err: error }, `the server failed a plugin, which is not to blame: ${message}`);
    } else {
      this.record(plugin, error, message);
    }
  }

  /** An error of a plugin's method, as one line without the plugin's secrets. */
  textOf(name: string, thrown: unknown): string {
    return thrownText(thrown, this.#plugins.find((candidate) => candidate.name === name)?.secrets);
  }

  of(name: string): FaultsOfPlugin {
    const plugin = this.#plugins.find((candidate) => candidate.name === name);
    const { count = 0, last = null } = (plugin && this.#tallies.get(plugin)) ?? {};
    return { count, last };
  }
}
