import { createCipheriv, randomBytes, scryptSync } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createGocryptfsDriver } from '../../../plugins/bridge-upstream/bridge/drivers/gocryptfs.ts';
import { hashesOf, hashStore, storeErrorFrom, unhurried } from '../../support/driver-reading.ts';
import { gocryptfsMounts, MountedVault } from '../../support/mounted-vault.ts';
import { writePlainSet, type PlainFile } from '../../support/plain-vault.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

interface Config {
  EncryptedKey: string;
  FeatureFlags: string[];
  readonly ScryptObject: { readonly Salt: string; readonly N: number; readonly R: number; readonly P: number };
}

/** gocryptfs still reads and writes these, but no longer creates them: `-init` ignores `-raw64` and `-hkdf`. */
const flavours: Record<string, { without: readonly string[]; flags: readonly string[] }> = {
  'with names in padded Base64': { without: ['Raw64'], flags: [] },
  'without derived keys': { without: ['HKDF'], flags: [] },
  'without derived keys and with AES-SIV': { without: ['HKDF'], flags: ['-aessiv'] },
  'without long names': { without: ['LongNames'], flags: [] },
};

describe('older gocryptfs vaults', function () {
  before(function () {
    if (gocryptfsMounts) return;
    console.log('    skipped: gocryptfs cannot be mounted here (apt-get install gocryptfs fuse3)');
    this.skip();
  });

  for (const [flavour, { without, flags }] of Object.entries(flavours)) {
    it(`${flavour}: all files are read unchanged, and a wrong password is rejected`, async () => {
      await withTempFolder(async (home) => {
        const root = join(home, 'vault');
        const vault = new MountedVault(root, join(home, 'mount'), flags);
        makeOlder(root, without, vault.password);

        let plain: PlainFile[] = [];
        const longest = without.includes('LongNames') ? 175 : 255;
        await vault.fill(async (folder) => {
          plain = await writePlainSet(folder, longest);
        });
        expect(flagsOf(root)).to.not.include.members([...without]);
        if (without.includes('Raw64')) expect(readdirSync(root).some((name) => name.endsWith('='))).to.equal(true);

        const driver = createGocryptfsDriver({ root, password: vault.password });
        await driver.check(unhurried);
        expect(await hashStore(driver)).to.deep.equal(hashesOf(plain));
        const stranger = createGocryptfsDriver({ root, password: 'another' });
        expect((await storeErrorFrom(stranger.check(unhurried))).code).to.equal('wrong_key');
      });
    });
  }
});

const configOf = (root: string): Config => JSON.parse(readFileSync(join(root, 'gocryptfs.conf'), 'utf8')) as Config;

const flagsOf = (root: string): string[] => configOf(root).FeatureFlags;

/** Removes features from an empty vault. Without HKDF it gets a new master key, encrypted as by versions before 1.3. */
function makeOlder(root: string, without: readonly string[], password: string): void {
  const config = configOf(root);
  config.FeatureFlags = config.FeatureFlags.filter((flag) => !without.includes(flag));
  if (without.includes('HKDF')) {
    const { Salt, N, R, P } = config.ScryptObject;
    const key = scryptSync(password, Buffer.from(Salt, 'base64'), 32, { N, r: R, p: P });
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.alloc(8));
    const sealed = Buffer.concat([iv, cipher.update(randomBytes(32)), cipher.final(), cipher.getAuthTag()]);
    config.EncryptedKey = sealed.toString('base64');
  }
  // The file is read-only.
  rmSync(join(root, 'gocryptfs.conf'));
  writeFileSync(join(root, 'gocryptfs.conf'), JSON.stringify(config));
}
