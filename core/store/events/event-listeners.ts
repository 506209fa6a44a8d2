import type { Db, Statement } from '../../db/open.ts';

/** A plugin that is handed events, and the last one that it took; or one that asks for them. */
export interface EventListener {
  readonly plugin: string;
  readonly way: 'sink' | 'pull';
  /** Null for one that asks. */
  readonly cursor: number | null;
}

/** Who listens to what happens in the library. Those that are not loaded are kept: they may come back. */
export class EventListeners {
  readonly #cursor: Statement<[string], number>;
  readonly #pullers: Statement<[], string>;
  readonly #add: Statement<[EventListener]>;
  readonly #move: Statement<[number, string]>;

  constructor(db: Db) {
    this.#cursor = db
      .prepare<[string], number>(`SELECT cursor FROM event_listeners WHERE plugin = ? AND way = 'sink'`)
      .pluck();
    this.#pullers = db.prepare<[], string>(`SELECT plugin FROM event_listeners WHERE way = 'pull'`).pluck();
    this.#add = db.prepare(
      'INSERT INTO event_listeners (plugin, way, cursor) VALUES (:plugin, :way, :cursor) ON CONFLICT DO NOTHING',
    );
    this.#move = db.prepare(`UPDATE event_listeners SET cursor = ? WHERE plugin = ? AND way = 'sink'`);
  }

  /** The last event that the plugin took; undefined for one that has never listened. */
  cursorOf(plugin: string): number | undefined {
    return this.#cursor.get(plugin);
  }

  /** The plugins that ask for events. */
  pullers(): string[] {
    return this.#pullers.all();
  }

  /** One that is there already stays as it is. */
  add(listener: EventListener): void {
    this.#add.run(listener);
  }

  /** The plugin has taken all events up to this one. */
  move(plugin: string, cursor: number): void {
    this.#move.run(cursor, plugin);
  }
}
