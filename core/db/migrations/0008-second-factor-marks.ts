import type { Migration } from '../migrate.ts';

/**
 * Records which users are enrolled in the second factor of which plugin, so that the server knows it without the plugin.
 * Before, only the shipped plugin stored this, in its own state: its users are copied from there.
 */
export const secondFactorMarks: Migration = {
  id: 8,
  name: '0008-second-factor-marks',
  up: (db) => {
    db.exec(`
      CREATE TABLE second_factor_marks (
        user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        plugin TEXT NOT NULL,
        forget INTEGER NOT NULL DEFAULT 0,   -- switched off while the plugin was not loaded, which still has to forget it
        PRIMARY KEY (user_id, plugin)
      ) STRICT, WITHOUT ROWID;

      INSERT INTO second_factor_marks (user_id, plugin)
      SELECT users.id, plugin_state.plugin
      FROM users JOIN plugin_state ON plugin_state.plugin = 'auth-totp' AND plugin_state.key = 'user ' || users.id
      WHERE json_valid(plugin_state.value) AND json_extract(plugin_state.value, '$.confirmed') = 1;
    `);
  },
};
