import type { Db, Statement } from '../db/open.ts';

/** A stored setting: JSON, or the encrypted bytes of a secret. */
export interface PluginSettingRow {
  readonly key: string;
  readonly value: string | null;
  readonly sealed: Buffer | null;
}

/** Settings of plugins that admins have changed. */
export class PluginSettingRows {
  readonly #of: Statement<[string], PluginSettingRow>;
  readonly #put: Statement<[string, string, string | null, Buffer | null]>;
  readonly #remove: Statement<[string, string]>;
  readonly #all: (work: () => void) => void;

  constructor(db: Db) {
    this.#of = db.prepare('SELECT key, value, sealed FROM plugin_settings WHERE plugin = ?');
    this.#put = db.prepare(
      `INSERT INTO plugin_settings (plugin, key, value, sealed) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value, sealed = excluded.sealed`,
    );
    this.#remove = db.prepare('DELETE FROM plugin_settings WHERE plugin = ? AND key = ?');
    this.#all = db.transaction((work: () => void) => {
      work();
    });
  }

  of(plugin: string): PluginSettingRow[] {
    return this.#of.all(plugin);
  }

  /** Writes all settings in one transaction; those without a value are deleted. */
  put(plugin: string, rows: readonly PluginSettingRow[]): void {
    this.#all(() => {
      for (const { key, value, sealed } of rows) {
        if (value === null && sealed === null) this.#remove.run(plugin, key);
        else this.#put.run(plugin, key, value, sealed);
      }
    });
  }
}
