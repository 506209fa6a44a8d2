import { expect } from 'chai';
import type { Db } from '../../../../core/db/open.ts';
import { eventKinds, type EventKind } from '../../../../core/domain/event-kind.ts';
import { AuditEntries } from '../../../../core/store/accounts/audit-entries.ts';
import { maxAge, LibraryEvents, maxStored } from '../../../../core/store/events/library-events.ts';
import { People } from '../../../../core/store/people/people.ts';
import { newIndex } from '../../../support/index-file.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

describe('events of the library', () => {
  let index: ReturnType<typeof newIndex>;
  let events: LibraryEvents;
  let rows: PhotoRows;
  let now: number;

  beforeEach(() => {
    index = newIndex();
    now = 1_700_000_000;
    events = new LibraryEvents({ db: index.db, clock: () => now });
    rows = new PhotoRows(index.db);
  });
  afterEach(() => {
    index.remove();
  });

  const run = (sql: string): void => void index.db.prepare(sql).run();
  const triggers = (): unknown[] => index.db.prepare('SELECT name FROM temp.sqlite_schema').all();
  const told = (after = 0, kinds: readonly EventKind[] = eventKinds): string[] =>
    events.since(after, { kinds, limit: 1000 }).events.map(({ kind, facts }) => `${kind} ${facts}`);

  it('are not recorded while nobody listens, and no triggers exist then', () => {
    rows.add({ uid: 'a' });
    expect(triggers()).to.deep.equal([]);
    events.record(eventKinds);
    expect(triggers()).not.to.be.empty;
    events.record([]);
    expect(triggers()).to.deep.equal([]);
    expect(told()).to.deep.equal([]);
  });

  it('do not change the programs of write statements until somebody listens', () => {
    const bare = newIndex();
    // A virtual table appears with its address in memory.
    const text = (program: unknown[]): string => JSON.stringify(program).replace(/vtab:[0-9A-Fx]+/gi, 'vtab');
    const programs = ({ db }: { db: Db }): string[] =>
      [
        `INSERT INTO photos (uid, rev, kind, name, state, added_at) VALUES ('a', '1', 'image', 'a.jpg', 'pending', 0)`,
        'UPDATE photos SET indexed_at = 1, indexed_rev = rev, width = 4, thumb_revision = 2 WHERE id = 1',
        'DELETE FROM photos WHERE id = 1',
        `INSERT INTO photo_flags (photo_id, archived) VALUES (1, 1)`,
        `UPDATE people SET name = 'Ann' WHERE id = 1`,
      ].map((sql) => text(db.prepare(`EXPLAIN ${sql}`).raw().all()));
    try {
      const without = programs(bare);
      expect(programs(index)).to.deep.equal(without);
      events.record(eventKinds);
      for (const [number, program] of programs(index).entries()) expect(program).not.to.equal(without[number]);
      events.record([]);
      expect(programs(index)).to.deep.equal(without);
    } finally {
      bare.remove();
    }
  });

  it('report photos that are added, changed and removed, in that order', () => {
    events.record(eventKinds);
    rows.add({ uid: 'a' });
    rows.add({ uid: 'waits', indexed: false });
    run(`UPDATE photos SET indexed_at = 1 WHERE uid = 'waits'`);
    run(`UPDATE photos SET caption = 'sea' WHERE uid = 'a'`);
    run(`UPDATE photos SET caption = 'sea', attempts = 2 WHERE uid = 'a'`);
    run(`INSERT INTO photo_flags (photo_id, hidden) SELECT id, 1 FROM photos WHERE uid = 'a'`);
    run(`UPDATE photos SET deleted_at = 5 WHERE uid = 'a'`);
    run(`DELETE FROM photos`);
    expect(told()).to.deep.equal([
      'photo.indexed {"photo":"a"}',
      'photo.indexed {"photo":"waits"}',
      'photo.changed {"photo":"a"}',
      'photo.changed {"photo":"a"}',
      'photo.gone {"photo":"a"}',
      'photo.gone {"photo":"waits"}',
    ]);
  });

  it('report a photo that moved in the store under both of its uids', () => {
    rows.add({ uid: 'before' });
    events.record(eventKinds);
    run(`UPDATE photos SET uid = 'after'`);
    expect(told().sort()).to.deep.equal(['photo.gone {"photo":"before"}', 'photo.indexed {"photo":"after"}']);
  });

  it('report new names of people, but not their removal', () => {
    events.record(eventKinds);
    const people = new People(index.db);
    const id = people.add(null, null, 1);
    people.rename(id, 'Ann', 'ann');
    people.rename(id, 'Ann', 'ann');
    people.rename(id, null, null);
    expect(told()).to.deep.equal([`person.named {"person":${id},"name":"Ann"}`]);
  });

  it('report sign-ins and backups of the audit trail, even if an entry there is only counted up', () => {
    events.record(eventKinds);
    const entries = new AuditEntries(index.db);
    const entry = { at: 1, actorId: 3, actor: 'ann', subject: null, detail: null, address: '192.0.2.1' };
    for (let times = 0; times < 2; times++) entries.add({ ...entry, action: 'login.succeeded' });
    entries.add({ ...entry, action: 'login.failed' });
    entries.add({ ...entry, action: 'backup.taken', subject: 'index-1.sqlite3' });
    const signIn = 'sign-in {"userId":3,"username":"ann","address":"192.0.2.1"}';
    expect(told()).to.deep.equal([signIn, signIn, 'backup.taken {"snapshot":"index-1.sqlite3"}']);
  });

  it('are limited to the requested kinds', () => {
    events.record(['photo.gone']);
    rows.add({ uid: 'a' });
    run('DELETE FROM photos');
    expect(told()).to.deep.equal(['photo.gone {"photo":"a"}']);
    expect(told(0, ['photo.indexed'])).to.deep.equal([]);
  });

  it('are part of the transaction that they report', () => {
    events.record(eventKinds);
    const failing = index.db.transaction(() => {
      rows.add({ uid: 'a' });
      throw new Error('no room');
    });
    expect(failing).to.throw('no room');
    expect(told()).to.deep.equal([]);
  });

  it('are read page by page, and each page says whether there are more', () => {
    events.record(eventKinds);
    const head = events.head();
    for (const uid of ['a', 'b', 'c']) rows.add({ uid });
    const first = events.since(head, { kinds: eventKinds, limit: 2 });
    expect([first.events.length, first.more, first.gap]).to.deep.equal([2, true, false]);
    const second = events.since(first.next, { kinds: eventKinds, limit: 2 });
    expect([second.events.length, second.more, second.next]).to.deep.equal([1, false, events.head()]);
  });

  it('continue without a gap when the server restarts with the same listeners', () => {
    events.record(['photo.indexed']);
    const head = events.head();
    const again = new LibraryEvents({ db: index.db, clock: () => now });
    again.resume();
    again.record(['photo.indexed']);
    rows.add({ uid: 'a' });
    const { gap, events: found } = again.since(head, { kinds: ['photo.indexed'], limit: 10 });
    expect([gap, found.length]).to.deep.equal([false, 1]);
  });

  it('have a gap for a listener whose cursor is from before a time when nobody listened', () => {
    events.record(['photo.indexed']);
    const left = events.head();
    events.record([]);
    rows.add({ uid: 'unheard' });
    events.record(['photo.indexed']);
    expect(events.since(left, { kinds: ['photo.indexed'], limit: 10 })).to.include({ gap: true });
    expect(events.since(events.head(), { kinds: ['photo.indexed'], limit: 10 })).to.include({ gap: false });
  });

  it('have no gap for a listener when another one starts', () => {
    events.record(['photo.indexed']);
    const left = events.head();
    events.record(eventKinds);
    expect(events.since(left, { kinds: ['photo.indexed'], limit: 10 }).gap).to.equal(false);
    expect(events.since(left, { kinds: ['sign-in'], limit: 10 }).gap).to.equal(true);
  });

  it('have a gap for a cursor ahead of them, which an older backup has undone', () => {
    events.record(eventKinds);
    expect(events.since(events.head() + 5, { kinds: eventKinds, limit: 10 }).gap).to.equal(true);
  });

  it('are limited in age and number, and have a gap for a listener further behind', () => {
    events.record(eventKinds);
    const left = events.head();
    rows.add({ uid: 'old' });
    now += maxAge + 1;
    rows.add({ uid: 'new' });
    expect(events.trim()).to.equal(false);
    expect(told()).to.deep.equal(['photo.indexed {"photo":"new"}']);
    expect(events.since(left, { kinds: eventKinds, limit: 10 }).gap).to.equal(true);
    index.db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO library_events (at, kind, facts) SELECT ?, 'photo.changed', '{"photo":"new"}' FROM n`,
      )
      .run(maxStored + 2500, now);
    expect(events.trim()).to.equal(true);
    while (events.trim());
    expect(index.db.prepare('SELECT count(*) FROM library_events').pluck().get()).to.equal(maxStored);
  });
});
