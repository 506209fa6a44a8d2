import { linkedSignal } from 'photofinch/plugin-api/toolkit';
import type { ScanLog } from '../../scan/scanner.ts';
import { UpstreamFailure } from '../wire/failure.ts';
import type { Upstream } from '../wire/upstream.ts';
import type { UpstreamCondition } from './upstream-condition.ts';

interface Dependencies {
  readonly upstream: Upstream;
  readonly condition: UpstreamCondition;
  /** Sends a test request to Proton, and records the result in the condition. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  /** Called when the library is available again. */
  readonly onReturn: () => void;
  readonly log: ScanLog;
}

/**
 * Checks the upstream's health regularly, so that an outage and its end are noticed within seconds, even if the upstream
 * hangs.
 */
export class Heartbeat {
  readonly #deps: Dependencies;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;
  #doubting: Promise<void> | undefined;
  #doubtAskedAt = -Infinity;
  #isCalm = false;
  /** Whether the library was available at the last check; undefined before the first one. */
  #wasThere: boolean | undefined;
  #lastReason: string | undefined = '';

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Checks the health now. Resolves when the result is known. */
  beat(): Promise<void> {
    clearTimeout(this.#timer);
    this.#beating ??= this.#ask().finally(() => {
      this.#beating = undefined;
      if (this.#stopping.signal.aborted) return;
      const { calm, anxious } = this.#deps.upstream.limits;
      this.#timer = setTimeout(() => void this.beat(), this.#isCalm ? calm : anxious);
      this.#timer.unref();
    });
    return this.#beating;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await Promise.all([this.#beating, this.#doubting]);
  }

  async #ask(): Promise<void> {
    const { condition, log } = this.#deps;
    const { signal } = this.#stopping;
    try {
      condition.heard(await this.#firstAnswer(signal));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof UpstreamFailure) condition.heard(error);
      else log.error({ err: error }, 'The health check of the other bridge failed');
    }
    this.#settle();
    // Proton may take minutes to respond: health checks continue in the meantime.
    if (condition.isAnswering) this.#askProton(signal);
  }

  /**
   * The health. Unless the upstream was healthy before, the request is repeated at intervals until one of them is answered
   * or fails: requests sent during an outage may never be answered, and its end should be noticed at once.
   */
  #firstAnswer(signal: AbortSignal): Promise<{ loggedIn: boolean }> {
    const { upstream } = this.#deps;
    if (this.#isCalm) return upstream.health(signal);
    return new Promise((resolve, reject) => {
      const settled = new AbortController();
      const linked = linkedSignal(signal, settled.signal);
      const ask = (): void => {
        upstream
          .health(linked.signal)
          .then(resolve, reject)
          .finally(() => {
            clearInterval(timer);
            settled.abort();
            linked.release();
          });
      };
      const timer = setInterval(ask, upstream.limits.anxious);
      ask();
    });
  }

  /** Publishes the new condition. */
  #settle(): void {
    const { condition, log } = this.#deps;
    const { reason, detail } = condition.current;
    if (reason !== this.#lastReason) {
      this.#lastReason = reason;
      if (reason === undefined) log.info({}, 'Library available');
      else log.warn({ reason }, detail ?? 'Library unavailable');
    }
    const isThere = condition.isAnswering && !condition.isDoubted;
    const isBack = isThere && this.#wasThere === false;
    this.#wasThere = isThere;
    this.#isCalm = isThere;
    if (isBack) this.#deps.onReturn();
  }

  #askProton(signal: AbortSignal): void {
    const { upstream, condition, probe, log } = this.#deps;
    if (!condition.isDoubted && !condition.isSuspected) return;
    if (this.#doubting || performance.now() - this.#doubtAskedAt < upstream.limits.doubtful) return;
    this.#doubtAskedAt = performance.now();
    this.#doubting = probe(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'The question to Proton failed');
      })
      .then(() => {
        this.#doubting = undefined;
        if (!signal.aborted) this.#settle();
      });
  }
}
