import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { motions } from '../../../core/db/migrations/0026-motions.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';

describe('an index from before motion parts were kept', () => {
  it('reads the list of photos again, and queues those whose files may contain a video', () => {
    const db = openDatabase(':memory:');
    try {
      migrate(
        db,
        migrations.filter(({ id }) => id < motions.id),
      );
      const tags = [
        { xmp: { MotionPhoto: '1' } },
        { xmp: { MicroVideoOffset: '77' } },
        { ifd0: { Make: 'SAMSUNG', Model: 'SM-G1' } },
        { ifd0: { Make: 'Canon', Model: 'Samsung' }, xmp: { Label: 'Motion' } },
        {},
      ];
      for (const [index, exif] of tags.entries()) {
        const id = index + 1;
        db.exec(`INSERT INTO photos (id, uid, rev, kind, taken_at, taken_at_local, added_at, indexed_at)
          VALUES (${id}, 'p${id}', 'r', 'image', 0, '', 0, 0)`);
        db.prepare('INSERT INTO photo_exif (photo_id, exif) VALUES (?, ?)').run(id, JSON.stringify(exif));
      }
      db.exec(`INSERT INTO sync_state VALUES ('changes_cursor', '"9"'), ('store_id', '"s"')`);
      migrate(db, migrations);
      const column = (sql: string): unknown[] => db.prepare(sql).pluck().all();
      expect(column('SELECT photo_id FROM motions_due')).to.deep.equal([1, 2, 3]);
      expect(column('SELECT key FROM sync_state')).to.deep.equal(['store_id']);
    } finally {
      db.close();
    }
  });
});
