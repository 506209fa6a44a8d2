import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { Keyring, unlockedBy } from '../../../core/encryption/keyring.ts';
import { readKeyring, type KeyringContent } from '../../../core/encryption/keyring-file.ts';
import type { LibraryKeys } from '../../../core/encryption/library-keys.ts';
import { openDatabase, type Db } from '../../../core/db/open.ts';
import { indexCopies } from '../../../core/upkeep/index-copies.ts';
import { checkIntegrity } from '../../../core/upkeep/integrity.ts';
import { restoreIndex } from '../../../core/upkeep/restore.ts';
import { sealKey, sealSnapshot } from '../../../core/upkeep/snapshots/snapshot-seal.ts';
import { Snapshots } from '../../../core/upkeep/snapshots/snapshots.ts';
import { quiet } from '../../support/backup-rig.ts';
import { openIndex } from '../../support/index-file.ts';
import { someRecovery } from '../../support/library-keys.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const name = 'Oma Gertrud am Steg';

/** An encrypted library with one tag, in a folder, and its snapshots. */
class EncryptedHouse {
  readonly folder: string;
  readonly backups: string;
  readonly recoveryKey: string;
  readonly keys: LibraryKeys;

  private constructor(folder: string, recoveryKey: string, keys: LibraryKeys) {
    this.folder = folder;
    this.backups = join(folder, 'backups');
    this.recoveryKey = recoveryKey;
    this.keys = keys;
  }

  static async make(folder: string): Promise<EncryptedHouse> {
    mkdirSync(folder, { recursive: true });
    const { recoveryKey, secret } = someRecovery();
    const ring = new Keyring(folder);
    const keys = await ring.create([secret]);
    ring.setState(keys, 'encrypted');
    const house = new EncryptedHouse(folder, recoveryKey, keys);
    const db = openIndex(house.index, keys.index);
    addTag(db, name);
    db.close();
    return house;
  }

  get index(): string {
    return join(this.folder, 'index.sqlite3');
  }

  get snapshots(): Snapshots {
    const key = sealKey(this.keys.of('secrets'));
    return new Snapshots(this.backups, indexCopies(this.index, this.keys.index), key, () =>
      new Keyring(this.folder).forSnapshots(this.keys),
    );
  }

  async take(): Promise<string> {
    return join(this.backups, (await this.snapshots.take({ signal: quiet() })).name);
  }

  clear(): void {
    const db = openDatabase(this.index, { encryption: this.keys.index });
    db.exec('DELETE FROM tags');
    db.close();
  }
}

const addTag = (db: Db, tag: string): void => {
  db.prepare('INSERT INTO tags (name, key) VALUES (@tag, @tag)').run({ tag });
};

function tagsIn(index: string, keys: LibraryKeys | null): string[] {
  const db = openDatabase(index, { readonly: true, encryption: keys?.index });
  try {
    return db.prepare<[], string>('SELECT name FROM tags').pluck().all();
  } finally {
    db.close();
  }
}

const failure = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'nothing failed',
    (error: unknown) => (error as Error).message,
  );

const withHouse = (test: (house: EncryptedHouse, folder: string) => Promise<void>): Promise<void> =>
  withTempFolder(async (folder) => test(await EncryptedHouse.make(join(folder, 'one')), folder));

