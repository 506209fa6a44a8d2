import { expect } from 'chai';
import { migrate } from '../../../../core/db/migrate.ts';
import { migrations } from '../../../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../../../core/db/open.ts';
import { IdSet } from '../../../../core/plugin-api/toolkit/id-set.ts';
import { NameIndex } from '../../../../core/domain/search-names.ts';
import { readSearchQuery } from '../../../../core/domain/search-query.ts';
import { TextIndex, type TextHit } from '../../../../core/store/photos/text-index.ts';

const noNames = new NameIndex({ people: [], places: [] });
const photos = 30_000;

describe('the search by words', () => {
  let db: Db;
  let search: TextIndex;
  const everything = new IdSet(photos);

  before(() => {
    db = openDatabase(':memory:');
    migrate(db, migrations);
    const put = db.prepare('INSERT INTO photo_text (rowid, name, caption, tags, auto_tags) VALUES (?, ?, ?, ?, ?)');
    db.transaction(() => {
      for (let id = 1; id <= photos; id += 1) {
        everything.add(id);
        const caption = id % 3000 === 0 ? 'an otter' : null;
        put.run(id, `IMG_${id}.jpg`, caption, id === 6001 ? 'otter' : null, id === 29_000 ? 'otter' : null);
      }
    })();
    search = new TextIndex(db);
  });
  after(() => {
    db.close();
  });

  const find = (text: string, allowed = everything): Promise<TextHit[]> => {
    const { terms } = readSearchQuery(text, { names: noNames }, 20_000);
    return search.find(terms, allowed, new AbortController().signal);
  };

  it('ranks by the field of a word: texts of users before tags of a model', async () => {
    const hits = (await find('otter')).sort((a, b) => a.rank - b.rank).map(({ id }) => id);
    expect(hits[0]).to.equal(6001);
    expect(hits.at(-1)).to.equal(29_000);
    expect(hits.length).to.equal(12);
  });

  it('returns the newest of too many hits, unranked', async () => {
    for (const text of ['jpg', 'img', 'im', 'IMG jpg']) {
      const hits = await find(text);
      const expected = text === 'im' ? [] : Array.from({ length: 2000 }, (_, at) => ({ id: photos - at, rank: 0 }));
      expect(hits, text).to.deep.equal(expected);
    }
  });

  it('ranks by rare words alone if others are in very many photos', async () => {
    expect(await find('otter jpg')).to.deep.equal(await find('"otter"'));
    expect(await find('img otter jpg "otter"')).to.deep.equal(await find('"otter"'));
  });

  it('finds the few allowed photos among many', async () => {
    const allowed = IdSet.of([5, 17_000]);
    expect((await find('jpg', allowed)).map(({ id }) => id)).to.deep.equal([17_000, 5]);
    expect((await find('jpg otter', allowed)).length).to.equal(0);
  });

  it('stops when the request is aborted', async () => {
    const { terms } = readSearchQuery('jpg', { names: noNames }, 20_000);
    const gone = AbortSignal.abort(new Error('gone'));
    const failure = await search.find(terms, IdSet.of([1]), gone).catch((error: unknown) => error);
    expect(failure).to.have.property('message', 'gone');
  });
});
