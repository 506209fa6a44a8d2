import type { Db, Statement } from '../../db/open.ts';
import { eventKinds, type EventKind } from '../../domain/event-kind.ts';

/** A plugin that polls for events. */
interface Puller {
  readonly plugin: string;
  /** All kinds that it has requested. */
  readonly kinds: readonly EventKind[];
}

/**
 * The plugins that listen to events of the library: those that receive events, with the last one that each has processed,
 * and those that poll. Plugins that are not loaded are kept, since they may be loaded again.
 */
export class EventListeners {
  readonly #cursor: Statement<[string], number>;
  readonly #pullers: Statement<[], { plugin: string; kinds: string | null }>;
  readonly #addSink: Statement<[string, number]>;
  readonly #setKinds: Statement<[string, string]>;
  readonly #move: Statement<[number, string]>;

  constructor(db: Db) {
    this.#cursor = db
      .prepare<[string], number>(`SELECT cursor FROM event_listeners WHERE plugin = ? AND way = 'sink'`)
      .pluck();
    this.#pullers = db.prepare(`SELECT plugin, kinds FROM event_listeners WHERE way = 'pull'`);
    this.#addSink = db.prepare(
      `INSERT INTO event_listeners (plugin, way, cursor) VALUES (?, 'sink', ?) ON CONFLICT DO NOTHING`,
    );
    this.#setKinds = db.prepare(
      `INSERT INTO event_listeners (plugin, way, kinds) VALUES (?, 'pull', ?)
       ON CONFLICT DO UPDATE SET kinds = excluded.kinds`,
    );
    this.#move = db.prepare(`UPDATE event_listeners SET cursor = ? WHERE plugin = ? AND way = 'sink'`);
  }

  /** The last event that the plugin has processed; undefined if it has never listened. */
  cursorOf(plugin: string): number | undefined {
    return this.#cursor.get(plugin);
  }

  /** The plugins that poll for events. */
  pullers(): Puller[] {
    return this.#pullers.all().map(({ plugin, kinds }) => ({ plugin, kinds: kindsIn(kinds) }));
  }

  /** Registers a plugin to receive the events after a cursor. A plugin that is already registered keeps its cursor. */
  addSink(plugin: string, cursor: number): void {
    this.#addSink.run(plugin, cursor);
  }

  /**
   * Registers a plugin that polls for events of these kinds, in addition to those that it has requested before.
   * @returns whether one of them is new
   */
  pull(plugin: string, kinds: readonly EventKind[]): boolean {
    const before = this.pullers().find((puller) => puller.plugin === plugin)?.kinds;
    if (before && kinds.every((kind) => before.includes(kind))) return false;
    const all = eventKinds.filter((kind) => kinds.includes(kind) || before?.includes(kind));
    this.#setKinds.run(plugin, JSON.stringify(all));
    return true;
  }

  /** Records that the plugin has processed all events up to this one. */
  move(plugin: string, cursor: number): void {
    this.#move.run(cursor, plugin);
  }
}

/** @param json null for all kinds; a list may contain kinds of another version */
function kindsIn(json: string | null): readonly EventKind[] {
  if (json === null) return eventKinds;
  const kinds = JSON.parse(json) as readonly string[];
  return eventKinds.filter((kind) => kinds.includes(kind));
}
