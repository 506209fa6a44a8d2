import { expect } from 'chai';
import { migrate } from '../../../../core/db/migrate.ts';
import { migrations } from '../../../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../../../core/db/open.ts';
import {
  AuditEntries,
  maxAge,
  maxPerAction,
  sameWithin,
  type NewAuditEntry,
} from '../../../../core/store/accounts/audit-entries.ts';

const now = 1_700_000_000;

const entry: NewAuditEntry = {
  at: now,
  action: 'user.added',
  actorId: 1,
  actor: 'anna',
  subject: 'ben',
  detail: 'role read',
  address: '192.0.2.1',
};

describe('the entries of the audit trail', () => {
  let db: Db;
  let entries: AuditEntries;

  beforeEach(() => {
    db = openDatabase(':memory:');
    migrate(db, migrations);
    entries = new AuditEntries(db);
  });
  afterEach(() => db.close());

  const subjects = (page: Parameters<AuditEntries['page']>[0]) => entries.page(page).map(({ subject }) => subject);
  const countOf = (action: string): number =>
    db.prepare<[string], number>('SELECT count(*) FROM audit_entries WHERE action = ?').pluck().get(action) ?? -1;

  it('are read newest first, page by page', () => {
    for (let n = 1; n <= 5; n += 1) entries.add({ ...entry, at: now + n, subject: `user ${n}` });
    const [first, second] = entries.page({ limit: 2 });
    expect([first?.subject, second?.subject]).to.deep.equal(['user 5', 'user 4']);
    expect(subjects({ limit: 2, before: second?.id })).to.deep.equal(['user 3', 'user 2']);
    expect(first).to.deep.include({ ...entry, at: now + 5, subject: 'user 5', times: 1, lastAt: now + 5 });
  });

  it('can be filtered by action', () => {
    entries.add(entry);
    entries.add({ ...entry, action: 'user.deleted' });
    expect(entries.page({ limit: 9, action: 'user.deleted' }).map(({ action }) => action)).to.deep.equal([
      'user.deleted',
    ]);
    expect(entries.page({ limit: 9, action: 'logout' })).to.deep.equal([]);
  });

  it('are combined when the same happens again within a while, with the number of times', () => {
    entries.add(entry);
    entries.add({ ...entry, at: now + 60 });
    entries.add({ ...entry, at: now + sameWithin });
    entries.add({ ...entry, at: now + sameWithin + 1 });
    expect(entries.page({ limit: 9 }).map(({ at, times, lastAt }) => [at - now, times, lastAt - now])).to.deep.equal([
      [sameWithin + 1, 1, sameWithin + 1],
      [0, 3, sameWithin],
    ]);
  });

  it('are combined only if all fields are equal, including absent ones', () => {
    entries.add(entry);
    const others: Partial<NewAuditEntry>[] = [
      { actorId: 2 },
      { actorId: null, actor: null },
      { subject: 'cleo' },
      { subject: null },
      { detail: null },
      { address: '192.0.2.2' },
      { address: null },
      { action: 'user.changed' },
    ];
    for (const other of [...others, ...others]) entries.add({ ...entry, ...other });
    expect(entries.page({ limit: 99 }).map(({ times }) => times)).to.deep.equal([...others.map(() => 2), 1]);
  });

  it('can leave repetitions uncounted', () => {
    entries.addOnce(entry);
    const before = db.prepare<[], number>('SELECT total_changes()').pluck().get();
    entries.addOnce({ ...entry, at: now + 1 });
    expect(db.prepare<[], number>('SELECT total_changes()').pluck().get()).to.equal(before);
    expect(entries.page({ limit: 9 }).map(({ times }) => times)).to.deep.equal([1]);
  });

  it('are limited in number per action, so that a flood of one displaces no other', () => {
    entries.add({ ...entry, action: 'index.restored', subject: null });
    for (let n = 0; n < maxPerAction + 50; n += 1) {
      entries.add({ ...entry, action: 'login.failed', subject: null, address: `192.0.2.${n}` });
    }
    expect(countOf('login.failed')).to.equal(maxPerAction);
    expect(entries.page({ limit: 1 })[0]?.address).to.equal(`192.0.2.${maxPerAction + 49}`);
    expect(countOf('index.restored')).to.equal(1);
  });

  it('are deleted after their maximum age, a limited number with each write', () => {
    for (let n = 0; n < 300; n += 1) entries.add({ ...entry, subject: `old ${n}` });
    entries.add({ ...entry, at: now + maxAge + 1, subject: 'new 1' });
    expect(countOf('user.added')).to.be.within(2, 300);
    entries.add({ ...entry, at: now + maxAge + 1, subject: 'new 2' });
    expect(subjects({ limit: 9 })).to.deep.equal(['new 2', 'new 1']);
  });

  it('never reuse the id of a deleted entry', () => {
    entries.add(entry);
    const id = entries.page({ limit: 1 })[0]?.id ?? NaN;
    db.exec('DELETE FROM audit_entries');
    entries.add(entry);
    expect(entries.page({ limit: 1 })[0]?.id).to.be.greaterThan(id);
  });

  it('are read and trimmed by indexes alone', () => {
    const statements = [
      `SELECT * FROM audit_entries WHERE action = 'a' AND id < 9 ORDER BY id DESC LIMIT 5`,
      `SELECT * FROM audit_entries WHERE id < 9 ORDER BY id DESC LIMIT 5`,
      `SELECT id FROM audit_entries WHERE action = 'a' ORDER BY id DESC LIMIT 5 OFFSET 5000`,
      `SELECT id FROM audit_entries WHERE at < 9 LIMIT 5`,
      `SELECT id FROM audit_entries WHERE action = 'a' AND address IS 'b' AND subject IS NULL AND at BETWEEN 1 AND 2
       AND actor IS NULL ORDER BY at DESC LIMIT 1`,
    ];
    for (const statement of statements) {
      const plan = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`).all();
      expect(plan.map(({ detail }) => detail).join('; '))
        .to.match(/^SEARCH/)
        .and.not.match(/SCAN|TEMP B-TREE/);
    }
  });
});