describe('snapshots of an encrypted library', () => {
  it('are encrypted as the index is, with what was written last, and bear the keyring that opens them', () =>
    withHouse(async (house) => {
      // Somebody has it open, so that the last change is in the write-ahead log alone.
      const db = openDatabase(house.index, { encryption: house.keys.index });
      addTag(db, 'the last moment');
      const snapshot = await house.take();
      db.close();
      expect(tagsIn(snapshot, house.keys)).to.deep.equal([name, 'the last moment']);
      for (const file of readdirSync(house.backups)) {
        const bytes = readFileSync(join(house.backups, file));
        expect(bytes.includes(name), file).to.equal(false);
        expect(bytes.includes('SQLite format 3') && file !== '.lock', file).to.equal(false);
      }
      expect(() => tagsIn(snapshot, null)).to.throw(/is encrypted/);
      const { keyring } = JSON.parse(readFileSync(`${snapshot}.json`, 'utf8')) as { keyring: never };
      const secret = { kind: 'recovery' as const, recoveryKey: house.recoveryKey };
      expect((await unlockedBy(keyring, secret))?.library).to.equal(house.keys.library);
      expect(await house.snapshots.list()).to.have.length(1);
      expect((await house.snapshots.list())[0]).to.include({ verified: true });
    }));

  it('are restored into their library', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      house.clear();
      const { before, after, kept } = await restoreIndex(house.folder, snapshot, { keys: house.keys });
      expect([before?.tags, after.tags]).to.deep.equal([0, 1]);
      expect(tagsIn(house.index, house.keys)).to.deep.equal([name]);
      expect(tagsIn(kept!, house.keys)).to.deep.equal([]);
      for (const file of readdirSync(house.folder, { withFileTypes: true })) {
        if (!file.isFile() || file.name === 'lock.sqlite3') continue;
        expect(readFileSync(join(house.folder, file.name)).includes('SQLite format 3'), file.name).to.equal(false);
      }
    }));

  it('are restored on another machine with the recovery key alone', () =>
    withHouse(async (house, folder) => {
      const snapshot = await house.take();
      const elsewhere = join(folder, 'two');
      mkdirSync(elsewhere);
      for (const ending of ['', '.json']) {
        copyFileSync(snapshot + ending, join(elsewhere, `${snapshot.split('/').at(-1)}${ending}`));
      }
      rmSync(house.folder, { recursive: true });
      const copy = join(elsewhere, snapshot.split('/').at(-1)!);
      const dataDir = join(elsewhere, 'data');
      const asked: string[] = [];
      const { after } = await restoreIndex(dataDir, copy, {
        unlock: async (keyring) => {
          asked.push(keyring.library);
          return (await unlockedBy(keyring, { kind: 'recovery', recoveryKey: house.recoveryKey }))!;
        },
      });
      expect(asked).to.deep.equal([house.keys.library]);
      expect(after.tags).to.equal(1);
      const keys = await new Keyring(dataDir).unlock({ kind: 'recovery', recoveryKey: house.recoveryKey });
      expect(tagsIn(join(dataDir, 'index.sqlite3'), keys)).to.deep.equal([name]);
    }));

  it('bear the keyring of an encrypted library, and give it to others, also while they are being converted', () =>
    withHouse(async (house, folder) => {
      const ring = new Keyring(house.folder);
      ring.setState(house.keys, 'encrypting');
      const begun = ring.content()!;
      const snapshot = await house.take();
      const record = JSON.parse(readFileSync(`${snapshot}.json`, 'utf8')) as { keyring: KeyringContent };
      expect(record.keyring.state).to.equal('encrypted');
      const secret = { kind: 'recovery' as const, recoveryKey: house.recoveryKey };
      expect((await unlockedBy(record.keyring, secret))?.library).to.equal(house.keys.library);
      writeFileSync(`${snapshot}.json`, JSON.stringify({ ...record, keyring: begun }));
      const dataDir = join(folder, 'two');
      await restoreIndex(dataDir, snapshot, { unlock: () => Promise.resolve(house.keys), trust: true });
      expect(new Keyring(dataDir).verified(house.keys).state).to.equal('encrypted');
    }));

  it('say so where nothing was given that opens them', () =>
    withHouse(async (house, folder) => {
      const snapshot = await house.take();
      const dataDir = join(folder, 'two');
      expect(await failure(restoreIndex(dataDir, snapshot))).to.match(/is encrypted, and nothing was given to open it/);
      expect(existsSync(join(dataDir, 'index.sqlite3'))).to.equal(false);
      expect(existsSync(join(dataDir, 'keyring.json'))).to.equal(false);
    }));

  it('are not restored into a plain library, which would be to decrypt them', () =>
    withHouse(async (house, folder) => {
      const snapshot = await house.take();
      const dataDir = join(folder, 'two');
      mkdirSync(dataDir);
      openIndex(join(dataDir, 'index.sqlite3')).close();
      const unlock = () => Promise.resolve(house.keys);
      expect(await failure(restoreIndex(dataDir, snapshot, { unlock }))).to.match(
        /is encrypted and this library is not: encrypt it first/,
      );
      expect(tagsIn(join(dataDir, 'index.sqlite3'), null)).to.deep.equal([]);
    }));

  it('are not restored where the keyring was lost: it is to be brought back first', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const unlock = () => Promise.resolve(house.keys);
      rmSync(join(house.folder, 'keyring.json'));
      expect(await failure(restoreIndex(house.folder, snapshot, { unlock }))).to.match(/keyring\.json is missing/);
      expect(tagsIn(house.index, house.keys)).to.deep.equal([name]);
    }));

  it('of another library get the key of the one that they come into', () =>
    withHouse(async (house, folder) => {
      const snapshot = await house.take();
      const other = await EncryptedHouse.make(join(folder, 'two'));
      other.clear();
      const unlock = () => Promise.resolve(house.keys);
      await restoreIndex(other.folder, snapshot, { keys: other.keys, unlock });
      expect(tagsIn(other.index, other.keys)).to.deep.equal([name]);
      expect(readKeyring(other.folder)?.library).to.equal(other.keys.library);
    }));

  it('of the time before it was encrypted are encrypted by the restore, once somebody vouches for them', () =>
    withHouse(async (house, folder) => {
      const plain = join(folder, 'plain.sqlite3');
      const db = openIndex(plain);
      addTag(db, 'long ago');
      db.pragma('journal_mode = DELETE');
      db.close();
      // By the secret of that time, which whoever had the disk could read.
      const signingSecret = 'the secret of a plain library, in the clear';
      const { size, mtimeMs: modified } = statSync(plain);
      const sha256 = createHash('sha256').update(readFileSync(plain)).digest('hex');
      const seal = sealSnapshot(sealKey(Buffer.from(signingSecret)), { name: basename(plain), size, sha256 });
      writeFileSync(`${plain}.json`, JSON.stringify({ size, modified, sha256, verified: true, seal }));
      const options = { keys: house.keys, signingSecret };
      expect(await failure(restoreIndex(house.folder, plain, options))).to.match(
        /it is not encrypted, and this library is: .* restore it with --trust/,
      );
      expect(tagsIn(house.index, house.keys)).to.deep.equal([name]);
      await restoreIndex(house.folder, plain, { ...options, trust: true });
      expect(tagsIn(house.index, house.keys)).to.deep.equal(['long ago']);
      expect(readFileSync(house.index).includes('long ago')).to.equal(false);
    }));

  it('are refused after one bit of them was flipped', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const bytes = readFileSync(snapshot);
      bytes[Math.floor(Math.random() * bytes.length)]! ^= 4;
      writeFileSync(snapshot, bytes);
      expect(await failure(restoreIndex(house.folder, snapshot, { keys: house.keys }))).to.match(/has changed since/);
      rmSync(`${snapshot}.json`);
      const without = restoreIndex(house.folder, snapshot, { keys: house.keys, trust: true });
      expect(await failure(without)).to.match(/cannot be restored\. The file is/);
    }));

  it('are as good as the one before, as long as the index has not changed since', () =>
    withHouse(async (house) => {
      const first = await house.snapshots.takeUnlessSame(quiet());
      expect(await house.snapshots.takeUnlessSame(quiet())).to.equal(first);
      house.clear();
      expect(await house.snapshots.takeUnlessSame(quiet())).not.to.equal(first);
    }));
});

