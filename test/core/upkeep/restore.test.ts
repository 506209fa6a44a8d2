import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { holdDataFolder } from '../../../core/settings/data-folder.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { indexCopies } from '../../../core/upkeep/index-copies.ts';
import { AuditEntries } from '../../../core/store/accounts/audit-entries.ts';
import { restoreIndex } from '../../../core/upkeep/restore.ts';
import { whileReadOnly } from '../../support/read-only-folder.ts';
import { fillDisk, withSmallDisk } from '../../support/small-disk.ts';
import { addTags, tagsIn } from '../../support/tagged-index.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const signal = new AbortController().signal;

const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('nothing failed'),
    (error: unknown) => error as Error,
  );

describe('restoring an index', () => {
  it('replaces the index by the snapshot, and keeps the old one', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      const snapshot = join(folder, 'snapshot');
      addTags(index, 3);
      await indexCopies(index).copy(snapshot, { signal });
      addTags(index, 2, { name: 'later' });
      mkdirSync(join(folder, 'vectors'));
      const { before, after, kept } = await restoreIndex(folder, snapshot, {
        trust: true,
        clock: () => Date.UTC(2026, 10, 21),
      });
      expect([before?.tags, after.tags]).to.deep.equal([5, 3]);
      expect(kept).to.equal(join(folder, 'index-replaced-20261121T000000.000Z.sqlite3'));
      expect(readdirSync(folder).sort()).to.deep.equal(
        ['.nomedia', 'index-replaced-20261121T000000.000Z.sqlite3', 'index.sqlite3', 'lock.sqlite3', 'snapshot'].sort(),
      );
      // Last, since a reader leaves files beside what it reads.
      expect([tagsIn(index), tagsIn(String(kept))]).to.deep.equal([3, 5]);
    }));

  it('upgrades an older snapshot', () =>
    withTempFolder(async (folder) => {
      const snapshot = join(folder, 'old');
      addTags(snapshot, 2, { upTo: 1 });
      const { before, after } = await restoreIndex(folder, snapshot, { trust: true });
      expect(before).to.equal(null);
      expect(after.tags).to.equal(2);
      const db = openDatabase(join(folder, 'index.sqlite3'));
      expect(db.pragma('user_version', { simple: true })).to.equal(migrations.length);
      db.close();
    }));

  it('restores no share links, which may have been revoked since, and leaves sharing off', () =>
    withTempFolder(async (folder) => {
      const snapshot = join(folder, 'snapshot');
      addTags(snapshot, 1);
      const shared = openDatabase(snapshot);
      shared.exec(`
        INSERT INTO users (id, username, display_name, role, password_hash, created_at) VALUES (1, 'a', 'a', 'write', '!', 0);
        INSERT INTO shares (token_hash, user_id, download, details, archived, created_at) VALUES (x'00', 1, 1, 1, 1, 0);
        UPDATE sharing SET enabled = 1;`);
      shared.close();
      await restoreIndex(folder, snapshot, { trust: true });
      const db = openDatabase(join(folder, 'index.sqlite3'));
      expect(db.prepare('SELECT count(*) FROM shares').pluck().get()).to.equal(0);
      expect(db.prepare('SELECT enabled FROM sharing').pluck().get()).to.equal(0);
      db.close();
    }));

  it('replaces an index that is too damaged to be opened', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      addTags(join(folder, 'good'), 2);
      writeFileSync(index, 'this was an index once'.repeat(1000));
      writeFileSync(`${index}-wal`, 'log');
      const { before, kept } = await restoreIndex(folder, join(folder, 'good'), { trust: true });
      expect(before).to.equal(null);
      expect(tagsIn(index)).to.equal(2);
      expect(readFileSync(String(kept), 'utf8')).to.match(/^this was/);
      expect(existsSync(`${index}-wal`)).to.equal(false);
    }));

  for (const [what, content, expected] of [
    ['is no database', 'a holiday photo', /no whole SQLite database/],
    ['does not exist', null, /no such file/],
  ] as const) {
    it(`rejects a snapshot that ${what}, and changes nothing`, () =>
      withTempFolder(async (folder) => {
        const index = join(folder, 'index.sqlite3');
        addTags(index, 1);
        const snapshot = join(folder, 'snapshot');
        if (content !== null) writeFileSync(snapshot, content.repeat(500));
        expect((await failure(restoreIndex(folder, snapshot, { trust: true }))).message).to.match(expected);
        expect(tagsIn(index)).to.equal(1);
        expect(readdirSync(folder).filter((name) => /replaced|restoring/.test(name))).to.deep.equal([]);
      }));
  }

  it('advises to copy a snapshot elsewhere that SQLite cannot open in a read-only folder', async function () {
    await withTempFolder(async (folder) => {
      const away = join(folder, 'away');
      mkdirSync(away);
      const snapshot = join(away, 'index.sqlite3');
      addTags(snapshot, 1);
      const dataDir = join(folder, 'data');
      await whileReadOnly(this, away, async () => {
        expect((await failure(restoreIndex(dataDir, snapshot, { trust: true }))).message).to.equal(
          `${snapshot} cannot be restored. SQLite cannot open it where it is: copy it, with the -wal file beside it if there is one, to a folder that this user can write.`,
        );
      });
      expect((await restoreIndex(dataDir, snapshot, { trust: true })).after.tags).to.equal(1);
    });
  });

  it('rejects the database of another program, a newer schema and the index itself', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      addTags(index, 1);
      const other = openDatabase(join(folder, 'other'));
      other.exec('CREATE TABLE x (y); PRAGMA user_version = 1');
      other.close();
      expect((await failure(restoreIndex(folder, join(folder, 'other'), { trust: true }))).message).to.match(
        /no index of a photo library/,
      );
      addTags(join(folder, 'newer'), 1);
      const newer = openDatabase(join(folder, 'newer'));
      newer.pragma('user_version = 999');
      newer.close();
      expect((await failure(restoreIndex(folder, join(folder, 'newer'), { trust: true }))).message).to.match(
        /newer version/,
      );
      expect((await failure(restoreIndex(folder, index, { trust: true }))).message).to.match(/index itself/);
      expect(tagsIn(index)).to.equal(1);
    }));

  it('fails while a server holds the data folder', () =>
    withTempFolder(async (folder) => {
      addTags(join(folder, 'snapshot'), 1);
      const held = holdDataFolder(folder);
      const error = await failure(restoreIndex(folder, join(folder, 'snapshot'), { trust: true }));
      held.release();
      expect(error.message).to.match(/Photofinch is already running/);
    }));
});

