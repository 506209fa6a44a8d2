import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fastCiphers, openSqlite } from '../../../core/plugin-api/toolkit/index.ts';
import { StoreError } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { encryptJournal } from '../../../plugins/bridge-upstream/bridge/journal/encrypt-journal.ts';
import { openEncrypted } from '../../../plugins/bridge-upstream/bridge/journal/journal-cipher.ts';
import type { Journal } from '../../../plugins/bridge-upstream/bridge/journal/journal.ts';
import { openJournal, openJournalBeside } from '../../../plugins/bridge-upstream/bridge/journal/open-journal.ts';
import { driverMigrations } from '../../../plugins/bridge-upstream/bridge/journal/schema.ts';
import { openStoreJournal } from '../../../plugins/bridge-upstream/bridge/journal/store-journal.ts';
import { filesBelow } from '../../support/files-below.ts';
import { isLongRun } from '../../support/long-run.ts';
import { asSource } from '../../support/programs.ts';
import { withScanRig } from '../../support/scan-rig.ts';
import { seededRandom } from '../../support/seed.ts';
import { skip } from '../../support/skip.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { ChangingStore } from '../../support/changing-store.ts';

const key = Buffer.alloc(32, 7);
const otherKey = Buffer.alloc(32, 8);
const random = seededRandom();
const starting = { signal: new AbortController().signal, adopt: false };

/** Part of the name of each photo and album. */
const canary = 'canary';

/** A plain journal whose latest changes are still in its WAL, as after a kill of a bridge. */
async function withPlainJournal(use: (folder: string) => Promise<void> | void): Promise<void> {
  await withTempFolder(async (folder) => {
    await withScanRig(async (rig) => {
      for (let i = 0; i < 60; i += 1) rig.store.put(`${canary} ${i % 5}/${canary}-${i}.jpg`, `photo ${i}`);
      await rig.scan();
      rig.journal.db.pragma('wal_checkpoint(TRUNCATE)');
      for (let i = 60; i < 70; i += 1) rig.store.put(`${canary} wal/${canary}-${i}.jpg`, `photo ${i}`);
      await rig.scan();
      for (const name of ['bridge.sqlite3', 'bridge.sqlite3-wal']) cpSync(join(rig.folder, name), join(folder, name));
    });
    await use(folder);
  });
}

/** The whole content of a journal, except the era of its cursors. */
function told(journal: Journal) {
  const { storeId } = journal;
  const { items } = journal.timeline({ cursor: null, limit: 1000 });
  const { nodes } = journal.nodes(items.map(({ uid }) => uid));
  const { albums } = journal.albums({ cursor: null, limit: 100 });
  const schema = journal.db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  return { storeId, items, nodes, albums, schema, totals: journal.totals() };
}

function read<T>(folder: string, key: Buffer | null, use: (journal: Journal) => T): T {
  const journal = openJournal(folder, key, { adopt: true });
  try {
    return use(journal);
  } finally {
    journal.close();
  }
}

/** The content of a plain journal, read from a copy. */
const toldBy = (folder: string): Promise<ReturnType<typeof told>> =>
  withTempFolder((copy) => {
    cpSync(folder, copy, { recursive: true });
    return read(copy, null, told);
  });

const filesWithCanary = (folder: string): string[] =>
  filesBelow(folder)
    .filter(({ path, stats }) => stats.isFile() && readFileSync(path).includes(canary))
    .map(({ name }) => name);

