import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase, type Db } from '../../../core/db/open.ts';
import { cachedUntilWrite, writeStampOf } from '../../../core/db/write-stamp.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

/** An index with two tables and two connections, as a server and a command have. */
async function withTwoConnections(use: (ours: Db, theirs: Db) => void | Promise<void>): Promise<void> {
  await withTempFolder(async (folder) => {
    const [ours, theirs] = [openDatabase(join(folder, 'a.sqlite3')), openDatabase(join(folder, 'a.sqlite3'))];
    try {
      ours.exec(`
        CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE faces (id INTEGER PRIMARY KEY, person INTEGER REFERENCES people ON DELETE CASCADE);
        INSERT INTO people VALUES (1, 'Ada'), (2, 'Grace');
        INSERT INTO faces VALUES (1, 1), (2, 2);`);
      await use(ours, theirs);
    } finally {
      theirs.close();
      ours.close();
    }
  });
}

describe('a cache that lasts until the next write', () => {
  const faces = (db: Db) => cachedUntilWrite(db, () => db.prepare('SELECT id FROM faces').pluck().all());
  const writes: Readonly<Record<string, string>> = {
    'an insert': 'INSERT INTO faces VALUES (3, 1)',
    'a deleted row': 'DELETE FROM faces WHERE id = 1',
    'a deletion of all rows': 'DELETE FROM faces',
    'a cascading deletion': 'DELETE FROM people WHERE id = 2',
  };

  it('is kept while nothing is written', async () => {
    await withTwoConnections(async (ours) => {
      const read = faces(ours);
      const first = read();
      await Promise.resolve();
      expect(read()).to.equal(first);
    });
  });

  for (const [what, sql] of Object.entries(writes)) {
    it(`is refreshed at once after ${what} in the same connection`, () =>
      withTwoConnections((ours) => {
        const read = faces(ours);
        const before = read();
        ours.exec(sql);
        expect(read()).to.deep.equal(ours.prepare('SELECT id FROM faces').pluck().all()).and.not.deep.equal(before);
      }));

    it(`is refreshed after ${what} in another connection`, () =>
      withTwoConnections(async (ours, theirs) => {
        const read = faces(ours);
        const before = read();
        await Promise.resolve();
        theirs.exec(sql);
        expect(read()).to.deep.equal(theirs.prepare('SELECT id FROM faces').pluck().all()).and.not.deep.equal(before);
      }));
  }

  it('does not keep what a rolled-back transaction wrote', () =>
    withTwoConnections((ours) => {
      const read = faces(ours);
      const before = read();
      const rolledBack = ours.transaction(() => {
        ours.exec('DELETE FROM faces');
        expect(read()).to.deep.equal([]);
        throw new Error('rolled back');
      });
      expect(rolledBack).to.throw('rolled back');
      expect(read()).to.deep.equal(before);
    }));

  it('shares one write stamp per connection', () =>
    withTwoConnections((ours, theirs) => {
      expect(writeStampOf(ours)).to.equal(writeStampOf(ours)).and.not.equal(writeStampOf(theirs));
    }));
});
