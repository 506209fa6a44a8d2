import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { photoEdits } from '../../../core/db/migrations/0017-photo-edits.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { EditedFacts } from '../../../core/store/photos/edited-facts.ts';

describe('an index from before photos were edited', () => {
  it('has photos that count as their files say, and that can be edited', () => {
    const db = openDatabase(':memory:');
    try {
      migrate(
        db,
        migrations.filter(({ id }) => id < photoEdits.id),
      );
      db.exec(`
        INSERT INTO photos (id, uid, rev, kind, taken_at, taken_at_local, caption, added_at, indexed_at, thumb_revision, thumbs_made)
          VALUES (1, 'a', 'r', 'image', 100, '1970-01-01T00:01:40', 'Old', 0, 0, 3, 5);`);
      migrate(db, migrations);
      const edited = new EditedFacts(db);
      expect(edited.of(1)).to.deep.include({ editedAt: null });
      edited.decide(1, { caption: 'New', rotation: 90 }, 200);
      const row = db.prepare('SELECT caption, turned, thumb_revision, thumbs_made FROM photos').get();
      expect(row).to.deep.equal({ caption: 'New', turned: 90, thumb_revision: 6, thumbs_made: 6 });
      expect(edited.of(1)?.file.caption).to.equal('Old');
      expect(() => db.exec('UPDATE photo_edits SET lat = 1')).to.throw(/CHECK/);
      expect(() => db.exec('UPDATE photo_edits SET rotation = 45')).to.throw(/CHECK/);
    } finally {
      db.close();
    }
  });
});
