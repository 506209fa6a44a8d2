import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { photoEdits } from '../../../core/db/migrations/0017-photo-edits.ts';
import { noPlace } from '../../../core/db/migrations/0024-no-place.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { EditRecords } from '../../../core/store/photos/edit-records.ts';
import { EditedFacts } from '../../../core/store/photos/edited-facts.ts';

describe('an index from before photos could be edited', () => {
  it('has photos with the values of their files, which can be edited', () => {
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

describe('an index from before the place of a photo could be removed', () => {
  it('keeps its edits, and completes the places in recorded changes', () => {
    const db = openDatabase(':memory:');
    try {
      migrate(
        db,
        migrations.filter(({ id }) => id < noPlace.id),
      );
      db.exec(`
        INSERT INTO photos (id, uid, rev, kind, taken_at, taken_at_local, added_at)
          VALUES (1, 'a', 'r', 'image', 100, '1970-01-01T00:01:40', 0);
        INSERT INTO photo_edits (photo_id, lat, lng, edited_at, file_taken_at, file_taken_at_local)
          VALUES (1, 38, -9, 5, 100, '1970-01-01T00:01:40');
        INSERT INTO photo_edit_changes (change, photo_id, before, after, changed_at) VALUES
          ('moved', 1, '{"lat":null,"lng":null}', '{"lat":38,"lng":-9}', 5),
          ('named', 1, '{"caption":null}', '{"caption":"New"}', 5);`);
      migrate(db, migrations);
      expect(new EditedFacts(db).of(1)?.decision).to.deep.include({ lat: 38, lng: -9, noPlace: false });
      const recorded = (change: string) => new EditRecords(db).some(change, 0, 1)[0];
      expect(recorded('moved')).to.deep.equal({
        photo: 1,
        before: { lat: null, lng: null, noPlace: false },
        after: { lat: 38, lng: -9, noPlace: false },
      });
      expect(recorded('named')).to.deep.equal({ photo: 1, before: { caption: null }, after: { caption: 'New' } });
      expect(() => db.exec('UPDATE photo_edits SET no_place = 1')).to.throw(/CHECK/);
    } finally {
      db.close();
    }
  });
});
