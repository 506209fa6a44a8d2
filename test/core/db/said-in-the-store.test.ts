import { expect } from 'chai';
import { everything } from '../../../core/domain/viewer-scope.ts';
import { migrate } from '../../../core/db/migrate.ts';
import { saidInTheStore } from '../../../core/db/migrations/0015-said-in-the-store.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { PhotoText } from '../../../core/store/photos/photo-text.ts';
import { Photos } from '../../../core/store/photos/photos.ts';
import { Tags } from '../../../core/store/photos/tags.ts';

describe('an index from before the tags of photo stores were recorded', () => {
  it("keeps its tags as the users' own, which no photo store removes", () => {
    const db = openDatabase(':memory:');
    try {
      migrate(
        db,
        migrations.filter(({ id }) => id < saidInTheStore.id),
      );
      db.exec(`
        INSERT INTO photos (id, uid, rev, kind, taken_at, taken_at_local, added_at, indexed_at)
          VALUES (1, 'a', 'r', 'image', 0, '', 0, 0);
        INSERT INTO tags (id, name, key) VALUES (1, 'Beach', 'beach');
        INSERT INTO photo_tags VALUES (1, 1, 0);`);
      migrate(db, migrations);
      const tags = new Tags({ db, text: new PhotoText(db) });
      tags.takeIn(1, ['Beach', 'Sea']);
      tags.takeIn(1, []);
      expect(new Photos(db).detail('a', { userId: 1, seesHidden: true, audience: everything })).to.deep.include({
        tags: ['Beach'],
        sourceTags: [],
        sourcePeople: [],
      });
    } finally {
      db.close();
    }
  });
});