describe('access to a restored index', () => {
  /** Adds a user who is signed in. @returns the id */
  function addUser(file: string, username: string, role = 'read', password = 'hash'): number {
    addTags(file, 0);
    const db = openDatabase(file);
    const { lastInsertRowid: id } = db
      .prepare(
        `INSERT INTO users (username, display_name, role, password_hash, created_at)
         VALUES (:username, :username, :role, :password, 0)`,
      )
      .run({ username, role, password });
    db.prepare(
      `INSERT INTO tokens (hash, user_id, kind, family, created_at, expires_at)
       VALUES (?, ?, 'access', 'f', 0, 9000000000)`,
    ).run(Buffer.from(username), id);
    db.close();
    return Number(id);
  }

  const change = (file: string, sql: string): void => {
    const db = openDatabase(file);
    db.exec(sql);
    db.close();
  };

  it('is denied to earlier sessions: to tokens revoked since, and to URLs signed before', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      const snapshot = join(folder, 'snapshot');
      addUser(index, 'anna');
      await indexCopies(index).copy(snapshot, { signal });
      change(index, 'UPDATE tokens SET revoked_at = 1; UPDATE users SET token_epoch = 7');
      const now = Date.UTC(2026, 10, 21);
      await restoreIndex(folder, snapshot, { trust: true, clock: () => now });
      const db = openDatabase(index);
      expect(db.prepare('SELECT count(*) FROM tokens').pluck().get()).to.equal(0);
      expect(db.prepare('SELECT token_epoch FROM users').pluck().get()).to.equal(now / 1000);
      const [entry] = new AuditEntries(db).page({ limit: 10 });
      expect(entry).to.include({ action: 'index.restored', actor: 'command line', subject: 'snapshot' });
      db.close();
    }));

  it('is reported with all differences between the accounts', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      const snapshot = join(folder, 'snapshot');
      for (const name of ['anna', 'ben', 'cleo', 'mallory']) addUser(index, name);
      await indexCopies(index).copy(snapshot, { signal });
      change(index, "UPDATE users SET password_hash = 'new' WHERE username = 'anna'");
      change(index, "UPDATE users SET disabled = 1, role = 'admin' WHERE username = 'ben'");
      change(index, "DELETE FROM users WHERE username = 'mallory'");
      const dora = addUser(index, 'dora');
      const { accounts } = await restoreIndex(folder, snapshot, { trust: true });
      expect(accounts).to.deep.equal([
        'anna has the password of that time',
        'ben has role read instead of admin, is enabled again',
        'dora is gone',
        'mallory is back, with role read',
      ]);
      expect(addUser(index, 'emil'), 'nobody gets the id of another').to.be.greaterThan(dora);
    }));

  it('is not gained by a reused user id if the replaced index cannot be read', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      const snapshot = join(folder, 'snapshot');
      const anna = addUser(snapshot, 'anna');
      writeFileSync(index, 'no index any more');
      await restoreIndex(folder, snapshot, { trust: true });
      expect(addUser(index, 'ben')).to.be.greaterThan(anna + 100);
    }));
});

