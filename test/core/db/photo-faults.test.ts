import { join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { photoFaults } from '../../../core/db/migrations/0012-photo-faults.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('an index from before the faults of photos were stored', () => {
  it('lists photos that could not be read, retries them to find their faults, and leaves others unchanged', () =>
    withTempFolder((folder) => {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      try {
        migrate(
          db,
          migrations.filter(({ id }) => id < photoFaults.id),
        );
        const add = db.prepare(`
          INSERT INTO photos (uid, rev, kind, taken_at, taken_at_local, state, added_at, indexed_at, deleted_at, retry_at)
          VALUES (?, 'r', 'image', 0, '', ?, 7, ?, ?, 99)`);
        add.run('failed', 'failed', null, null);
        add.run('failed later', 'failed', 8, null);
        add.run('waits', 'pending', null, null);
        add.run('gone', 'failed', null, 5);
        add.run('well', 'indexed', 8, null);
        migrate(db, migrations);
        const rows = db.prepare('SELECT uid, listed, fault, indexed_at, retry_at FROM photos ORDER BY id').raw().all();
        expect(rows).to.deep.equal([
          ['failed', 1, 'unreadable', 7, 0],
          ['failed later', 1, 'unreadable', 8, 0],
          ['waits', 0, null, null, 99],
          ['gone', 0, null, null, 99],
          ['well', 1, null, 8, 99],
        ]);
      } finally {
        db.close();
      }
    }));
});
