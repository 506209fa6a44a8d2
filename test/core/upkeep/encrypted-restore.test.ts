import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { Keyring, unlockedBy } from '../../../core/encryption/keyring.ts';
import { readKeyring } from '../../../core/encryption/keyring-file.ts';
import { isPlainSqlite } from '../../../core/plugin-api/toolkit/index.ts';
import { restoreIndex } from '../../../core/upkeep/restore.ts';
import { plainSnapshotKey, signSnapshot } from '../../../core/upkeep/snapshots/snapshot-signature.ts';
import { addTag, EncryptedHouse, tagOfHouse, tagsIn, withHouse } from '../../support/encrypted-house.ts';
import { openIndex } from '../../support/index-file.ts';
import { someSettings } from '../../support/library-keys.ts';
import { seededRandom } from '../../support/seed.ts';

const failure = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'nothing failed',
    (error: unknown) => (error as Error).message,
  );

describe('snapshots of an encrypted library, when they are restored,', () => {
  it('are restored into their library', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      house.clear();
      const { before, after, kept } = await restoreIndex(house.folder, snapshot, { keys: house.keys });
      expect([before?.tags, after.tags]).to.deep.equal([0, 1]);
      expect(tagsIn(house.index, house.keys)).to.deep.equal([tagOfHouse]);
      expect(tagsIn(kept!, house.keys)).to.deep.equal([]);
      for (const file of readdirSync(house.folder, { withFileTypes: true })) {
        if (!file.isFile() || file.name === 'lock.sqlite3') continue;
        expect(readFileSync(join(house.folder, file.name)).includes('SQLite format 3'), file.name).to.equal(false);
      }
    }));

  it('can be restored on another machine with only the recovery key', () =>
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
      expect(tagsIn(join(dataDir, 'index.sqlite3'), keys)).to.deep.equal([tagOfHouse]);
    }));

  it('are rejected with a reason if nothing is given that opens them', () =>
    withHouse(async (house, folder) => {
      const snapshot = await house.take();
      const dataDir = join(folder, 'two');
      expect(await failure(restoreIndex(dataDir, snapshot))).to.match(/is encrypted, and nothing was given to open it/);
      expect(existsSync(join(dataDir, 'index.sqlite3'))).to.equal(false);
      expect(existsSync(join(dataDir, 'keyring.json'))).to.equal(false);
    }));

  it('are not restored into a plain library, since that would decrypt them', () =>
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

  it('are not restored if the keyring is missing, which must be brought back first', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const unlock = () => Promise.resolve(house.keys);
      rmSync(join(house.folder, 'keyring.json'));
      expect(await failure(restoreIndex(house.folder, snapshot, { unlock }))).to.match(/keyring\.json is missing/);
      expect(tagsIn(house.index, house.keys)).to.deep.equal([tagOfHouse]);
    }));

  it('of another library get the key of the library into which they are restored', () =>
    withHouse(async (house, folder) => {
      const snapshot = await house.take();
      const other = await EncryptedHouse.make(join(folder, 'two'));
      other.clear();
      const unlock = () => Promise.resolve(house.keys);
      const signingSecret = Buffer.alloc(32, 9);
      await new Keyring(house.folder).changeSettings(house.keys, () => ({ signingSecret }));
      const later = await house.take();
      const plugins = { enabled: ['webhooks'], disabled: [] };
      await new Keyring(other.folder).changeSettings(other.keys, () => ({ plugins }));
      for (const one of [snapshot, later]) await restoreIndex(other.folder, one, { keys: other.keys, unlock });
      expect(tagsIn(other.index, other.keys)).to.deep.equal([tagOfHouse]);
      expect(readKeyring(other.folder)?.library).to.equal(other.keys.library);
      // The secret that seals the second factors comes from the snapshot; the plugins stay those of the machine.
      expect(new Keyring(other.folder).settings(other.keys)).to.deep.equal({ signingSecret, plugins });
    }));

  it('of another library leave a way back to the replaced index and to older snapshots, with all secrets', () =>
    withHouse(async (house, folder) => {
      const other = await EncryptedHouse.make(join(folder, 'two'));
      const signingSecret = Buffer.alloc(32, 9);
      await new Keyring(other.folder).changeSettings(other.keys, () => ({ signingSecret }));
      const secretOfHouse = (): Buffer => new Keyring(house.folder).settings(house.keys).signingSecret;
      const own = secretOfHouse();
      const before = await house.take();
      const unlock = () => Promise.resolve(other.keys);
      const options = { keys: house.keys, unlock, trust: true };

      const { kept: earlier } = await restoreIndex(house.folder, before, options);
      const { kept } = await restoreIndex(house.folder, await other.take(), options);
      expect(secretOfHouse()).to.deep.equal(signingSecret);
      // This renews the records of all snapshots with the current keys.
      await house.take();
      const back = await restoreIndex(house.folder, kept!, options);
      expect(secretOfHouse()).to.deep.equal(own);
      await restoreIndex(house.folder, back.kept!, options);
      expect(secretOfHouse()).to.deep.equal(signingSecret);
      const again = await restoreIndex(house.folder, earlier!, options);
      expect(secretOfHouse(), 'replaced before any secret was').to.deep.equal(own);
      await restoreIndex(house.folder, again.kept!, options);
      await restoreIndex(house.folder, before, options);
      expect(secretOfHouse()).to.deep.equal(own);
    }));

  it('leave nothing beside the replaced index that a removed key could open', () =>
    withHouse(async (house, folder) => {
      const other = await EncryptedHouse.make(join(folder, 'two'));
      const signingSecret = Buffer.alloc(32, 9);
      await new Keyring(other.folder).changeSettings(other.keys, () => ({ signingSecret }));
      const unlock = () => Promise.resolve(other.keys);
      await restoreIndex(house.folder, await other.take(), { keys: house.keys, unlock, trust: true });
      const { wrapped = '' } = readKeyring(house.folder)?.slots[0] ?? {};
      const files = readdirSync(house.folder).filter((name) => name.startsWith('index-replaced-'));
      expect(files).to.have.length(2);
      for (const name of files) expect(readFileSync(join(house.folder, name)).includes(wrapped), name).to.equal(false);
    }));

  it('bring no plugins to another machine, which may not have them', () =>
    withHouse(async (house, folder) => {
      const plugins = { enabled: ['/opt/plugins/chart'], disabled: [] };
      await new Keyring(house.folder).changeSettings(house.keys, () => ({ plugins }));
      const dataDir = join(folder, 'two');
      await restoreIndex(dataDir, await house.take(), { unlock: () => Promise.resolve(house.keys) });
      expect(new Keyring(dataDir).settings(house.keys)).to.deep.equal(someSettings);
    }));

  it('from before the encryption are encrypted by the restore, once a user trusts them', () =>
    withHouse(async (house, folder) => {
      const plain = join(folder, 'plain.sqlite3');
      const db = openIndex(plain);
      addTag(db, 'long ago');
      db.pragma('journal_mode = DELETE');
      db.close();
      // Signed with the secret of that time, which anybody with access to the disk could read.
      const signingSecret = 'the secret of a plain library, in the clear';
      const { size, mtimeMs: modified } = statSync(plain);
      const sha256 = createHash('sha256').update(readFileSync(plain)).digest('hex');
      const seal = signSnapshot(plainSnapshotKey(Buffer.from(signingSecret)), { name: basename(plain), size, sha256 });
      writeFileSync(`${plain}.json`, JSON.stringify({ size, modified, sha256, verified: true, seal }));
      const options = { keys: house.keys, signingSecret };
      expect(await failure(restoreIndex(house.folder, plain, options))).to.match(
        /it is not encrypted, and this library is: .* restore it with --trust/,
      );
      expect(tagsIn(house.index, house.keys)).to.deep.equal([tagOfHouse]);
      const forms = new Set<boolean | null>();
      const onProgress = (): void => {
        forms.add(isPlainSqlite(join(house.folder, 'restoring.sqlite3')));
      };
      await restoreIndex(house.folder, plain, { ...options, onProgress, trust: true });
      expect(tagsIn(house.index, house.keys)).to.deep.equal(['long ago']);
      expect(readFileSync(house.index).includes('long ago')).to.equal(false);
      // The copy is never plain, not even temporarily.
      expect([...forms])
        .to.include(false)
        .and.not.include(true);
    }));

  it('are rejected after one bit was flipped', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const bytes = readFileSync(snapshot);
      bytes[Math.floor(seededRandom()() * bytes.length)]! ^= 4;
      writeFileSync(snapshot, bytes);
      expect(await failure(restoreIndex(house.folder, snapshot, { keys: house.keys }))).to.match(/has changed since/);
      rmSync(`${snapshot}.json`);
      const without = restoreIndex(house.folder, snapshot, { keys: house.keys, trust: true });
      expect(await failure(without)).to.match(/cannot be restored\. The file is/);
    }));
});
