import { join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { photoItems } from '../../../core/db/migrations/0009-photo-items.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { LibraryCounts } from '../../../core/store/photos/library-counts.ts';
import { PhotoFlags } from '../../../core/store/photos/photo-flags.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('the length of videos', () => {
  it('is read again for videos that were indexed before it was stored, and for nothing else', () =>
    withTempFolder((folder) => {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      try {
        migrate(
          db,
          migrations.filter(({ id }) => id < photoItems.id),
        );
        const add = db.prepare(`
          INSERT INTO photos (uid, rev, indexed_rev, kind, taken_at, taken_at_local, state, added_at, indexed_at, deleted_at)
          VALUES (?, 'r', 'r', ?, 0, '', ?, 0, 1, ?)`);
        add.run('video', 'video', 'indexed', null);
        add.run('failed', 'video', 'failed', null);
        add.run('gone', 'video', 'indexed', 5);
        add.run('photo', 'image', 'indexed', null);
        migrate(db, migrations);
        const states = db.prepare('SELECT uid, state, listed, duration FROM photos ORDER BY id').all();
        expect(states).to.deep.equal([
          { uid: 'video', state: 'pending', listed: 1, duration: null },
          { uid: 'failed', state: 'failed', listed: 1, duration: null },
          { uid: 'gone', state: 'indexed', listed: 0, duration: null },
          { uid: 'photo', state: 'indexed', listed: 1, duration: null },
        ]);
        const counts = new LibraryCounts(db);
        expect(counts.readAgain()).to.equal(2);
        new PhotoFlags(db).change(1, 1, { hidden: true });
        expect(counts.readAgain(), 'hidden ones are in no count').to.equal(1);
      } finally {
        db.close();
      }
    }));
});
