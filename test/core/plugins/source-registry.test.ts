import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../../core/db/open.ts';
import { SourceRegistry } from '../../../core/plugins/source-registry.ts';
import { Sources } from '../../../core/store/sources.ts';
import { SyncState } from '../../../core/store/sync-state.ts';
import { transactOn } from '../../../core/store/transact.ts';
import { MemorySource } from '../../support/memory-source.ts';

describe('the registry of photo sources', () => {
  let db: Db;

  beforeEach(() => {
    db = openDatabase(':memory:');
    migrate(db, migrations);
  });

  afterEach(() => {
    db.close();
  });

  const stateOf = (id: number): SyncState => new SyncState(db, id);
  /** The registry after a start with these plugins. */
  const registry = (...plugins: string[]): SourceRegistry =>
    new SourceRegistry({
      provided: () => plugins.map((plugin) => ({ plugin, source: new MemorySource() })),
      sources: new Sources(db),
      storeOf: (id) => stateOf(id).get('store_id'),
      transact: transactOn(db),
      clock: () => 0,
    });
  /** Enrols a plugin, and records the store that it reads. */
  const enrol = (on: SourceRegistry, plugin: string, storeId: string): number => {
    const { id } = on.enrol(plugin, storeId);
    stateOf(id).set('store_id', storeId);
    return id;
  };

  it('gives the first source no prefix, and each further source a permanent one', () => {
    const first = registry('home', 'phone');
    enrol(first, 'home', 'h');
    enrol(first, 'phone', 'p');
    const prefixes = first.known.map(({ prefix }) => prefix);
    expect(prefixes[0]).to.equal('');
    expect(prefixes[1]).to.match(/^[2-9a-z]{6}~$/);
    const later = registry('phone', 'home', 'camera');
    expect([enrol(later, 'phone', 'p'), enrol(later, 'home', 'h'), enrol(later, 'camera', 'c')]).to.deep.equal([
      1, 0, 2,
    ]);
    expect(later.known.slice(0, 2).map(({ prefix }) => prefix)).to.deep.equal(prefixes);
  });

  it('assigns ids in the order of loading, whichever source responds first', () => {
    const both = registry('home', 'phone');
    expect([enrol(both, 'phone', 'p'), enrol(both, 'home', 'h')]).to.deep.equal([1, 0]);
  });

  it('finds the source of an index without plugin names by its store, whichever is loaded first', () => {
    stateOf(0).set('store_id', 'h');
    const later = registry('phone', 'home');
    expect(enrol(later, 'phone', 'p')).to.equal(1);
    expect(enrol(later, 'home', 'h')).to.equal(0);
  });

  it('lets another plugin for the same store replace one that is gone', () => {
    const first = registry('home', 'phone');
    enrol(first, 'home', 'h');
    enrol(first, 'phone', 'p');
    expect(enrol(registry('home', 'better-phone'), 'better-phone', 'p')).to.equal(1);
  });

  it('does not assign the only source to a plugin with another store', () => {
    enrol(registry('home'), 'home', 'h');
    registry('phone').enrol('phone', 'p');
    const both = registry('home', 'phone');
    expect(enrol(both, 'home', 'h')).to.equal(0);
    expect(enrol(both, 'phone', 'p')).to.equal(1);
  });

  it('names the missing plugin of a photo', () => {
    const first = registry('home', 'phone');
    enrol(first, 'home', 'h');
    enrol(first, 'phone', 'p');
    const uid = `${first.known[1]!.prefix}a`;
    expect(first.readingOf(uid).uid).to.equal('a');
    expect(() => registry('home').readingOf(uid)).to.throw(/from the plugin phone, which is not loaded/);
    expect(registry('home').readingOf('a').uid).to.equal('a');
  });
});
