import {
  eventKinds,
  type EventKind,
  type EventSink,
  type EventsSince,
  type LibraryEvent,
  type PluginEvents,
} from '../events.ts';
import { checkKinds } from '../shapes/event-sink.ts';

/** An event that a test causes; `at` is now by default. */
export type FakeEvent<K extends EventKind = EventKind> = {
  [Of in K]: Omit<LibraryEvent<Of>, 'cursor' | 'at'> & { readonly at?: number };
}[K];

/** The events of a fake library, all of which are kept. */
export class FakeEvents implements PluginEvents {
  static readonly #ofState = new WeakMap<object, FakeEvents>();

  /** The same instance for hosts with the same state, as after a restart of the server. */
  static of(state: object): FakeEvents {
    const events = FakeEvents.#ofState.get(state) ?? new FakeEvents();
    FakeEvents.#ofState.set(state, events);
    return events;
  }

  readonly #kept: LibraryEvent[] = [];
  #taken = 0;

  happen(event: FakeEvent): LibraryEvent {
    const at = event.at ?? Math.floor(Date.now() / 1000);
    const stored = { ...event, at, cursor: `e${this.#kept.length + 1}` } as LibraryEvent;
    this.#kept.push(stored);
    return stored;
  }

  /**
   * Delivers the events that the sink has not taken yet, at most 100 at a time. @throws the sink's error; the events are
   * delivered again then
   */
  async deliver(sink: EventSink, { gap, signal }: { gap: boolean; signal: AbortSignal }): Promise<void> {
    let isFirst = gap;
    const kinds = sink.kinds ?? eventKinds;
    while (isFirst || this.#taken < this.#kept.length) {
      const matching = this.#kept.map((event, at) => ({ event, at })).filter(({ event }) => kinds.includes(event.kind));
      const batch = matching.filter(({ at }) => at >= this.#taken).slice(0, 100);
      if (isFirst || batch.length > 0)
        await sink.take(structuredClone(batch.map(({ event }) => event)), { gap: isFirst, signal });
      this.#taken = batch.length === 100 ? (batch.at(-1)?.at ?? 0) + 1 : this.#kept.length;
      isFirst = false;
    }
  }

  async head({ kinds = eventKinds }: { kinds?: readonly EventKind[] } = {}): Promise<string> {
    await Promise.resolve();
    checkKinds(kinds);
    return `e${this.#kept.length}`;
  }

  async since(
    cursor: string,
    { limit = 100, kinds = eventKinds }: { limit?: number; kinds?: readonly EventKind[] } = {},
  ): Promise<EventsSince> {
    await Promise.resolve();
    const [, after] = /^e(\d{1,15})$/.exec(cursor) ?? [];
    if (after === undefined) throw new Error('The cursor is none of this server: begin with events.head().');
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
      throw new Error('limit must be a whole number from 1 to 1000.');
    }
    checkKinds(kinds);
    const events = this.#kept
      .slice(Number(after))
      .filter(({ kind }) => kinds.includes(kind))
      .slice(0, limit);
    const hasMore = events.length === limit;
    const next = (hasMore ? events.at(-1)?.cursor : undefined) ?? (await this.head());
    return { events: structuredClone(events), next, more: hasMore, gap: Number(after) > this.#kept.length };
  }
}
