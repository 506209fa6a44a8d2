import { join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../../../core/db/migrate.ts';
import { migrations } from '../../../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../../../core/db/open.ts';
import { newIndex } from '../../../support/index-file.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';
import { randomNumbers } from '../../../support/random-numbers.ts';

/** The same counts from scratch. */
const recount = `
  SELECT n.id AS person_id, n.name IS NOT NULL AS named,
    (SELECT count(*) FROM seen WHERE person_id = n.id AND hidden = 0) AS faces,
    (SELECT count(DISTINCT photo_id) FROM seen WHERE person_id = n.id AND hidden = 0) AS photos,
    (SELECT count(*) FROM seen WHERE person_id = n.id AND hidden = 1) AS hidden_faces,
    (SELECT count(DISTINCT photo_id) FROM seen WHERE person_id = n.id AND hidden = 1) AS hidden_photos
  FROM people n ORDER BY n.id`;

/** Random numbers below a limit, the same in each run. */
function random(seed: number): (below: number) => number {
  const next = randomNumbers(seed);
  return (below) => Math.floor(next() * below);
}

describe('the counts of people', () => {
  let index: ReturnType<typeof newIndex>;
  let db: Db;

  beforeEach(() => {
    index = newIndex();
    db = index.db;
    db.exec(`CREATE TEMP VIEW seen AS SELECT f.person_id, f.photo_id, coalesce(g.hidden, 0) AS hidden
      FROM faces f JOIN photos p ON p.id = f.photo_id AND p.listed = 1 LEFT JOIN photo_flags g ON g.photo_id = p.id`);
  });
  afterEach(() => {
    index.remove();
  });

  const steps: readonly [name: string, sql: string][] = [
    [
      'a face is found',
      `INSERT INTO faces (photo_id, person_id, x, y, w, h, points, score)
         SELECT id, nullif(:a % 9, 0), 0, 0, 1, 1, '[]', 1 FROM photos ORDER BY id LIMIT 1 OFFSET :b`,
    ],
    ['a face moves', 'UPDATE faces SET person_id = nullif(:a % 9, 0) WHERE id % 12 = :b'],
    ['a face is gone', 'DELETE FROM faces WHERE id % 40 = :b'],
    [
      'a photo is hidden or shown',
      `INSERT INTO photo_flags (photo_id, hidden) SELECT id, :a % 2 FROM photos ORDER BY id LIMIT 1 OFFSET :b % 12
         ON CONFLICT DO UPDATE SET hidden = :a % 2`,
    ],
    ['flags are dropped', 'DELETE FROM photo_flags WHERE photo_id % 7 = :b % 7'],
    ['a photo is deleted', 'UPDATE photos SET deleted_at = 5 WHERE id % 12 = :b % 12'],
    ['photos are restored', 'UPDATE photos SET deleted_at = NULL WHERE :b % 3 = 0'],
    ['a photo is purged', 'DELETE FROM photos WHERE id % 12 = :b AND :a = 3'],
    ['a person is named', "UPDATE people SET name = 'n' || id, name_key = 'n' || id WHERE id = :a"],
    ['a name is removed', 'UPDATE people SET name = NULL, name_key = NULL WHERE id = :a'],
    ['a person is removed', 'DELETE FROM people WHERE id = :a AND :b = 5'],
  ];

  it('stay correct whatever happens to faces, photos and people', () => {
    const rows = new PhotoRows(db);
    const number = random(20);
    for (let i = 0; i < 12; i += 1) rows.add({ uid: `p${i}` });
    const person = db.prepare('INSERT OR IGNORE INTO people (id, created_at) VALUES (?, 0)');
    const actual = db.prepare('SELECT * FROM person_counts ORDER BY person_id');
    const expected = db.prepare(recount);
    let counted = 0;
    // All steps are one transaction: triggers count before it ends.
    db.exec('BEGIN');
    for (let step = 0; step < 3000; step += 1) {
      for (let id = 1; id < 9; id += 1) person.run(id);
      const [name, sql] = steps[number(3) === 0 ? 0 : number(steps.length)]!;
      db.prepare(sql).run({ a: number(12), b: number(12) });
      const found = actual.all() as { faces: number; hidden_faces: number }[];
      expect(found, `after ${name} in step ${step}`).to.deep.equal(expected.all());
      counted += found.reduce((sum, row) => sum + row.faces * row.hidden_faces, 0);
      if (number(40) === 0) rows.add({ uid: `again${step}` });
    }
    db.exec('COMMIT');
    expect(counted).to.be.greaterThan(1000);
  });

  it('are created for people in an older index', () => {
    const old = openDatabase(join(index.folder, 'old.sqlite3'));
    migrate(old, migrations.slice(0, 2));
    const rows = new PhotoRows(old);
    const [shown, hidden] = [rows.add({ uid: 'shown' }), rows.add({ uid: 'hidden' })];
    old.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(hidden);
    old.prepare("INSERT INTO people (id, name, name_key, created_at) VALUES (1, 'Anna', 'anna', 0)").run();
    const face = old.prepare(
      `INSERT INTO faces (photo_id, person_id, x, y, w, h, points, score, model, embedding)
         VALUES (?, 1, 0, 0, 1, 1, '[]', 1, 'm@1', zeroblob(2048))`,
    );
    for (const photo of [shown, shown, hidden]) face.run(photo);
    migrate(old, migrations);
    expect(old.prepare('SELECT * FROM person_counts').all()).to.deep.equal([
      { person_id: 1, named: 1, faces: 2, photos: 1, hidden_faces: 1, hidden_photos: 1 },
    ]);
    old.close();
  });

  it('mark the search texts of photos as stale when names of people in them change', () => {
    const rows = new PhotoRows(db);
    const [a, b, c] = ['a', 'b', 'c'].map((uid) => rows.add({ uid }));
    const anna = rows.person('Anna', [a!, b!]);
    rows.person('Berta', [c!]);
    const stale = (): unknown[] => {
      const found = db.prepare('SELECT photo_id FROM stale_texts ORDER BY photo_id').pluck().all();
      db.exec('DELETE FROM stale_texts');
      return found;
    };
    expect(stale()).to.deep.equal([a, b, c]);
    db.prepare("UPDATE people SET name = 'Anne' WHERE id = ?").run(anna);
    expect(stale()).to.deep.equal([a, b]);
    db.prepare('UPDATE faces SET person_id = NULL WHERE photo_id = ?').run(a);
    expect(stale()).to.deep.equal([a]);
    db.prepare('DELETE FROM people WHERE id = ?').run(anna);
    expect(stale()).to.deep.equal([b]);
  });
});
