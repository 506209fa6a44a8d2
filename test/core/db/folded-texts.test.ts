import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { foldedTexts } from '../../../core/db/migrations/0035-folded-texts.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { NameIndex } from '../../../core/domain/search-names.ts';
import { readSearchQuery } from '../../../core/domain/search-query.ts';
import { IdSet } from '../../../core/plugin-api/toolkit/id-set.ts';
import { PhotoText, StaleTexts } from '../../../core/store/photos/photo-text.ts';
import { TextIndex } from '../../../core/store/photos/text-index.ts';

const noNames = new NameIndex({ people: [], places: [] });
/** More than one batch holds. */
const others = 120;

describe('an index from before texts were folded', () => {
  it('finds plain words at once, and other words after its texts were rebuilt in batches', async () => {
    const db = openDatabase(':memory:');
    try {
      migrate(
        db,
        migrations.filter(({ id }) => id < foldedTexts.id),
      );
      const addPhoto = db.prepare(`
        INSERT INTO photos (id, uid, rev, kind, name, taken_at, taken_at_local, added_at, indexed_at)
        VALUES (?, ?, 'r', 'image', ?, 0, '', 0, 0)`);
      const addText = db.prepare('INSERT INTO photo_text (rowid, name) VALUES (?, ?)');
      const names = [
        ...Array.from({ length: others }, (_, at) => `IMG_${at}.jpg`),
        '京都旅行 summer.jpg',
        'Straße.jpg',
      ];
      for (const [at, name] of names.entries()) {
        addPhoto.run(at + 1, `p${at}`, name);
        addText.run(at + 1, name);
      }
      // A photo that the indexer has not read yet.
      addPhoto.run(1000, 'pending', '旅行.jpg');
      migrate(db, migrations);

      const index = new TextIndex(db);
      const everything = IdSet.of(Array.from({ length: 1001 }, (_, id) => id));
      const found = async (text: string): Promise<number[]> => {
        const { terms } = readSearchQuery(text, { names: noNames }, 20_000);
        return (await index.find(terms, everything, new AbortController().signal)).map(({ id }) => id);
      };
      const [trip, street] = [others + 1, others + 2];
      expect(await found('summer')).to.deep.equal([trip]);
      expect([await found('旅行'), await found('strasse')]).to.deep.equal([[], []]);

      const stale = new StaleTexts({ db, text: new PhotoText(db) });
      let batches = 1;
      while (stale.refreshSome()) batches += 1;
      expect(batches).to.equal(3);
      expect(await found('summer')).to.deep.equal([trip]);
      expect([await found('旅行'), await found('strasse')]).to.deep.equal([[trip], [street]]);
      expect(await found('img')).to.have.length(others);
    } finally {
      db.close();
    }
  });
});
