import { expect } from 'chai';
import { openDatabase, type Db } from '../../../core/db/open.ts';

describe('a statement of the index', () => {
  let db: Db;
  beforeEach(() => {
    db = openDatabase(':memory:');
  });
  afterEach(() => db.close());

  it('may ask a table that is made later, and tells of one that is missing when it is first used', () => {
    const count = db.prepare<[], number>('SELECT count(*) FROM notes').pluck();
    expect(() => count.get()).to.throw('no such table: notes');
    db.exec('CREATE TABLE notes (text)');
    expect(count.get()).to.equal(0);
  });

  it('answers in the form that was chosen before its first use, and in another afterwards', () => {
    const pair = db.prepare<[number]>('SELECT 2 AS two, ? AS given').raw();
    expect(pair.get(1)).to.deep.equal([2, 1]);
    expect(pair.all(3)).to.deep.equal([[2, 3]]);
    expect([...pair.raw(false).iterate(4)]).to.deep.equal([{ two: 2, given: 4 }]);
    expect(pair.safeIntegers().pluck().get(5)).to.equal(2n);
  });

  it('keeps the values that it is bound to, and tells what it is', () => {
    const bound = db.prepare('SELECT ? AS word').bind('kept');
    expect(bound.get()).to.deep.equal({ word: 'kept' });
    expect(bound.expand().get()).to.deep.equal({ $: { word: 'kept' } });
    expect(bound.columns().map(({ name }) => name)).to.deep.equal(['word']);
    expect(bound).to.include({ database: db, source: 'SELECT ? AS word', reader: true, readonly: true, busy: false });
  });

  it('writes, and tells how many rows it changed', () => {
    db.exec('CREATE TABLE notes (text)');
    const write = db.prepare<[string]>('INSERT INTO notes VALUES (?)');
    expect(write.run('a note').changes).to.equal(1);
    expect(write.busy).to.equal(false);
  });
});
