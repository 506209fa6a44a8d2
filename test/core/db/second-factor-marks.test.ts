import { join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('an index from before second factors were marked', () => {
  it('gets marks only for users who confirmed an authenticator app', () =>
    withTempFolder((folder) => {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      migrate(
        db,
        migrations.filter(({ id }) => id < 8),
      );
      const user = db.prepare(
        "INSERT INTO users (id, username, display_name, role, password_hash, created_at) VALUES (?, ?, ?, 'read', '!', 0)",
      );
      for (const [at, name] of ['anna', 'berta', 'carla', 'dora'].entries()) user.run(at + 1, name, name);
      const state = db.prepare('INSERT INTO plugin_state (plugin, key, value) VALUES (?, ?, ?)');
      const enrolment = (confirmed: boolean) => JSON.stringify({ sealed: 'x', confirmed, usedStep: 1, recovery: [] });
      state.run('auth-totp', 'user 1', enrolment(true));
      state.run('auth-totp', 'user 2', enrolment(false));
      state.run('auth-totp', 'user 3', 'not JSON');
      state.run('another', 'user 4', enrolment(true));
      state.run('auth-totp', 'user 99', enrolment(true));
      state.run('auth-totp', 'users', '[1,2,99]');

      migrate(db, migrations);
      expect(db.prepare('SELECT user_id, plugin, forget FROM second_factor_marks').all()).to.deep.equal([
        { user_id: 1, plugin: 'auth-totp', forget: 0 },
      ]);
      expect(db.pragma('foreign_key_check')).to.deep.equal([]);
      db.close();
    }));
});
