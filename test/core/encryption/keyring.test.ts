import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Keyring } from '../../../core/encryption/keyring.ts';
import { mostSlots, type KeyringContent } from '../../../core/encryption/keyring-file.ts';
import type { LibraryKeys } from '../../../core/encryption/library-keys.ts';
import { tryLockFile } from '../../../core/plugin-api/toolkit/index.ts';
import { someRecovery } from '../../support/library-keys.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const keyFile = (fill: number) => ({
  secret: { kind: 'key_file' as const, content: Buffer.alloc(64, fill) },
  name: `file ${fill}`,
});

const fileOf = (folder: string): string => join(folder, 'keyring.json');

function change(folder: string, alter: (content: KeyringContent) => unknown): void {
  writeFileSync(
    fileOf(folder),
    JSON.stringify(alter(JSON.parse(readFileSync(fileOf(folder), 'utf8')) as KeyringContent)),
  );
}

const failure = (attempt: Promise<unknown>): Promise<Error> =>
  attempt.then(
    () => new Error('nothing failed'),
    (error: unknown) => error as Error,
  );

describe('the keyring of an encrypted library', () => {
  it('is opened by a passphrase, however its letters are encoded, by a key file and by the recovery key', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      const { recoveryKey, secret } = someRecovery();
      const passphrase = { secret: { kind: 'passphrase' as const, passphrase: 'Möwen über Sylt' }, name: 'anna' };
      const keys = await ring.create([passphrase, keyFile(1), secret]);
      const index = keys.of('index').toString('hex');
      for (const given of [
        { kind: 'passphrase' as const, passphrase: 'Möwen über Sylt' },
        { kind: 'passphrase' as const, passphrase: 'Möwen über Sylt'.normalize('NFD') },
        { kind: 'recovery' as const, recoveryKey: recoveryKey.toLowerCase() },
        keyFile(1).secret,
      ]) {
        const opened = await new Keyring(folder).unlock(given);
        expect(opened?.of('index').toString('hex'), given.kind).to.equal(index);
      }
      expect(await ring.unlock({ kind: 'passphrase', passphrase: 'Möwen uber Sylt' })).to.equal(null);
      expect(await ring.unlock({ kind: 'recovery', recoveryKey: someRecovery().recoveryKey })).to.equal(null);
      expect(await ring.unlock({ kind: 'recovery', recoveryKey: 'no key' })).to.equal(null);
      expect(await ring.unlock(keyFile(2).secret)).to.equal(null);
      expect(ring.content()?.slots[0]?.stretching).to.deep.equal({ passes: 3, memory: 64 * 1024 * 1024 });
    }));

  it('is for its owner alone, and holds no key in the clear', () =>
    withTempFolder(async (folder) => {
      const keys = await new Keyring(folder).create([keyFile(1)]);
      expect(statSync(fileOf(folder)).mode & 0o777).to.equal(0o600);
      const text = readFileSync(fileOf(folder), 'utf8');
      keys.useDataKey((dataKey) => {
        for (const encoding of ['hex', 'base64', 'latin1'] as const) {
          expect(text).not.to.contain(Buffer.from(dataKey).toString(encoding));
        }
      });
    }));

  it('has another key for each purpose, and none of them after they were wiped', () =>
    withTempFolder(async (folder) => {
      const keys = await new Keyring(folder).create([keyFile(1)]);
      const purposes = ['index', 'thumbnails', 'faces', 'vectors', 'secrets', 'plugins', 'keyring'] as const;
      const all = purposes.map((purpose) => keys.of(purpose));
      expect(new Set(all.map((key) => key.toString('hex'))).size).to.equal(purposes.length);
      keys.wipe();
      for (const key of all) expect(key.every((byte) => byte === 0)).to.equal(true);
      keys.useDataKey((dataKey) => {
        expect(dataKey.every((byte) => byte === 0)).to.equal(true);
      });
    }));

  it('takes more keys and gives them up, but never the last one; the data need not change for it', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      const keys = await ring.create([keyFile(1)]);
      const index = keys.of('index').toString('hex');
      const second = await ring.add(keys, keyFile(2));
      const [first] = ring.content()!.slots;
      expect(ring.remove(keys, first!.id).name).to.equal('file 1');
      expect(await ring.unlock(keyFile(1).secret)).to.equal(null);
      expect((await ring.unlock(keyFile(2).secret))?.of('index').toString('hex')).to.equal(index);
      expect(() => ring.remove(keys, second.id)).to.throw('This is the last key');
      expect(() => ring.remove(keys, first!.id)).to.throw('There is no such key.');
      for (let count = 1; count < mostSlots; count += 1) await ring.add(keys, keyFile(10 + count));
      expect((await failure(ring.add(keys, keyFile(99)))).message).to.contain(`at most ${mostSlots} keys`);
    }));

  it('has no more than the most keys, also when two are added at once', () =>
    withTempFolder(async (folder) => {
      const [ring, other] = [new Keyring(folder), new Keyring(folder)];
      const keys = await ring.create([keyFile(1)]);
      for (let count = 1; count < mostSlots - 1; count += 1) await ring.add(keys, keyFile(10 + count));
      const added = await Promise.allSettled([ring.add(keys, keyFile(98)), other.add(keys, keyFile(99))]);
      expect(added.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
      expect(ring.verified(keys).slots).to.have.length(mostSlots);
    }));

  it('is changed by one process at a time: another waits, and after a while says why it cannot', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      const keys = await ring.create([keyFile(1), keyFile(2)]);
      const [first] = ring.verified(keys).slots;
      const other = tryLockFile(join(folder, 'keyring.lock'));
      const attempts = [
        () => ring.remove(keys, first!.id),
        () => {
          ring.setState(keys, 'encrypted');
        },
        () => {
          ring.drop();
        },
      ];
      for (const attempt of attempts) expect(attempt).to.throw('Another process is changing the keys of this library');
      other?.release();
      expect(ring.remove(keys, first!.id).id).to.equal(first!.id);
    }));

  it('leaves no half of one that a kill has cut off', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      const keys = await ring.create([keyFile(1)]);
      writeFileSync(join(folder, 'keyring.json.1234.new'), '{"version":');
      await ring.add(keys, keyFile(2));
      expect(readdirSync(folder).sort()).to.deep.equal(['keyring.json', 'keyring.lock']);
    }));

  it('is made once', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      expect(ring.content()).to.equal(null);
      await ring.create([keyFile(1)]);
      expect((await failure(ring.create([keyFile(2)]))).message).to.equal('This library is encrypted already.');
      expect(await ring.unlock(keyFile(1).secret)).not.to.equal(null);
    }));

  for (const [what, alter] of [
    ['another cipher', (c) => ({ ...c, cipher: c.cipher === 'aegis-256x2' ? 'chacha20' : 'aegis-256x2' })],
    ['another state', (c) => ({ ...c, state: 'decrypting' })],
    ['an older generation', (c) => ({ ...c, generation: 1 })],
    ['a key under another name', (c) => ({ ...c, slots: c.slots.map((slot) => ({ ...slot, name: 'x' })) })],
    ['fewer keys', (c) => ({ ...c, slots: c.slots.slice(1) })],
  ] as [string, (content: KeyringContent) => unknown][]) {
    it(`is not used after somebody without the key gave it ${what}`, () =>
      withTempFolder(async (folder) => {
        const ring = new Keyring(folder);
        const keys: LibraryKeys = await ring.create([keyFile(1)]);
        await ring.add(keys, keyFile(2));
        ring.setState(keys, 'encrypted');
        expect(ring.content()).to.include({ state: 'encrypted', generation: 3 });
        change(folder, alter);
        const { name, message } = await failure(ring.unlock(keyFile(2).secret));
        expect(name).to.equal('StartupError');
        expect(message).to.match(/keyring\.json .* was changed by somebody without the key: bring it back/);
      }));
  }

  for (const [what, alter] of [
    ['a key that was removed', (c, before) => ({ ...c, slots: before.slots })],
    ['another state', (c) => ({ ...c, state: 'decrypting' })],
    ['another cipher', (c) => ({ ...c, cipher: c.cipher === 'aegis-256x2' ? 'chacha20' : 'aegis-256x2' })],
  ] as [string, (content: KeyringContent, before: KeyringContent) => unknown][]) {
    it(`is never sealed anew after somebody without the key gave it ${what} while it was unlocked`, () =>
      withTempFolder(async (folder) => {
        const ring = new Keyring(folder);
        const keys = await ring.create([keyFile(1)]);
        const second = await ring.add(keys, keyFile(2));
        ring.setState(keys, 'encrypted');
        const before = ring.content()!;
        ring.remove(keys, before.slots[0]!.id);
        change(folder, (content) => alter(content, before));
        const written = readFileSync(fileOf(folder), 'utf8');
        const refused = /keyring\.json .* was changed by somebody without the key: bring it back/;
        expect(() => ring.verified(keys)).to.throw(refused);
        expect(() => {
          ring.setState(keys, 'encrypted');
        }).to.throw(refused);
        expect((await failure(ring.add(keys, keyFile(3)))).message).to.match(refused);
        expect((await failure(ring.replace(keys, second.id, keyFile(3)))).message).to.match(refused);
        expect(() => ring.remove(keys, second.id)).to.throw(refused);
        expect(readFileSync(fileOf(folder), 'utf8')).to.equal(written);
      }));
  }

  it('is never sealed anew after another library’s was put in its place, or none', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      const keys = await ring.create([keyFile(1)]);
      rmSync(fileOf(folder));
      expect(() => ring.verified(keys)).to.throw(/keyring\.json is no longer in the data folder.*each backup has one/);
      await ring.create([keyFile(1)]);
      expect((await failure(ring.add(keys, keyFile(3)))).message).to.match(/was changed by somebody without the key/);
    }));

  it('of another library opens nothing here, even with the same key file', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      await ring.create([keyFile(1)]);
      change(folder, (content) => ({ ...content, library: '00000000-0000-4000-8000-000000000000' }));
      expect(await ring.unlock(keyFile(1).secret)).to.equal(null);
    }));

  for (const [what, text] of [
    ['is no JSON', '{'],
    ['is something else', '{"version":1}'],
    ['is empty', ''],
    ['asks for a terabyte of memory', null],
  ] as const) {
    it(`is refused with a way out when it ${what}`, () =>
      withTempFolder(async (folder) => {
        const ring = new Keyring(folder);
        await ring.create([keyFile(1)]);
        if (text !== null) writeFileSync(fileOf(folder), text);
        else {
          change(folder, (content) => ({
            ...content,
            slots: content.slots.map((slot) => ({ ...slot, stretching: { passes: 3, memory: 2 ** 40 } })),
          }));
        }
        const { name, message } = await failure(ring.unlock(keyFile(1).secret));
        expect(name).to.equal('StartupError');
        expect(message).to.match(/keyring\.json .* is damaged.*each backup has one/);
      }));
  }
});