describe('the journal of a vault', () => {
  it('is encrypted from its first byte, including its WAL', () =>
    withTempFolder((folder) => {
      const journal = openJournal(folder, key);
      journal.db
        .prepare('INSERT INTO albums (uid, folder, name, last_activity, seq) VALUES (?, ?, ?, 0, 1)')
        .run(...[canary, canary, canary]);
      expect(existsSync(join(folder, 'bridge.sqlite3-wal'))).to.equal(true);
      expect(filesWithCanary(folder)).to.deep.equal([]);
      journal.close();
      expect(filesWithCanary(folder)).to.deep.equal([]);
      const plain = openJournal(join(folder, 'plain'));
      plain.db
        .prepare('INSERT INTO albums (uid, folder, name, last_activity, seq) VALUES (?, ?, ?, 0, 1)')
        .run(...[canary, canary, canary]);
      plain.close();
      expect(filesWithCanary(folder)).to.deep.equal(['plain/bridge.sqlite3']);
    }));

  it('opens only with its key, names other keys as the reason, and is not harmed by them', () =>
    withTempFolder((folder) => {
      const journal = openJournal(folder, key);
      const { storeId } = journal;
      // As after a kill: the latest writes are only in the WAL.
      const killed = join(folder, 'killed');
      mkdirSync(killed);
      for (const name of ['bridge.sqlite3', 'bridge.sqlite3-wal']) cpSync(join(folder, name), join(killed, name));
      journal.close();
      expect(() => openJournal(killed, otherKey)).to.throw(
        /is damaged, or belongs to a store with other keys: move it/,
      );
      expect(() => openJournalBeside(killed, otherKey)).to.throw(/other keys/);
      expect(() => openJournal(killed)).to.throw(/is damaged/);
      expect(read(killed, key, (again) => again.storeId)).to.equal(storeId);
    }));

  it('opens on a machine whose processor prefers another cipher', () =>
    withTempFolder((folder) => {
      expect(fastCiphers('flags\t\t: fpu sse2 aes avx\n')).to.deep.equal(['aegis-256x2', 'chacha20']);
      expect(fastCiphers('Features\t: fp asimd aes\n')).to.deep.equal(['aegis-256x2', 'chacha20']);
      expect(fastCiphers('flags\t\t: fpu sse2 vaes\n')).to.deep.equal(['chacha20', 'aegis-256x2']);
      for (const order of [fastCiphers('flags : aes'), fastCiphers('flags : fpu')]) {
        const at = join(folder, order.join());
        mkdirSync(at);
        const made = openEncrypted(join(at, 'bridge.sqlite3'), key, order);
        made.exec('CREATE TABLE made (here)');
        made.close();
        for (const elsewhere of [order, order.toReversed()]) {
          const db = openEncrypted(join(at, 'bridge.sqlite3'), key, elsewhere);
          expect(db.prepare('SELECT count(*) FROM made').pluck().get()).to.equal(0);
          db.close();
        }
      }
    }));

  it('is not created with a key that does not fit the store, and opens without the store later', () =>
    withTempFolder(async (folder) => {
      const store = new ChangingStore();
      store.secret = key;
      store.checkFails = new StoreError('wrong_key', 'The password is wrong.');
      await failsWith(openStoreJournal(store, folder, starting), 'The password is wrong.');
      expect(existsSync(join(folder, 'bridge.sqlite3'))).to.equal(false);
      store.checkFails = undefined;
      (await openStoreJournal(store, folder, starting)).close();
      store.checkFails = new StoreError('unreachable', 'The disk is away.');
      (await openStoreJournal(store, folder, starting)).close();
      store.secret = otherKey;
      store.checkFails = new StoreError('wrong_key', 'The password is wrong.');
      await failsWith(openStoreJournal(store, folder, starting), 'The password is wrong.');
      store.checkFails = undefined;
      await failsWith(openStoreJournal(store, folder, starting), /belongs to a store with other keys/);
    }));

  it('is not taken from a plain file, whichever its name, without --adopt-journal', () =>
    withPlainJournal(async (folder) => {
      const store = new ChangingStore();
      store.secret = key;
      const file = join(folder, 'bridge.sqlite3');
      const { storeId } = await toldBy(folder);
      await failsWith(openStoreJournal(store, folder, starting), /not encrypted.*--adopt-journal/);
      // The name that a killed process leaves.
      renameSync(file, `${file}-plain`);
      await failsWith(openStoreJournal(store, folder, starting), /not encrypted.*--adopt-journal/);
      expect((await toldBy(folder)).storeId).to.equal(storeId);
      const adopted = await openStoreJournal(store, folder, { ...starting, adopt: true });
      expect(adopted.storeId).to.equal(storeId);
      adopted.close();
      expect(filesWithCanary(folder)).to.deep.equal([]);
      (await openStoreJournal(store, folder, starting)).close();
    }));

  it('that was plain is encrypted when it is adopted, with the same content and no plaintext left', () =>
    withPlainJournal(async (folder) => {
      const before = await toldBy(folder);
      expect(before.items).to.have.length(70);
      expect(filesWithCanary(folder)).to.deep.equal(['bridge.sqlite3', 'bridge.sqlite3-wal']);
      read(folder, key, (journal) => {
        expect(told(journal)).to.deep.equal(before);
        expect(journal.db.pragma('integrity_check', { simple: true })).to.equal('ok');
        expect(journal.db.pragma('foreign_key_check')).to.deep.equal([]);
      });
      expect(filesWithCanary(folder)).to.deep.equal([]);
      expect(readdirSync(folder).toSorted()).to.deep.equal(['bridge.sqlite3', 'lock.sqlite3']);
    }));

  it('that was plain stays plain while its store is unreachable or the journal is in use', () =>
    withPlainJournal(async (folder) => {
      const before = await toldBy(folder);
      const store = new ChangingStore();
      store.secret = key;
      store.checkFails = new StoreError('unreachable', 'The disk is away.');
      await failsWith(openStoreJournal(store, folder, starting), 'The disk is away.');
      const file = join(folder, 'bridge.sqlite3');
      const busy = openSqlite(file);
      busy.exec('BEGIN IMMEDIATE');
      expect(() => {
        encryptJournal(file, key, driverMigrations);
      }).to.throw(/locked/);
      busy.close();
      expect(await toldBy(folder)).to.deep.equal(before);
      expect(read(folder, key, told)).to.deep.equal(before);
    }));
});

