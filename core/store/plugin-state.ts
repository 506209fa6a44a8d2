import type { Db, Statement } from '../db/open.ts';

/** The stored values of one plugin, not visible to other plugins. */
export interface PluginFacts {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  delete(key: string): void;
}

/** Values that plugins store across restarts. */
export class PluginState {
  readonly #get: Statement<[string, string], string>;
  readonly #set: Statement<[string, string, string]>;
  readonly #delete: Statement<[string, string]>;

  constructor(db: Db) {
    this.#get = db
      .prepare<[string, string], string>('SELECT value FROM plugin_state WHERE plugin = ? AND key = ?')
      .pluck();
    this.#set = db.prepare(
      'INSERT INTO plugin_state (plugin, key, value) VALUES (?, ?, ?) ON CONFLICT (plugin, key) DO UPDATE SET value = excluded.value',
    );
    this.#delete = db.prepare('DELETE FROM plugin_state WHERE plugin = ? AND key = ?');
  }

  of(plugin: string): PluginFacts {
    return {
      get: (key) => this.#get.get(plugin, key),
      set: (key, value) => {
        this.#set.run(plugin, key, value);
      },
      delete: (key) => {
        this.#delete.run(plugin, key);
      },
    };
  }
}
