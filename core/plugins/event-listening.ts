import { setImmediate } from 'node:timers/promises';
import { eventKinds, type EventKind, type PluginEvents } from '../plugin-api/index.ts';
import type { EventListeners } from '../store/events/event-listeners.ts';
import type { LibraryEvents } from '../store/events/library-events.ts';
import { checkKinds } from '../plugin-api/shapes/event-sink.ts';
import type { ProvidedSink } from './registry.ts';
import { cursorOf, readCursor, pluginEvent } from './plugin-event.ts';

interface Dependencies {
  readonly events: LibraryEvents;
  readonly listeners: EventListeners;
}

/** The loaded plugins. */
export interface Audience {
  /** The names of all loaded plugins. */
  readonly plugins: readonly { readonly name: string }[];
  readonly eventSinks: readonly ProvidedSink[];
}

/** The most events in one response. */
const largestPage = 1000;

/**
 * Tracks which plugins listen, and records the kinds of events that they want. Without listeners, no events are recorded.
 */
export class EventListening {
  readonly #with: Dependencies;
  /** Undefined in commands, which do not change what is recorded. */
  #audience: Audience | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Records the events that the loaded plugins want from now on, and no others. A new listener starts here. */
  begin(audience: Audience): void {
    this.#audience = audience;
    this.#record();
    const { events, listeners } = this.#with;
    for (const { plugin } of audience.eventSinks) listeners.addSink(plugin, events.head());
  }

  /**
   * The `events` of a plugin's host. Each response waits for the next turn of the event loop, so that a plugin that polls
   * without pauses does not block other work.
   */
  of(plugin: string): PluginEvents {
    return {
      head: (options) => setImmediate().then(() => this.#head(plugin, options)),
      since: (cursor, options) => setImmediate().then(() => this.#since(plugin, cursor, options)),
    };
  }

  #head(plugin: string, { kinds = eventKinds }: { kinds?: readonly EventKind[] } = {}): string {
    checkKinds(kinds);
    this.#pull(plugin, kinds);
    return cursorOf(this.#with.events.head());
  }

  #since(
    plugin: string,
    cursor: string,
    { limit = 100, kinds = eventKinds }: { limit?: number; kinds?: readonly EventKind[] } = {},
  ): Awaited<ReturnType<PluginEvents['since']>> {
    const after = readCursor(cursor);
    if (!Number.isInteger(limit) || limit < 1 || limit > largestPage) {
      throw new Error(`limit must be a whole number from 1 to ${largestPage}.`);
    }
    checkKinds(kinds);
    this.#pull(plugin, kinds);
    const { events, next, more: hasMore, gap } = this.#with.events.since(after, { limit, kinds });
    return { events: events.map(pluginEvent), next: cursorOf(next), more: hasMore, gap };
  }

  /** Records these kinds for the plugin from now on, since it will poll for them again. */
  #pull(plugin: string, kinds: readonly EventKind[]): void {
    if (this.#with.listeners.pull(plugin, kinds)) this.#record();
  }

  #record(): void {
    if (!this.#audience) return;
    const { plugins, eventSinks } = this.#audience;
    const { events, listeners } = this.#with;
    const loaded = new Set(plugins.map(({ name }) => name));
    const recordedKinds = new Set([
      ...eventSinks.flatMap(({ sink }) => sink.kinds ?? eventKinds),
      ...listeners.pullers().flatMap(({ plugin, kinds }) => (loaded.has(plugin) ? kinds : [])),
    ]);
    events.record(eventKinds.filter((kind) => recordedKinds.has(kind)));
  }
}
