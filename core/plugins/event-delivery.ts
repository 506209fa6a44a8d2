import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { eventKinds } from '../plugin-api/index.ts';
import { withinTime } from '../plugin-api/toolkit/index.ts';
import type { EventListeners } from '../store/events/event-listeners.ts';
import type { EventPage, LibraryEvents } from '../store/events/library-events.ts';
import { thrownText } from './fault.ts';
import type { ProvidedSink } from './registry.ts';
import { toldEvent } from './told-event.ts';

interface Dependencies {
  readonly events: LibraryEvents;
  readonly listeners: EventListeners;
  readonly log: Pick<Logger, 'warn' | 'debug'>;
  /** Resolves after so many seconds, or when the signal is aborted. */
  readonly pause: (seconds: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds that one call may take; default a minute. */
  readonly patience?: number;
}

/** Events of one call. */
const mostAtOnce = 100;
/**
 * Milliseconds between two calls, so that a sink whose events make events does not keep the server busy: what happens
 * meanwhile is handed over together. A backlog goes faster.
 */
const rest = { usual: 50, behind: 5 };
/** Events that a listener may pass over before it is written down that it did: they are not for it. */
const passedUnwritten = 1000;
/** Seconds between looks at what other processes have written: a command of the command line wakes nobody here. */
const lookEvery = 30;
/** Seconds: the longest pause after failures. */
const longestPause = 600;

/**
 * Hands events to the sinks of plugins, each in its own time: one that is slow, or fails, or hangs holds up no other, and
 * nothing that writes events waits for any of them.
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

  /** Resolves once nothing more is handed over, or shortly after a sink that does not end. */
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
    let written = listeners.cursorOf(plugin) ?? events.head();
    let at = written;
    let failures = 0;
    while (!isOver()) {
      try {
        const page = events.since(at, { kinds, limit: mostAtOnce });
        const isQuiet = page.events.length === 0 && !page.gap;
        if (!isQuiet) await hand(page);
        at = page.next;
        if (!isQuiet || at - written >= passedUnwritten) listeners.move(plugin, (written = at));
        failures = 0;
        if (isQuiet) await this.#woken();
        else await sleep(page.more ? rest.behind : rest.usual, undefined, { signal });
      } catch (error) {
        if (isOver()) return;
        failures += 1;
        const seconds = Math.min(2 ** (failures - 1), longestPause);
        log.warn({ plugin, failures, seconds }, 'a plugin did not take events: they are offered again after a pause');
        // A stranger's message may name a photo.
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

  /** Once what is being written is committed: transactions hold on to no turn of the event loop but one. */
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
 * Hands events to a sink, and waits for it no longer than is said. A call that has not ended by then keeps the next one away:
 * the sink would have the same events in two calls at once.
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
        await sink.take(events.map(toldEvent), { gap, signal: stop });
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
