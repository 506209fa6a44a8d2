import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Keyring } from '../../../core/encryption/keyring.ts';
import { maxSlots, type KeyringContent } from '../../../core/encryption/keyring-content.ts';
import type { LibraryKeys } from '../../../core/encryption/library-keys.ts';
import { weakStretching } from '../../../core/encryption/stretch.ts';
import { keyFileContent, someRecovery, someSettings } from '../../support/library-keys.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const keyFile = (fill: number) => ({
  secret: { kind: 'key_file' as const, content: keyFileContent(fill) },
  name: `file ${fill}`,
});
const passphrase = { secret: { kind: 'passphrase' as const, passphrase: 'Möwen über Sylt' }, name: 'anna' };

/** Recovery keys open at once; other secrets are stretched. */
const recovery = someRecovery();
const other = someRecovery();

/** Keyrings that stretch passphrases and key files as little as possible. */
const weak = (folder: string): Keyring => new Keyring(folder, undefined, weakStretching);

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
  it('is opened by a passphrase in any Unicode form, by a key file and by the recovery key', () =>
    withTempFolder(async (folder) => {
      const ring = weak(folder);
      const keys = await ring.create([passphrase, keyFile(1), recovery.secret], someSettings);
      const index = keys.of('index').toString('hex');
      for (const given of [
        passphrase.secret,
        { kind: 'passphrase' as const, passphrase: 'Möwen über Sylt'.normalize('NFD') },
        { kind: 'recovery' as const, recoveryKey: recovery.recoveryKey.toLowerCase() },
        keyFile(1).secret,
      ]) {
        const opened = await new Keyring(folder).unlock(given);
        expect(opened?.of('index').toString('hex'), given.kind).to.equal(index);
      }
      expect(await ring.unlock({ kind: 'passphrase', passphrase: 'Möwen uber Sylt' })).to.equal(null);
      expect(await ring.unlock({ kind: 'recovery', recoveryKey: other.recoveryKey })).to.equal(null);
      expect(await ring.unlock({ kind: 'recovery', recoveryKey: 'no key' })).to.equal(null);
      expect(await ring.unlock(keyFile(2).secret)).to.equal(null);
    }));

  it('stretches passphrases and key files with text, but neither random key files nor recovery keys', () =>
    withTempFolder(async (folder) => {
      const ring = new Keyring(folder);
      const texts = (['utf8', 'latin1', 'utf16le'] as const).map((encoding) => ({
        secret: { kind: 'key_file' as const, content: Buffer.from('für eine Datei ausgedachter Satz', encoding) },
        name: '',
      }));
      await ring.create([passphrase, ...texts, keyFile(1), recovery.secret], someSettings);
      const usual = { passes: 3, memory: 64 * 1024 * 1024 };
      const stretching = ring.content()?.slots.map((slot) => slot.stretching);
      expect(stretching).to.deep.equal([usual, usual, usual, usual, undefined, undefined]);
      for (const { secret } of [texts[1]!, keyFile(1)]) expect(await ring.unlock(secret)).not.to.equal(null);
    }));

  it('is readable by its owner only, and contains no key in plain text', () =>
    withTempFolder(async (folder) => {
      const keys = await weak(folder).create([keyFile(1)], someSettings);
      expect(statSync(fileOf(folder)).mode & 0o777).to.equal(0o600);
      const text = readFileSync(fileOf(folder), 'utf8');
      keys.useDataKey((dataKey) => {
        for (const secret of [dataKey, someSettings.signingSecret]) {
          for (const encoding of ['hex', 'base64', 'latin1'] as const) {
            expect(text).not.to.contain(Buffer.from(secret).toString(encoding));
          }
        }
      });
    }));

  it('has a different key for each purpose, and erases all of them when it is wiped', () =>
    withTempFolder(async (folder) => {
      const keys = await weak(folder).create([recovery.secret], someSettings);
      const purposes = [
        ...(['index', 'thumbnails', 'faces', 'vectors', 'settings', 'snapshots', 'plugins', 'keyring'] as const),
      ];
      const all = purposes.map((purpose) => keys.of(purpose));
      expect(new Set(all.map((key) => key.toString('hex'))).size).to.equal(purposes.length);
      keys.wipe();
      for (const key of all) expect(key.every((byte) => byte === 0)).to.equal(true);
      keys.useDataKey((dataKey) => {
        expect(dataKey.every((byte) => byte === 0)).to.equal(true);
      });
    }));

  it('accepts and removes keys, except the last one, without changing the data key', () =>
    withTempFolder(async (folder) => {
      const ring = weak(folder);
      const keys = await ring.create([keyFile(1)], someSettings);
      const index = keys.of('index').toString('hex');
      const second = await ring.add(keys, recovery.secret);
      const [first] = ring.content()!.slots;
      expect((await ring.remove(keys, first!.id)).name).to.equal('file 1');
      expect(await ring.unlock(keyFile(1).secret)).to.equal(null);
      const opened = await ring.unlock(recovery.secret.secret);
      expect(opened?.of('index').toString('hex')).to.equal(index);
      expect((await failure(ring.remove(keys, second.id))).message).to.match(/^This is the last key/);
      expect((await failure(ring.remove(keys, first!.id))).message).to.equal('There is no such key.');
      for (let count = 1; count < maxSlots; count += 1) await ring.add(keys, someRecovery().secret);
      expect((await failure(ring.add(keys, other.secret))).message).to.contain(`at most ${maxSlots} keys`);
    }));

  it('has at most the maximum number of keys, even if two are added at once', () =>
    withTempFolder(async (folder) => {
      const [ring, another] = [weak(folder), weak(folder)];
      const keys = await ring.create([recovery.secret], someSettings);
      for (let count = 1; count < maxSlots - 1; count += 1) await ring.add(keys, someRecovery().secret);
      const added = await Promise.allSettled([ring.add(keys, other.secret), another.add(keys, other.secret)]);
      expect(added.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
      expect(ring.verified(keys).slots).to.have.length(maxSlots);
    }));

  it('stores the settings of the library encrypted, and rejects older ones in their place', () =>
    withTempFolder(async (folder) => {
      const ring = weak(folder);
      const keys = await ring.create([recovery.secret], someSettings);
      expect(ring.settings(keys)).to.deep.equal(someSettings);
      const plugins = { enabled: ['/opt/plugins/chart'], disabled: ['backup'] };
      await ring.changeSettings(keys, () => ({ plugins }));
      expect(ring.settings(keys)).to.deep.equal({ ...someSettings, plugins });
      expect(readFileSync(fileOf(folder), 'utf8')).to.not.include('chart');
      const older = ring.content()!;
      await ring.changeSettings(keys, () => ({ plugins: someSettings.plugins }));
      change(folder, (content) => ({ ...content, settings: older.settings }));
      expect(() => ring.settings(keys)).to.throw(/was changed by somebody without the key/);
    }));

  it('is created only once', () =>
    withTempFolder(async (folder) => {
      const ring = weak(folder);
      expect(ring.content()).to.equal(null);
      await ring.create([recovery.secret], someSettings);
      const again = ring.create([other.secret], someSettings);
      expect((await failure(again)).message).to.equal('This library is encrypted already.');
      expect(await ring.unlock(recovery.secret.secret)).not.to.equal(null);
    }));

  for (const [what, alter] of [
    ['another cipher', (c) => ({ ...c, cipher: c.cipher === 'aegis-256x2' ? 'chacha20' : 'aegis-256x2' })],
    ['another state', (c) => ({ ...c, state: 'decrypting' })],
    ['an older generation', (c) => ({ ...c, generation: 1 })],
    ['a key under another name', (c) => ({ ...c, slots: c.slots.map((slot) => ({ ...slot, name: 'x' })) })],
    ['fewer keys', (c) => ({ ...c, slots: c.slots.slice(1) })],
    ['other settings', (c) => ({ ...c, settings: c.settings.replace(/^..../, 'AAAA') })],
  ] as [string, (content: KeyringContent) => unknown][]) {
    it(`is rejected after it got ${what} without the key`, () =>
      withTempFolder(async (folder) => {
        const ring = weak(folder);
        const keys: LibraryKeys = await ring.create([recovery.secret], someSettings);
        await ring.add(keys, other.secret);
        await ring.setState(keys, 'encrypted');
        expect(ring.content()).to.include({ state: 'encrypted', generation: 3 });
        change(folder, alter);
        const { name, message } = await failure(ring.unlock(other.secret.secret));
        expect(name).to.equal('StartupError');
        expect(message).to.match(/keyring\.json .* was changed by somebody without the key: bring it back/);
      }));
  }

  for (const [what, alter] of [
    ['a key that was removed', (c, before) => ({ ...c, slots: before.slots })],
    ['another state', (c) => ({ ...c, state: 'decrypting' })],
    ['another cipher', (c) => ({ ...c, cipher: c.cipher === 'aegis-256x2' ? 'chacha20' : 'aegis-256x2' })],
  ] as [string, (content: KeyringContent, before: KeyringContent) => unknown][]) {
    it(`never gets a new MAC after it got ${what} without the key while it was unlocked`, () =>
      withTempFolder(async (folder) => {
        const ring = weak(folder);
        const keys = await ring.create([recovery.secret], someSettings);
        const second = await ring.add(keys, other.secret);
        await ring.setState(keys, 'encrypted');
        const before = ring.content()!;
        await ring.remove(keys, before.slots[0]!.id);
        change(folder, (content) => alter(content, before));
        const written = readFileSync(fileOf(folder), 'utf8');
        const refused = /keyring\.json .* was changed by somebody without the key: bring it back/;
        expect(() => ring.verified(keys)).to.throw(refused);
        for (const attempt of [
          () => ring.setState(keys, 'encrypted'),
          () => ring.add(keys, recovery.secret),
          () => ring.replace(keys, second.id, recovery.secret),
          () => ring.remove(keys, second.id),
          () => ring.changeSettings(keys, () => ({})),
        ]) {
          expect((await failure(attempt())).message).to.match(refused);
        }
        expect(readFileSync(fileOf(folder), 'utf8')).to.equal(written);
      }));
  }

  it('never gets a new MAC after it was removed, or replaced by that of another library', () =>
    withTempFolder(async (folder) => {
      const ring = weak(folder);
      const keys = await ring.create([recovery.secret], someSettings);
      rmSync(fileOf(folder));
      expect(() => ring.verified(keys)).to.throw(/keyring\.json is no longer in the data folder.*each backup has one/);
      await ring.create([recovery.secret], someSettings);
      expect((await failure(ring.add(keys, other.secret))).message).to.match(/was changed by somebody without the key/);
    }));

  it('of another library opens nothing, even with the same secret', () =>
    withTempFolder(async (folder) => {
      const ring = weak(folder);
      await ring.create([recovery.secret], someSettings);
      (await ring.unlock(recovery.secret.secret))!.wipe();
      change(folder, (content) => ({ ...content, library: '00000000-0000-4000-8000-000000000000' }));
      expect(await ring.unlock(recovery.secret.secret)).to.equal(null);
    }));

  for (const [what, text] of [
    ['is not JSON', '{'],
    ['has another format', '{"version":1}'],
    ['is empty', ''],
    ['requires a terabyte of memory', null],
  ] as const) {
    it(`is refused with advice if it ${what}`, () =>
      withTempFolder(async (folder) => {
        const ring = weak(folder);
        await ring.create([keyFile(1)], someSettings);
        if (text !== null) writeFileSync(fileOf(folder), text);
        else {
          change(folder, (content) => ({
            ...content,
            slots: content.slots.map((slot) => ({ ...slot, stretching: { passes: 3, memory: 2 ** 40 } })),
          }));
        }
        const { name, message } = await failure(ring.unlock(keyFile(1).secret));
        expect(name).to.equal('StartupError');
        expect(message).to.match(/keyring\.json .* is damaged.*[Ee]ach backup has one/);
      }));
  }
});
