import { expect } from 'chai';
import fc from 'fast-check';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createRcloneCryptDriver,
  type RcloneCryptSettings,
} from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt.ts';
import { hashesOf, hashStore, listStore, readStore, storeErrorFrom, unhurried } from '../../support/driver-reading.ts';
import { keptFiles, longestRcloneName, rcloneVaults, vaultsFolder } from '../../support/fixture-vaults.ts';
import { writePlainSet, type PlainFile } from '../../support/plain-vault.ts';
import { Rclone, rcloneInstalled } from '../../support/rclone.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('existing rclone vaults', () => {
  for (const [folder, { settings, largestFile }] of Object.entries(rcloneVaults)) {
    it(`${folder}: all files are read unchanged`, async () => {
      const driver = createRcloneCryptDriver({ root: join(vaultsFolder, folder), ...settings });
      await driver.check(unhurried);
      const kept = keptFiles().filter(
        ({ path, size }) => size <= largestFile && Buffer.byteLength(path.replace(/.*\//, '')) <= longestRcloneName,
      );
      expect(kept.filter(({ listed }) => listed).length).to.be.greaterThan(9);
      expect(await hashStore(driver)).to.deep.equal(hashesOf(kept));
    });
  }
});

describe('new rclone vaults', () => {
  const secrets = { password: 'pässwörd ☃', salt: 'sea salt' };
  const flavours: Record<string, RcloneCryptSettings> = {
    'with rclone’s own defaults': { password: secrets.password },
    'with names in Base64': { ...secrets, fileNameEncoding: 'base64' },
    'with names in Base32768': { ...secrets, fileNameEncoding: 'base32768' },
    'with plain folder names': { ...secrets, directoryNameEncryption: false },
    'with obfuscated names': { ...secrets, fileNameEncryption: 'obfuscate' },
    'with obfuscated names in plain folders': {
      ...secrets,
      fileNameEncryption: 'obfuscate',
      directoryNameEncryption: false,
    },
    'with plain names': { ...secrets, fileNameEncryption: 'off' },
    'with plain contents': { ...secrets, noDataEncryption: true },
  };
  let plainFolder: string;
  let plain: PlainFile[];

  before(async function () {
    if (!rcloneInstalled) {
      console.log('    skipped: rclone is not installed (apt-get install rclone)');
      this.skip();
    }
    plainFolder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    plain = await writePlainSet(plainFolder, longestRcloneName);
  });

  after(() => {
    if (rcloneInstalled) rmSync(plainFolder, { recursive: true });
  });

  for (const [flavour, settings] of Object.entries(flavours)) {
    it(`${flavour}: all files are read unchanged, and another key is rejected`, async () => {
      await withTempFolder(async (root) => {
        const rclone = new Rclone(root, settings);
        rclone.encrypt(plainFolder);
        const written = rclone.run(['lsf', '-R', '--files-only', 'vault:']).trim().split('\n');
        expect(written).to.have.members(plain.map(({ path }) => path));

        const driver = createRcloneCryptDriver({ root, ...settings });
        await driver.check(unhurried);
        expect(await hashStore(driver)).to.deep.equal(hashesOf(plain));
        expect((await listStore(driver)).report.unreadableNames).to.equal(0);

        const others = [
          { ...settings, password: 'another' },
          { ...settings, salt: 'another' },
        ];
        for (const other of others) {
          const stranger = createRcloneCryptDriver({ root, ...other });
          expect(stranger.fingerprint).not.to.equal(driver.fingerprint);
          expect((await storeErrorFrom(stranger.check(unhurried))).code).to.equal('wrong_key');
        }
      });
    });
  }

  for (const { suffix, ending } of [
    { suffix: '.locked', ending: '.locked' },
    { suffix: 'locked', ending: '.locked' },
    { suffix: 'none', ending: '' },
  ]) {
    it(`with plain names and the suffix ${suffix}: all files are read unchanged`, async () => {
      await withTempFolder(async (root) => {
        const settings: RcloneCryptSettings = { ...secrets, fileNameEncryption: 'off' };
        new Rclone(root, settings).encrypt(plainFolder);
        // As newer versions of rclone write them; the setting is unknown to those before 1.63.
        for (const { path } of plain) renameSync(join(root, `${path}.bin`), join(root, `${path}${ending}`));
        const driver = createRcloneCryptDriver({ root, ...settings, suffix });
        await driver.check(unhurried);
        expect(await hashStore(driver)).to.deep.equal(hashesOf(plain));
      });
    });
  }

  it('return any range of any file', async () => {
    await withTempFolder(async (root) => {
      const long = Buffer.from(Array.from({ length: 400_000 }, (_, i) => (i * i * 31 + i) % 253));
      const sizes = [1, 65_535, 65_536, 65_537, 131_072, 400_000];
      await withTempFolder((folder) => {
        for (const size of sizes) writeFileSync(join(folder, `${size}.jpg`), long.subarray(0, size));
        new Rclone(root, secrets).encrypt(folder);
      });
      const driver = createRcloneCryptDriver({ root, ...secrets });
      const { entries } = await listStore(driver);
      const range = fc
        .constantFrom(...sizes)
        .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1), fc.nat(size - 1)));
      await fc.assert(
        fc.asyncProperty(range, async ([size, one, other]) => {
          const [start, end] = [Math.min(one, other), Math.max(one, other)];
          const bytes = await readStore(driver, entries.get(`${size}.jpg`)!, { start, end });
          expect(bytes.equals(long.subarray(start, end + 1))).to.be.true;
        }),
        { numRuns: 200 },
      );
    });
  });
});

