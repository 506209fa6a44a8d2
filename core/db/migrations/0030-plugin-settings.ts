import type { Migration } from '../migrate.ts';

/** The settings of plugins, as set by admins. */
export const pluginSettings: Migration = {
  id: 30,
  name: '0030-plugin-settings',
  up: (db) => {
    db.exec(`
      CREATE TABLE plugin_settings (
        plugin TEXT NOT NULL,
        key TEXT NOT NULL,
        value TEXT,                        -- JSON; null: a secret
        sealed BLOB,                       -- a secret, encrypted with a key of the server's secret
        PRIMARY KEY (plugin, key),
        CHECK ((value IS NULL) <> (sealed IS NULL))
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
