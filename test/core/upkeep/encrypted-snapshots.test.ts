import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../core/db/open.ts';
import { Keyring, unlockedBy } from '../../../core/encryption/keyring.ts';
import type { KeyringContent } from '../../../core/encryption/keyring-content.ts';
import { restoreIndex } from '../../../core/upkeep/restore.ts';
import { quiet } from '../../support/backup-rig.ts';
import { addTag, tagOfHouse, tagsIn, withHouse } from '../../support/encrypted-house.ts';
import { someRecovery } from '../../support/library-keys.ts';

describe('snapshots of an encrypted library', () => {
  it('are encrypted like the index, include the latest changes, and contain the keyring that opens them', () =>
    withHouse(async (house) => {
      // The index is open, so that the last change is only in the write-ahead log.
      const db = openDatabase(house.index, { encryption: house.keys.index });
      addTag(db, 'the last moment');
      const snapshot = await house.take();
      db.close();
      expect(tagsIn(snapshot, house.keys)).to.deep.equal([tagOfHouse, 'the last moment']);
      for (const file of readdirSync(house.backups)) {
        const bytes = readFileSync(join(house.backups, file));
        expect(bytes.includes(tagOfHouse), file).to.equal(false);
        expect(bytes.includes('SQLite format 3') && file !== '.lock', file).to.equal(false);
      }
      expect(() => tagsIn(snapshot, null)).to.throw(/is encrypted/);
      const { keyring } = JSON.parse(readFileSync(`${snapshot}.json`, 'utf8')) as { keyring: never };
      const secret = { kind: 'recovery' as const, recoveryKey: house.recoveryKey };
      expect((await unlockedBy(keyring, secret))?.library).to.equal(house.keys.library);
      expect(await house.snapshots.list()).to.have.length(1);
      expect((await house.snapshots.list())[0]).to.include({ verified: true });
    }));

  it('contain the keyring of an encrypted library, also during a conversion, and restore it elsewhere', () =>
    withHouse(async (house, folder) => {
      const ring = new Keyring(house.folder);
      await ring.setState(house.keys, 'encrypting');
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

  it('cannot be opened by a secret removed since, not even with the copies of the keyring beside them', () =>
    withHouse(async (house) => {
      const ring = new Keyring(house.folder);
      const [old] = ring.verified(house.keys).slots;
      const another = someRecovery();
      await ring.add(house.keys, another.secret);
      const snapshot = await house.take();
      const foreign = { ...(JSON.parse(readFileSync(`${snapshot}.json`, 'utf8')) as { keyring: KeyringContent }) };
      const before = openSync(`${snapshot}.json`, 'r');
      const other = join(house.backups, 'index-20260101T000000.000Z.sqlite3');
      copyFileSync(snapshot, other);
      const library = '00000000-0000-4000-8000-000000000000';
      writeFileSync(`${other}.json`, JSON.stringify({ ...foreign, keyring: { ...foreign.keyring, library } }));
      await ring.remove(house.keys, old!.id);
      await house.snapshots.renewKeyrings();
      const { keyring } = JSON.parse(readFileSync(`${snapshot}.json`, 'utf8')) as { keyring: KeyringContent };
      expect(await unlockedBy(keyring, { kind: 'recovery', recoveryKey: house.recoveryKey })).to.equal(null);
      expect((await unlockedBy(keyring, another.secret.secret))?.library).to.equal(house.keys.library);
      expect(readFileSync(before).every((byte) => byte === 0)).to.equal(true);
      closeSync(before);
      expect(readFileSync(`${other}.json`, 'utf8')).to.include(old!.id);
      expect((await house.snapshots.list()).find((one) => snapshot.endsWith(one.name))).to.include({ verified: true });
      house.clear();
      await restoreIndex(house.folder, snapshot, { keys: house.keys });
      expect(tagsIn(house.index, house.keys)).to.deep.equal([tagOfHouse]);
    }));

  for (const when of ['at the next start', 'with the next snapshot'])
    it(`can no longer be opened ${when} by a secret that was removed just before a crash`, () =>
      withHouse(async (house) => {
        const ring = new Keyring(house.folder);
        const [old] = ring.verified(house.keys).slots;
        const another = someRecovery();
        await ring.add(house.keys, another.secret);
        const snapshot = await house.take();
        await ring.remove(house.keys, old!.id);
        const clean = (): Promise<unknown> => (when === 'at the next start' ? house.snapshots.sweep() : house.take());
        await clean();
        const { keyring } = JSON.parse(readFileSync(`${snapshot}.json`, 'utf8')) as { keyring: KeyringContent };
        expect(await unlockedBy(keyring, { kind: 'recovery', recoveryKey: house.recoveryKey })).to.equal(null);
        expect((await unlockedBy(keyring, another.secret.secret))?.library).to.equal(house.keys.library);
        const renewed = statSync(`${snapshot}.json`);
        await clean();
        expect(statSync(`${snapshot}.json`)).to.deep.include({ ino: renewed.ino, mtimeMs: renewed.mtimeMs });
      }));

  it('leave no keyring in the disk blocks of the records that are deleted with them', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const orphan = join(house.backups, 'index-20260101T000000.000Z.sqlite3.json');
      const unfinished = join(house.backups, 'unfinished-00000000-0000-4000-8000-000000000000.json');
      for (const file of [orphan, unfinished]) copyFileSync(`${snapshot}.json`, file);
      const files = [`${snapshot}.json`, orphan, unfinished];
      const opened = files.map((file) => openSync(file, 'r'));
      await house.snapshots.remove(basename(snapshot));
      await house.snapshots.sweep();
      expect(files.filter((file) => existsSync(file))).to.deep.equal([]);
      for (const handle of opened) {
        const bytes = readFileSync(handle);
        closeSync(handle);
        expect(bytes.length > 0 && bytes.every((byte) => byte === 0)).to.equal(true);
      }
    }));

  it('are reused as long as the index has not changed since', () =>
    withHouse(async (house) => {
      const first = await house.snapshots.takeUnlessSame(quiet());
      expect(await house.snapshots.takeUnlessSame(quiet())).to.equal(first);
      house.clear();
      expect(await house.snapshots.takeUnlessSame(quiet())).not.to.equal(first);
    }));
});