describe('the index that a restore replaces', () => {
  it('is not replaced while a command has it open', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      addTags(index, 5);
      addTags(join(folder, 'snapshot'), 3);
      const other = openDatabase(index);
      other.prepare('SELECT count(*) FROM tags').get();
      const error = await failure(restoreIndex(folder, join(folder, 'snapshot'), { trust: true }));
      expect(error.message).to.match(/Another command uses the index/);
      other.close();
      expect(tagsIn(index)).to.equal(5);
      await restoreIndex(folder, join(folder, 'snapshot'), { trust: true });
      expect(tagsIn(index)).to.equal(3);
    }));

  it('can be restored in turn, by a relative path', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      addTags(index, 5);
      addTags(join(folder, 'snapshot'), 3);
      const { kept } = await restoreIndex(folder, relative(process.cwd(), join(folder, 'snapshot')), { trust: true });
      await restoreIndex(folder, relative(process.cwd(), kept ?? ''), { trust: true });
      expect(tagsIn(index)).to.equal(5);
    }));

  it('has a second name after an interrupted restore, which the next restore removes', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      const second = join(folder, 'index-replaced-20200101T000000.000Z.sqlite3');
      addTags(index, 5);
      addTags(join(folder, 'snapshot'), 3);
      linkSync(index, second);
      writeFileSync(join(folder, 'restoring.sqlite3'), 'half');
      expect((await failure(restoreIndex(folder, second, { trust: true }))).message).to.match(
        /no such file|index itself/,
      );
      const { kept } = await restoreIndex(folder, join(folder, 'snapshot'), { trust: true });
      expect(existsSync(second)).to.equal(false);
      expect(tagsIn(String(kept))).to.equal(5);
    }));

  it('is kept if the disk is full', async function () {
    await withSmallDisk(this, 80, async (folder) => {
      const data = join(folder, 'data');
      mkdirSync(data);
      addTags(join(data, 'index.sqlite3'), 5);
      addTags(join(folder, 'snapshot'), 5000, { padding: 1000 });
      fillDisk(folder, 1_000_000);
      const error = await failure(restoreIndex(data, join(folder, 'snapshot'), { trust: true }));
      expect(error.message).to.match(/has no room for the restored index of some \d.*MB: free some space/);
      expect(tagsIn(join(data, 'index.sqlite3'))).to.equal(5);
      expect(readdirSync(data).filter((name) => /restoring|replaced/.test(name))).to.deep.equal([]);
    });
  });

  it('is kept if the snapshot is damaged in the middle, or truncated', () =>
    withTempFolder(async (folder) => {
      const snapshot = join(folder, 'snapshot');
      addTags(join(folder, 'index.sqlite3'), 5);
      addTags(snapshot, 5000, { padding: 1000 });
      const bytes = readFileSync(snapshot);
      writeFileSync(snapshot, bytes.fill(7, bytes.length / 2, bytes.length / 2 + 9000));
      expect((await failure(restoreIndex(folder, snapshot, { trust: true }))).message).to.match(
        /cannot be restored.*damaged/,
      );
      writeFileSync(snapshot, bytes.subarray(0, bytes.length / 2));
      expect((await failure(restoreIndex(folder, snapshot, { trust: true }))).message).to.match(/cannot be restored/);
      expect(tagsIn(join(folder, 'index.sqlite3'))).to.equal(5);
    }));
});
