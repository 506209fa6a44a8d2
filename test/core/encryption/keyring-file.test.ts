import {
  closeSync,
  copyFileSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Keyring } from '../../../core/encryption/keyring.ts';
import { tryLockFile } from '../../../core/plugin-api/toolkit/index.ts';
import { someRecovery, someSettings } from '../../support/library-keys.ts';
import { fillDisk, withSmallDisk } from '../../support/small-disk.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const [recovery, other] = [someRecovery(), someRecovery()];

const fileOf = (folder: string): string => join(folder, 'keyring.json');

const failure = (attempt: Promise<unknown>): Promise<Error> =>
  attempt.then(
    () => new Error('nothing failed'),
    (error: unknown) => error as Error,
  );

describe('a keyring file', () => {
  it('is changed by one process at a time; another waits, and fails with the reason after a timeout', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      const keys = await ring.create([recovery.secret, other.secret], someSettings);
      const [first] = ring.verified(keys).slots;
      const lock = tryLockFile(join(folder, 'keyring.lock'));
      let turns = 0;
      const turning = setInterval(() => (turns += 1), 10);
      const attempts = [() => ring.remove(keys, first!.id), () => ring.setState(keys, 'encrypted'), () => ring.drop()];
      for (const attempt of attempts) {
        expect((await failure(attempt())).message).to.match(/^Another process is changing the keys of this library/);
      }
      clearInterval(turning);
      expect(turns, 'what else this process does while it waits').to.be.greaterThan(0);
      const waiting = ring.remove(keys, first!.id);
      lock?.release();
      expect((await waiting).id).to.equal(first!.id);
    }));

  it('is cleared of the partial files of a killed process when it is changed', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      const keys = await ring.create([recovery.secret], someSettings);
      writeFileSync(join(folder, 'keyring.json.1234.new'), '{"version":');
      await ring.add(keys, other.secret);
      expect(readdirSync(folder).sort()).to.deep.equal(['keyring.json', 'keyring.lock']);
    }));

  it('is cleared of the copies of a killed process at the next start', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      await ring.create([recovery.secret], someSettings);
      for (const ending of ['new', 'old']) copyFileSync(fileOf(folder), `${fileOf(folder)}.1234.${ending}`);
      const before = readFileSync(fileOf(folder), 'utf8');
      await ring.settle();
      expect(readdirSync(folder).sort()).to.deep.equal(['keyring.json', 'keyring.lock']);
      expect(readFileSync(fileOf(folder), 'utf8')).to.equal(before);
      await ring.drop();
      expect([readdirSync(folder), ring.content()]).to.deep.equal([['keyring.lock'], null]);
    }));

  it('is unchanged after a change that failed on a full disk', async function () {
    await withSmallDisk(this, 1, async (folder) => {
      const ring = new Keyring(folder);
      // Longer than a disk page, so that a part of it fits.
      const named = { ...recovery.secret, name: 'x'.repeat(200) };
      const keys = await ring.create(Array(8).fill(named) as (typeof named)[], someSettings);
      expect(statSync(fileOf(folder)).size).to.be.greaterThan(4096);
      const before = readFileSync(fileOf(folder), 'utf8');
      const ballast = fillDisk(folder, 4096);
      const { name, message } = await failure(ring.add(keys, other.secret));
      expect([name, message]).to.deep.equal([
        'StartupError',
        'The disk of the data folder is full: free some space and try again. The keys of the library are as they were.',
      ]);
      expect(readFileSync(fileOf(folder), 'utf8')).to.equal(before);
      rmSync(ballast);
      await ring.add(keys, other.secret);
      expect(ring.verified(keys).slots).to.have.length(9);
    });
  });

  it('overwrites its previous version, which a removed secret would still open, unless a hard link keeps it', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      const keys = await ring.create([recovery.secret, other.secret], someSettings);
      const [first] = ring.verified(keys).slots;
      const before = openSync(fileOf(folder), 'r');
      await ring.remove(keys, first!.id);
      expect(contentOf(before).every((byte) => byte === 0)).to.equal(true);
      closeSync(before);
      const kept = readFileSync(fileOf(folder), 'utf8');
      linkSync(fileOf(folder), join(folder, 'backup'));
      await ring.add(keys, recovery.secret);
      expect(readFileSync(join(folder, 'backup'), 'utf8')).to.equal(kept);
      const last = openSync(fileOf(folder), 'r');
      await ring.drop();
      expect(contentOf(last).every((byte) => byte === 0)).to.equal(true);
      closeSync(last);
    }));
});

function contentOf(handle: number): Buffer {
  const bytes = Buffer.alloc(64 * 1024);
  const length = readSync(handle, bytes, 0, bytes.length, 0);
  expect(length).to.be.greaterThan(0);
  return bytes.subarray(0, length);
}
