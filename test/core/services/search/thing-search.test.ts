import { expect } from 'chai';
import { migrate } from '../../../../core/db/migrate.ts';
import { migrations } from '../../../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../../../core/db/open.ts';
import { NameIndex } from '../../../../core/domain/search-names.ts';
import { readSearchQuery } from '../../../../core/domain/search-query.ts';
import { IdSet } from '../../../../core/plugin-api/toolkit/id-set.ts';
import { ThingSearch, type ThingHit } from '../../../../core/services/search/thing-search.ts';
import { PhotoLabels } from '../../../../core/store/photos/photo-labels.ts';
import { TextIndex } from '../../../../core/store/photos/text-index.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

const noNames = new NameIndex({ people: [], places: [] });
const photos = 9000;
/** The maximum number of results. */
const most = 2000;

describe('search for things that thousands of photos show', () => {
  let db: Db;
  let search: ThingSearch;
  const everything = new IdSet(photos);

  before(() => {
    db = openDatabase(':memory:');
    migrate(db, migrations);
    const rows = new PhotoRows(db);
    const name = db.prepare('INSERT INTO labels (id, name) VALUES (?, ?)');
    const label = db.prepare('INSERT INTO photo_labels (photo_id, label_id, score, shown) VALUES (?, ?, ?, 1)');
    const text = db.prepare('INSERT INTO photo_text (rowid, caption) VALUES (?, ?)');
    db.transaction(() => {
      name.run(1, 'dog');
      name.run(2, 'boat');
      name.run(3, 'Glasses');
      name.run(4, 'glass');
      name.run(5, 'Chien-loup');
      for (let id = 1; id <= photos; id += 1) {
        rows.add({ uid: `photo-${id}` });
        everything.add(id);
        // The surest dogs are the first photos, the surest boats the last ones: the two sets do not overlap.
        if (id <= 6000) label.run(id, 1, 1 - id / 10_000);
        if (id > 3000) label.run(id, 2, id / 10_000);
        if (id <= 5000) text.run(id, 'in the garden');
      }
      label.run(7, 3, 0.9);
      label.run(8, 4, 0.8);
      label.run(9, 5, 0.7);
    })();
    search = new ThingSearch({ ml: () => undefined, labels: new PhotoLabels(db), words: new TextIndex(db) });
  });
  after(() => {
    db.close();
  });

  const find = (text: string, allowed = everything): Promise<ThingHit[]> => {
    const { terms } = readSearchQuery(text, { names: noNames }, 20_000);
    return search.find(terms, allowed, new AbortController().signal);
  };
  const idsOf = (hits: readonly ThingHit[]): number[] => hits.map(({ id }) => id);
  const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at);

  it('returns the most certain photos of one thing', async () => {
    const hits = await find('dog');
    expect(idsOf(hits)).to.deep.equal(from(1, most));
    expect(hits[0]).to.deep.equal({ id: 1, score: 0.9999, things: ['dog'] });
  });

  it('finds photos of two things, even if none is among the most certain ones of either', async () => {
    const hits = await find('dog boat');
    expect(hits).to.have.length(most);
    expect(hits.every(({ id }) => id > 3000 && id <= 6000)).to.equal(true);
    // The lower of the two scores is highest in the middle.
    expect(hits[0]).to.deep.equal({ id: 5000, score: 0.5, things: ['dog', 'boat'] });
    expect(hits.at(-1)!.score).to.be.closeTo(0.4, 0.0002);
    const scores = (found: readonly ThingHit[]): number[] => found.map(({ score }) => score);
    expect(scores(await find('boat dog'))).to.deep.equal(scores(hits));
  });

  it('combines a thing with a common word, even if newer photos have that word too', async () => {
    const few = IdSet.of([...from(1, 300), ...from(6500, 2500)]);
    expect(idsOf(await find('dog garden'))).to.have.length(most);
    expect(idsOf(await find('dog garden', few))).to.deep.equal(from(1, 300));
    expect(await find('boat garden dog', IdSet.of(from(4900, 200)))).to.have.length(101);
  });

  it('searches only the allowed photos', async () => {
    expect(idsOf(await find('dog', IdSet.of([5999, 6000, 6001])))).to.deep.equal([5999, 6000]);
    expect(await find('dog boat', IdSet.of(from(1, 3000)))).to.deep.equal([]);
  });

  it('matches labels by their own names without a model, in any case and number', async () => {
    expect(idsOf(await find('DOGS'))).to.deep.equal(from(1, most));
    expect(idsOf(await find('glasses'))).to.deep.equal([7]);
    expect(idsOf(await find('glass')), 'a name in the plural is one of it, too').to.deep.equal([7, 8]);
    expect(idsOf(await find('chien loup'))).to.deep.equal([9]);
    expect(await find('cat')).to.deep.equal([]);
  });

  it('finds a label that was added after the last search', async () => {
    expect(await find('otter')).to.deep.equal([]);
    new PhotoLabels(db).keep(8999, { labels: [{ label: 'otter', score: 0.7, box: null }], people: 0, show: 0.6 });
    expect(idsOf(await find('otters'))).to.deep.equal([8999]);
  });
});