describe('an encrypted index', () => {
  it('shows each of 10,000 flipped bits, wherever they are', () =>
    withHouse(async ({ folder, keys }) => {
      const file = join(folder, 'small.sqlite3');
      const made = openDatabase(file, { encryption: keys.index });
      made.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)');
      made.prepare('INSERT INTO t (text) VALUES (hex(randomblob(20000)))').run();
      made.pragma('journal_mode = DELETE');
      made.close();
      // It is examined when a file is opened.
      const header = 24;
      const handle = openSync(file, 'r+');
      const bytes = readFileSync(file);
      const open = (): Db => openDatabase(file, { readonly: true, encryption: keys.index });
      const read = (db: Db): unknown => db.prepare('SELECT sum(length(text)) FROM t').pluck().get();
      /** @returns whether what is read with the bit flipped is refused */
      const refused = (at: number, bit: number, db?: Db): boolean => {
        writeSync(handle, Buffer.of(bytes[at]! ^ (1 << bit)), 0, 1, at);
        let own: Db | undefined;
        try {
          // So that nothing is read from memory.
          db?.pragma('shrink_memory');
          expect(read(db ?? (own = open()))).to.equal(40_000);
          return false;
        } catch (error) {
          expect((error as Error).message).to.match(/malformed|not a database|is damaged|readonly/);
          return true;
        } finally {
          own?.close();
          writeSync(handle, bytes, at, 1, at);
        }
      };
      const db = open();
      try {
        for (let round = 0; round < 10_000; round += 1) {
          const at = Math.floor(Math.random() * bytes.length);
          if (at >= header) expect(refused(at, round % 8, db), `byte ${at}`).to.equal(true);
        }
        // A salt that a key of 32 bytes has no use for, and which journal is used: whatever stands there, the same is read.
        const unused = [...Array(16).keys(), 18, 19];
        for (let at = 0; at < header; at += 1) {
          for (let bit = 0; bit < 8; bit += 1) {
            if (!refused(at, bit)) expect(at).to.be.oneOf(unused);
          }
        }
        expect(read(db)).to.equal(40_000);
      } finally {
        db.close();
        closeSync(handle);
      }
      return Promise.resolve();
    }));

  it('is examined by the checks like any other', () =>
    withHouse(async (house) => {
      const options = { limit: 60, signal: quiet(), encryption: house.keys.index };
      const report = await checkIntegrity(house.index, options);
      expect(report.damaged).to.deep.equal([]);
      expect(report.checked).to.equal(report.of).and.to.be.greaterThan(20);
    }));
});