describe('a bridge that is killed while it encrypts its journal', function () {
  const calls = ['pwrite64', 'fsync', 'rename', 'unlink', 'ftruncate'];

  /** Opens the journal in a process under strace, which kills it at the `nth` call of the name `call`, if given. */
  function openUnder(folder: string, trace: string, kill?: { call: string; nth: number }) {
    const inject = kill ? ['-e', `inject=${kill.call}:signal=SIGKILL:when=${kill.nth}`] : [];
    const program = [...asSource, 'test/fixtures/opening-journal-process.ts', folder];
    return spawnSync('strace', ['-o', trace, '-e', `trace=${calls.join()}`, ...inject, process.execPath, ...program], {
      input: key,
    });
  }

  it('continues with the same photos, wherever it was killed, and leaves no plaintext', async function () {
    if (spawnSync('strace', ['-V']).status !== 0) skip(this, 'strace is not installed');
    await withPlainJournal((plain) =>
      withTempFolder(async (folder) => {
        const before = await toldBy(plain);
        const copy = (name: string): string => {
          cpSync(plain, join(folder, name), { recursive: true });
          return join(folder, name);
        };
        const trace = join(folder, 'trace');
        expect(openUnder(copy('whole'), trace).status).to.equal(0);
        const made = readFileSync(trace, 'utf8').match(/^(?:pwrite64|fsync|rename|unlink|ftruncate)(?=\()/gm) ?? [];
        const moments = made.map((call, i) => ({
          call,
          nth: made.slice(0, i + 1).filter((name) => name === call).length,
        }));
        const rare = moments.filter(({ call }) => call === 'rename' || call === 'unlink');
        const others = Array.from(
          { length: isLongRun ? 40 : 6 },
          () => moments[Math.floor(random() * moments.length)]!,
        );
        let interrupted = 0;
        for (const [i, kill] of [...rare, ...others].entries()) {
          const data = copy(`${i}`);
          const { signal } = openUnder(data, trace, kill);
          expect(signal, `${kill.call} ${kill.nth}`).to.equal('SIGKILL');
          if (filesWithCanary(data).length > 0) interrupted += 1;
          expect(read(data, key, told)).to.deep.equal(before);
          expect(filesWithCanary(data)).to.deep.equal([]);
          expect(readdirSync(data).toSorted()).to.deep.equal(['bridge.sqlite3', 'lock.sqlite3']);
        }
        expect(interrupted, 'kills before all was encrypted').to.be.greaterThan(2);
      }),
    );
  });
});

async function failsWith(promise: Promise<unknown>, message: string | RegExp): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(Error);
  expect((error as Error).message).to.match(typeof message === 'string' ? new RegExp(message) : message);
}
