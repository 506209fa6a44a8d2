import type { EventKind, PluginEvents, PluginLog, PluginState } from 'photofinch/plugin-api';
import type { Message, MessageWriter } from './message.ts';

interface Dependencies {
  /** The name of the target in logs and checks. It does not include the path, which may contain a token. */
  readonly label: string;
  /** The key of the target's cursor in the plugin's state. */
  readonly key: string;
  readonly events: PluginEvents;
  readonly kinds: readonly EventKind[] | undefined;
  readonly state: PluginState;
  readonly writer: MessageWriter;
  /** @throws Error when the message did not arrive */
  readonly send: (message: Message, signal: AbortSignal) => Promise<void>;
  readonly log: PluginLog;
  /** Epoch seconds. */
  readonly clock: () => number;
  /** Resolves after this many seconds, or when the signal is aborted. */
  readonly pause: (seconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Events per read. Only these are in memory. */
const page = 50;
/** Seconds: the first pause after a failure, and the longest. */
const firstPause = 5;
const longestPause = 3600;
/** Seconds for which an undelivered message is retried. */
const triedFor = 86_400;

/** Sends the messages to one address in order, one at a time. After a restart, it continues where it stopped. */
export class TargetQueue {
  readonly #with: Dependencies;
  #resume: (() => void) | undefined;
  #failures = 0;
  #failing: { readonly since: number; reason: string } | null = null;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    dependencies.signal.addEventListener('abort', () => {
      this.wake();
    });
  }

  /** When deliveries started to fail, in epoch seconds, and why; null while they succeed. */
  get failing(): { readonly since: number; readonly reason: string } | null {
    return this.#failing;
  }

  get label(): string {
    return this.#with.label;
  }

  /** Called when there may be new events. */
  wake(): void {
    this.#resume?.();
  }

  /** Resolves when the signal is aborted. */
  async run(): Promise<void> {
    const { events, state, key, kinds, writer, clock, signal } = this.#with;
    const isOver = (): boolean => signal.aborted;
    const cursorKey = `cursor ${key}`;
    let cursor = state.get(cursorKey);
    const keep = (next: string): void => {
      if (next !== cursor) state.set(cursorKey, next);
      cursor = next;
    };
    const filter = kinds ? { kinds } : {};
    if (cursor === undefined) keep(await events.head(filter));
    while (!isOver()) {
      // Before reading the events, so that none that is added in between is missed.
      const woken = this.#woken();
      const result = await events.since(cursor ?? '', { limit: page, ...filter });
      if (result.gap) await this.#deliver(writer.gap(result.next, clock()), clock());
      for (const event of result.events) {
        if (isOver()) return;
        await this.#deliver(await writer.of(event), event.at);
        if (!isOver()) keep(event.cursor);
      }
      if (isOver()) return;
      keep(result.next);
      if (!result.more) await woken;
    }
  }

  /**
   * Resolves when the message was delivered or given up, or the signal is aborted.
   * @param at when the event happened, epoch seconds
   */
  async #deliver(message: Message, at: number): Promise<void> {
    const { send, clock, pause, log, label, signal } = this.#with;
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      try {
        if (!this.#failing || clock() - at < triedFor) await send(message, signal);
        else log.debug('a message was given up after a day', { to: label });
        if (this.#failing && clock() - at < triedFor) {
          log.info('messages arrive again', { to: label, failures: this.#failures });
          this.#failing = null;
          this.#failures = 0;
        }
        return;
      } catch (error) {
        if (isOver()) return;
        const reason = error instanceof Error ? error.message : String(error);
        this.#failing = { since: this.#failing?.since ?? clock(), reason };
        this.#failures += 1;
        const seconds = Math.min(firstPause * 2 ** (this.#failures - 1), longestPause);
        log.warn('a message did not arrive, and is sent again after a pause', { to: label, reason, seconds });
        await pause(seconds, signal);
      }
    }
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#resume = resolve;
      if (this.#with.signal.aborted) resolve();
    });
  }
}