describe('a store of rclone’s crypt', () => {
  const { settings } = rcloneVaults['rclone-standard']!;

  it('is unreachable if its folder is missing', async () => {
    await withTempFolder(async (folder) => {
      const driver = createRcloneCryptDriver({ root: join(folder, 'gone'), ...settings });
      expect((await storeErrorFrom(driver.check(unhurried))).code).to.equal('unreachable');
      const listing = await storeErrorFrom(listStore(driver));
      expect(listing.code).to.equal('unreachable');
      expect(listing.message).not.to.include(folder);
    });
  });

  it('is not read if the contents are encrypted and the setting says otherwise, or the reverse', async () => {
    const root = join(vaultsFolder, 'rclone-standard');
    const asPlain = await storeErrorFrom(
      createRcloneCryptDriver({ root, ...settings, noDataEncryption: true }).check(unhurried),
    );
    expect(asPlain).to.include({ code: 'unsupported' });
    expect(asPlain.message).to.match(/are encrypted: unset RCLONE_CRYPT_NO_DATA_ENCRYPTION/);
    await withTempFolder(async (folder) => {
      cpSync(root, folder, { recursive: true });
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (entry.isFile()) writeFileSync(join(entry.parentPath, entry.name), 'plain content');
      }
      const asEncrypted = await storeErrorFrom(createRcloneCryptDriver({ root: folder, ...settings }).check(unhurried));
      expect(asEncrypted).to.include({ code: 'unsupported' });
      expect(asEncrypted.message).to.match(/are not encrypted by rclone/);
      await createRcloneCryptDriver({ root: folder, ...settings, noDataEncryption: true }).check(unhurried);
    });
  });

  it('can be empty', async () => {
    await withTempFolder(async (root) => {
      const driver = createRcloneCryptDriver({ root, ...settings });
      await driver.check(unhurried);
      expect((await listStore(driver)).entries.size).to.equal(0);
    });
  });

  it('counts names that do not decrypt and lists the rest, and reports a wrong key if none decrypts', async () => {
    await withTempFolder(async (root) => {
      writeFileSync(join(root, '.DS_Store'), '');
      mkdirSync(join(root, 'lost+found'));
      symlinkSync('/etc/hostname', join(root, 'link'));
      writeFileSync(join(root, 'readme.txt'), 'not ours');
      writeFileSync(join(root, '0123456789abcdefghijklmnop'), 'of the right form');
      writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe, 0x41])]), 'no UTF-8');
      const driver = createRcloneCryptDriver({ root, ...settings });
      const { entries, report } = await listStore(driver);
      expect(entries.size).to.equal(0);
      expect(report.unreadableNames).to.equal(3);
      expect((await storeErrorFrom(driver.check(unhurried))).code).to.equal('wrong_key');
      const vault = join(vaultsFolder, 'rclone-standard');
      const paths = [...(await listStore(createRcloneCryptDriver({ root: vault, ...settings }))).entries.keys()];
      cpSync(vault, root, { recursive: true });
      const both = await listStore(driver);
      expect([...both.entries.keys()]).to.have.members(paths);
      expect(both.report.unreadableNames).to.equal(3);
      await driver.check(unhurried);
    });
  });

  it('reads nothing outside its folder', async () => {
    await withTempFolder(async (folder) => {
      const root = join(folder, 'vault');
      mkdirSync(root);
      writeFileSync(join(folder, 'outside'), 'secret');
      symlinkSync('../outside', join(root, 'link'));
      const driver = createRcloneCryptDriver({ root, ...settings, noDataEncryption: true });
      for (const handle of ['../outside', '/etc/hostname', 'a/../../outside', './../outside', 'link', '', '.']) {
        expect((await storeErrorFrom(driver.stat(handle, unhurried))).code, handle).to.equal('not_found');
        const entry = { path: 'a.jpg', handle, stamp: { size: 1, mtimeMs: 0, ctimeMs: 0 } };
        expect((await storeErrorFrom(readStore(driver, entry))).code, handle).to.equal('not_found');
      }
    });
  });
});
