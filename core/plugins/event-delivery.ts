import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { eventKinds } from '../plugin-api/index.ts';
import { withinTime } from '../plugin-api/toolkit/index.ts';
import type { EventListeners } from '../store/events/event-listeners.ts';
import type { EventPage, LibraryEvents } from '../store/events/library-events.ts';
import { thrownText } from './fault.ts';
import type { ProvidedSink } from './registry.ts';
import { pluginEvent } from './plugin-event.ts';

interface Dependencies {
  readonly events: LibraryEvents;
  readonly listeners: EventListeners;
  readonly log: Pick<Logger, 'warn' | 'debug'>;
  /** Resolves after this many seconds, or when the signal is aborted. */
  readonly pause: (seconds: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds that one call may take; default a minute. */
  readonly patience?: number;
}

/** Most events of one call. */
const maxAtOnce = 100;
/**
 * Milliseconds between two calls. The pause prevents a sink that causes new events from keeping the server busy: events
 * that arrive in the meantime are delivered together. With a backlog, the pause is shorter.
 */
const rest = { usual: 50, behind: 5 };
/** The cursor of a listener is also stored after this many events of other kinds. */
const passedUnwritten = 1000;
/** Seconds between checks for events of other processes: a command of the command line cannot wake the sinks here. */
const lookEvery = 30;
/** Seconds: the longest pause after failures. */
const longestPause = 600;

/**
 * Delivers events to the sinks of plugins. Each sink has its own pace: a sink that is slow, fails or hangs does not delay
 * the others, and code that writes events does not wait for sinks.
 */
export class EventDelivery {
  readonly #with: Dependencies;
  readonly #stopping = new AbortController();
  readonly #waiting = new Set<() => void>();
  #awake = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  start(sinks: readonly ProvidedSink[]): void {
    const { events } = this.#with;
    events.onWritten(() => {
      this.#wakeSoon();
    });
    this.#running = Promise.all([...sinks.map((sink) => this.#serve(sink)), this.#lookNowAndThen()]);
  }

  /** Resolves when deliveries have ended. It does not wait for a sink that hangs. */
  async stop(): Promise<void> {
    this.#with.events.onWritten(() => undefined);
    this.#stopping.abort();
    this.#wake();
    await this.#running;
  }

  async #serve({ plugin, sink }: ProvidedSink): Promise<void> {
    const { signal } = this.#stopping;
    const { events, listeners, log, pause, patience = 60_000 } = this.#with;
    const hand = oneAtATime(sink, { patience, signal });
    const kinds = sink.kinds ?? eventKinds;
    const isOver = (): boolean => signal.aborted;
    let storedCursor = listeners.cursorOf(plugin) ?? events.head();
    let at = storedCursor;
    let failures = 0;
    while (!isOver()) {
      try {
        const page = events.since(at, { kinds, limit: maxAtOnce });
        const isQuiet = page.events.length === 0 && !page.gap;
        if (!isQuiet) await hand(page);
        at = page.next;
        if (!isQuiet || at - storedCursor >= passedUnwritten) listeners.move(plugin, (storedCursor = at));
        failures = 0;
        if (isQuiet) await this.#woken();
        else await sleep(page.more ? rest.behind : rest.usual, undefined, { signal });
      } catch (error) {
        if (isOver()) return;
        failures += 1;
        const seconds = Math.min(2 ** (failures - 1), longestPause);
        log.warn({ plugin, failures, seconds }, 'a plugin did not take events: they are offered again after a pause');
        // The message of a plugin may name a photo.
        log.debug({ plugin, reason: thrownText(error) }, 'a plugin did not take events');
        await pause(seconds, signal);
      }
    }
  }

  async #lookNowAndThen(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#with.pause(lookEvery, signal);
      this.#wakeSoon();
    }
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopping.signal.aborted) resolve();
      else this.#waiting.add(resolve);
    });
  }

  /** Wakes the sinks after the current transaction is committed: a transaction ends within one turn of the event loop. */
  #wakeSoon(): void {
    if (this.#awake) return;
    this.#awake = true;
    void setImmediate().then(() => {
      this.#awake = false;
      if (this.#stopping.signal.aborted) return;
      this.#trim();
      this.#wake();
    });
  }

  #wake(): void {
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }

  #trim(): void {
    try {
      if (this.#with.events.trim()) this.#wakeSoon();
    } catch (error) {
      this.#with.log.warn({ reason: thrownText(error) }, 'old events could not be removed');
    }
  }
}

/**
 * Delivers events to a sink, with a time limit. While a call that exceeded the limit is still running, there is no further
 * call: the sink would process the same events in two calls at once.
 * @param limits.patience milliseconds
 */
function oneAtATime(
  sink: ProvidedSink['sink'],
  { patience, signal }: { patience: number; signal: AbortSignal },
): (page: EventPage) => Promise<void> {
  let isBusy = false;
  return async ({ events, gap }) => {
    if (isBusy) throw new Error('has not ended the call before');
    const take = async (stop: AbortSignal): Promise<void> => {
      isBusy = true;
      try {
        await sink.take(events.map(pluginEvent), { gap, signal: stop });
      } finally {
        isBusy = false;
      }
    };
    await withinTime(take, {
      ms: patience,
      signals: [signal],
      tooLate: () => new Error(`took longer than ${patience / 1000} s`),
    });
  };
}
