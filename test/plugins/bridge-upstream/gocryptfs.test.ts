import { expect } from 'chai';
import fc from 'fast-check';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderDriver } from '../../../plugins/bridge-upstream/bridge/drivers/folder.ts';
import { createGocryptfsDriver } from '../../../plugins/bridge-upstream/bridge/drivers/gocryptfs.ts';
import { hashesOf, hashStore, listStore, readStore, storeErrorFrom, unhurried } from '../../support/driver-reading.ts';
import { gocryptfsPassword, gocryptfsVaults, keptFiles, vaultsFolder } from '../../support/fixture-vaults.ts';
import { gocryptfsMounts, MountedVault } from '../../support/mounted-vault.ts';
import { writePlainSet, type PlainFile } from '../../support/plain-vault.ts';

describe('existing gocryptfs vaults', () => {
  for (const [folder, { largestFile }] of Object.entries(gocryptfsVaults)) {
    it(`${folder}: all files are read unchanged, and a wrong password is rejected`, async () => {
      const root = join(vaultsFolder, folder);
      const driver = createGocryptfsDriver({ root, password: gocryptfsPassword });
      await driver.check(unhurried);
      const kept = keptFiles().filter(({ size }) => size <= largestFile);
      expect(kept.filter(({ listed }) => listed).length).to.be.greaterThan(9);
      expect(await hashStore(driver)).to.deep.equal(hashesOf(kept));
      expect((await listStore(driver)).report.unreadableNames).to.equal(0);

      const stranger = createGocryptfsDriver({ root, password: 'another' });
      expect((await storeErrorFrom(stranger.check(unhurried))).code).to.equal('wrong_key');
    });
  }

  it('have different fingerprints, even with the same password', async () => {
    const fingerprints = await Promise.all(
      Object.keys(gocryptfsVaults).map(async (folder) => {
        const driver = createGocryptfsDriver({ root: join(vaultsFolder, folder), password: gocryptfsPassword });
        await driver.check(unhurried);
        return driver.fingerprint;
      }),
    );
    expect(new Set(fingerprints).size).to.equal(fingerprints.length);
  });
});

describe('new gocryptfs vaults', function () {
  const flavours: Record<string, readonly string[]> = {
    'with default options': [],
    'with plain names': ['-plaintextnames'],
    'with XChaCha20-Poly1305': ['-xchacha'],
    'with AES-SIV': ['-aessiv'],
    'with deterministic names': ['-deterministic-names'],
    'with short long names': ['-longnamemax', '70'],
  };
  let home: string;
  let plain: PlainFile[];

  before(async function () {
    if (!gocryptfsMounts) {
      console.log('    skipped: gocryptfs cannot be mounted here (apt-get install gocryptfs fuse3)');
      this.skip();
    }
    home = mkdtempSync(join(tmpdir(), 'photofinch-'));
    plain = await writePlainSet(join(home, 'plain'));
  });

  after(() => {
    if (gocryptfsMounts) rmSync(home, { recursive: true });
  });

  let made = 0;
  function vault(flags: readonly string[] = []): { vault: MountedVault; root: string; password: string } {
    made += 1;
    const root = join(home, `vault ${made}`);
    const mounted = new MountedVault(root, join(home, `mount ${made}`), flags);
    return { vault: mounted, root, password: mounted.password };
  }

  for (const [flavour, flags] of Object.entries(flavours)) {
    it(`${flavour}: all files are read unchanged, also through the mount`, async () => {
      const { vault: mounted, root, password } = vault(flags);
      let throughMount = {};
      await mounted.fill(async (folder) => {
        await writePlainSet(folder);
        throughMount = await hashStore(createFolderDriver({ root: folder }));
      });
      const driver = createGocryptfsDriver({ root, password });
      await driver.check(unhurried);
      const stored = await hashStore(driver);
      expect(stored).to.deep.equal(hashesOf(plain));
      expect(stored).to.deep.equal(throughMount);
      const { report } = await listStore(driver);
      expect(report).to.deep.equal({ unreadableNames: 0 });
    });
  }

  it('return any range of any file', async () => {
    const long = Buffer.from(Array.from({ length: 600_000 }, (_, i) => (i * i * 31 + i) % 253));
    const sizes = [1, 4095, 4096, 4097, 262_144, 600_000];
    const { vault: mounted, root, password } = vault();
    await mounted.fill((folder) => {
      for (const size of sizes) writeFileSync(join(folder, `${size}.jpg`), long.subarray(0, size));
      return Promise.resolve();
    });
    const driver = createGocryptfsDriver({ root, password });
    const { entries } = await listStore(driver);
    const range = fc
      .constantFrom(...sizes)
      .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1), fc.nat(size - 1)));
    await fc.assert(
      fc.asyncProperty(range, async ([size, one, other]) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const bytes = await readStore(driver, entries.get(`${size}.jpg`)!, { start, end });
        expect(bytes.equals(long.subarray(start, end + 1))).to.equal(true);
      }),
      { numRuns: 150 },
    );
  });

  it('return zeros for the holes of a sparse file', async () => {
    const { vault: mounted, root, password } = vault();
    const size = 3_000_000;
    await mounted.fill((folder) => {
      const path = join(folder, 'sparse.jpg');
      const file = openSync(path, 'w');
      writeSync(file, 'begin');
      writeSync(file, 'middle', 1_500_000);
      closeSync(file);
      truncateSync(path, size);
      return Promise.resolve();
    });
    const driver = createGocryptfsDriver({ root, password });
    const { entries } = await listStore(driver);
    const bytes = await readStore(driver, entries.get('sparse.jpg')!);
    const expected = Buffer.alloc(size);
    expected.write('begin');
    expected.write('middle', 1_500_000);
    expect(bytes.equals(expected)).to.equal(true);
  });

  it('can have names of the maximum length in any script, also in folders with long names', async () => {
    const { vault: mounted, root, password } = vault();
    const names = ['x'.repeat(251), 'ж'.repeat(125), '写'.repeat(83), '🐦'.repeat(62), 'a'.repeat(176)];
    await mounted.fill((folder) => {
      for (const name of names) {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, `${name}.jpg`), name);
      }
      return Promise.resolve();
    });
    const { entries } = await listStore(createGocryptfsDriver({ root, password }));
    expect([...entries.keys()]).to.have.members(names.map((name) => `${name}/${name}.jpg`));
  });

  it('need the new password when it changes, and keep their fingerprint and files', async () => {
    const { vault: mounted, root, password } = vault();
    await mounted.fill((folder) => writePlainSet(folder));
    const driver = createGocryptfsDriver({ root, password });
    await driver.check(unhurried);
    const before = driver.fingerprint;
    mounted.changePassword('another password');
    expect((await storeErrorFrom(driver.check(unhurried))).code).to.equal('wrong_key');
    const renewed = createGocryptfsDriver({ root, password: 'another password' });
    await renewed.check(unhurried);
    expect(renewed.fingerprint).to.equal(before);
    expect(await hashStore(renewed)).to.deep.equal(hashesOf(plain));
  });
});
