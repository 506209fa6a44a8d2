import { join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { examinedLevels } from '../../../core/db/migrations/0014-levels.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { LevelCounts } from '../../../core/store/photos/level-counts.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('an index from before photos had levels', () => {
  it('gets the level that was read of each photo, and queues no photo for a higher one', () =>
    withTempFolder((folder) => {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      try {
        migrate(
          db,
          migrations.filter(({ id }) => id < examinedLevels.id),
        );
        const add = db.prepare(`
          INSERT INTO photos (uid, rev, indexed_rev, kind, size, taken_at, taken_at_local, state, added_at, deleted_at)
          VALUES (?, 'r', ?, ?, ?, 0, '', 'indexed', 7, ?)`);
        add.run('picture', 'r', 'image', 100, null);
        add.run('live', 'r', 'live', 20, null);
        add.run('video', 'r', 'video', 3, null);
        add.run('raw', 'r', 'raw', 4, null);
        add.run('new', null, 'image', 0, null);
        add.run('gone', 'r', 'image', 5, 9);
        db.exec(
          `INSERT INTO analyses (photo_id, state) SELECT id, 'done' FROM photos WHERE uid IN ('picture', 'video')`,
        );
        migrate(db, migrations);
        const rows = db.prepare('SELECT uid, examined, awaits FROM photos ORDER BY id').raw().all();
        expect(rows).to.deep.equal([
          ['picture', 'original', null],
          ['live', 'original', null],
          ['video', 'thumbnail', null],
          ['raw', 'head', null],
          ['new', null, null],
          ['gone', 'original', null],
        ]);
        expect(db.prepare('SELECT seen FROM analyses ORDER BY photo_id').pluck().all()).to.deep.equal([
          'original',
          'thumbnail',
        ]);
        const counted = new LevelCounts(db).read().filter(({ photos }) => photos > 0);
        expect(counted).to.have.deep.members([
          { level: 'original', decoded: 1, photos: 2, bytes: 120 },
          { level: 'thumbnail', decoded: 0, photos: 1, bytes: 3 },
          { level: 'head', decoded: 0, photos: 1, bytes: 4 },
          { level: 'none', decoded: 1, photos: 1, bytes: 0 },
        ]);
      } finally {
        db.close();
      }
    }));
});
