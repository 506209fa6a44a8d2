import { expect } from 'chai';
import { openDatabase, type Db } from '../../../core/db/open.ts';

describe('a prepared statement', () => {
  let db: Db;
  beforeEach(() => {
    db = openDatabase(':memory:');
  });
  afterEach(() => db.close());

  it('may read a table that is created later, and reports a missing table when it is first used', () => {
    const count = db.prepare<[], number>('SELECT count(*) FROM notes').pluck();
    expect(() => count.get()).to.throw('no such table: notes');
    db.exec('CREATE TABLE notes (text)');
    expect(count.get()).to.equal(0);
  });

  it('returns rows in the form chosen before its first use, which can be changed afterwards', () => {
    const pair = db.prepare<[number]>('SELECT 2 AS two, ? AS given').raw();
    expect(pair.get(1)).to.deep.equal([2, 1]);
    expect(pair.all(3)).to.deep.equal([[2, 3]]);
    expect([...pair.raw(false).iterate(4)]).to.deep.equal([{ two: 2, given: 4 }]);
    expect(pair.safeIntegers().pluck().get(5)).to.equal(2n);
  });

  it('keeps its bound values, and returns its columns and properties', () => {
    const bound = db.prepare('SELECT ? AS word').bind('kept');
    expect(bound.get()).to.deep.equal({ word: 'kept' });
    expect(bound.expand().get()).to.deep.equal({ $: { word: 'kept' } });
    expect(bound.columns().map(({ name }) => name)).to.deep.equal(['word']);
    expect(bound).to.include({ database: db, source: 'SELECT ? AS word', reader: true, readonly: true, busy: false });
  });

  it('writes, and returns the number of changed rows', () => {
    db.exec('CREATE TABLE notes (text)');
    const write = db.prepare<[string]>('INSERT INTO notes VALUES (?)');
    expect(write.run('a note').changes).to.equal(1);
    expect(write.busy).to.equal(false);
  });
});
