import { isSourceError, type SourceHealth } from 'photofinch/plugin-api';
import { BridgeFailure } from './failure.ts';
import { toSourceHealth } from './store-health.ts';
import type { HealthAnswer } from '../contract.ts';

/** Errors that concern the bridge as a whole. */
const unwell: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'not_logged_in']);

/** The health of the bridge, from its own reports and from the results of calls. */
export class BridgeCondition {
  readonly #ask: (signal: AbortSignal) => Promise<HealthAnswer>;
  readonly #clock: () => number;
  #loggedOut: { readonly at: number; readonly detail: string } | undefined;
  #storeId = '';

  /** @param clock milliseconds of a monotonic clock */
  constructor(ask: (signal: AbortSignal) => Promise<HealthAnswer>, clock: () => number) {
    this.#ask = ask;
    this.#clock = clock;
  }

  /** To be called if the bridge responds on any route that it, or the server, is logged out. */
  loggedOut(detail: string): void {
    this.#loggedOut = { at: this.#clock(), detail };
  }

  /** The bridge's health. For an unreachable bridge, this is a result, too, instead of an error. */
  async health(signal: AbortSignal): Promise<SourceHealth> {
    const askedAt = this.#clock();
    const health = await this.#askNow(signal);
    this.#storeId = health.storeId;
    // A newer error of another route overrides this response.
    const overtaken = this.#loggedOut && this.#loggedOut.at > askedAt ? this.#loggedOut : undefined;
    return health.loggedIn && overtaken ? { ...health, loggedIn: false, detail: overtaken.detail } : health;
  }

  /**
   * Only a healthy bridge can prove that a photo is missing. The health is checked after the response, since a store may
   * become unavailable at any moment.
   * @throws BridgeFailure `unreachable` or `not_logged_in`
   */
  async mustBeWell(signal: AbortSignal): Promise<void> {
    const { reachable, loggedIn, detail } = await this.health(signal);
    if (reachable && loggedIn) return;
    throw new BridgeFailure(reachable ? 'not_logged_in' : 'unreachable', detail ?? 'The bridge is not well.', {
      bridge: 'answered',
    });
  }

  async #askNow(signal: AbortSignal): Promise<SourceHealth> {
    try {
      return toSourceHealth(await this.#ask(signal));
    } catch (error) {
      if (signal.aborted || !isSourceError(error) || !unwell.has(error.code)) throw error;
      const reachable = error.code === 'not_logged_in';
      return { reachable, loggedIn: false, storeId: this.#storeId, detail: error.message };
    }
  }
}
