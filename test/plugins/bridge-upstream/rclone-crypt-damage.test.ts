import { expect } from 'chai';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver, StoreEntry } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { createRcloneCryptDriver } from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt.ts';
import { plainSize } from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt/contents.ts';
import { withBadSector } from '../../support/bad-sector.ts';
import { bridgeRig } from '../../support/bridge-rig.ts';
import { listStore, readStore, storeErrorFrom, unhurried } from '../../support/driver-reading.ts';
import { rcloneVaults, vaultsFolder } from '../../support/fixture-vaults.ts';
import { openHandles } from '../../support/open-handles.ts';
import { ScanRig } from '../../support/scan-rig.ts';

const header = 32;
const sealedBlock = 16 + 65_536;

describe('a damaged file of rclone’s crypt', () => {
  const { settings } = rcloneVaults['rclone-standard']!;
  let root: string;
  let driver: Driver;
  let entry: StoreEntry;
  let stored: string;
  let whole: Buffer;
  let sealed: Buffer;

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'photofinch-'));
    cpSync(join(vaultsFolder, 'rclone-standard'), root, { recursive: true });
    driver = createRcloneCryptDriver({ root, ...settings });
    entry = (await listStore(driver)).entries.get('Edges/65537.jpg')!;
    whole = await readStore(driver, entry);
    stored = join(root, entry.handle);
    sealed = readFileSync(stored);
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function flip(at: number): void {
    const damaged = Buffer.from(sealed);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0x10, at);
    writeFileSync(stored, damaged);
  }

  const flips: Record<string, { at: number; message: RegExp }> = {
    'the magic': { at: 3, message: /does not begin/ },
    'the nonce': { at: 20, message: /^Block 0 / },
    'the authentication tag of the first block': { at: header + 5, message: /^Block 0 / },
    'the first block': { at: header + 16 + 30_000, message: /^Block 0 / },
    'the authentication tag of the last block': { at: header + sealedBlock + 2, message: /^Block 1 / },
    'the last block': { at: header + sealedBlock + 16, message: /^Block 1 / },
  };
  for (const [where, { at, message }] of Object.entries(flips)) {
    it(`is rejected for one bit in ${where}`, async () => {
      flip(at);
      const error = await storeErrorFrom(readStore(driver, entry));
      expect(error.code).to.equal('integrity');
      expect(error.message).to.match(message).and.not.include(root);
    });
  }

  it('can be read before and after the damage', async () => {
    flip(header + sealedBlock + 16);
    expect((await readStore(driver, entry, { start: 0, end: 65_535 })).equals(whole.subarray(0, 65_536))).to.be.true;
    flip(header + 40);
    expect((await readStore(driver, entry, { start: 65_536, end: 65_536 })).equals(whole.subarray(65_536))).to.be.true;
  });

  for (const left of [
    0,
    1,
    31,
    32,
    33,
    48,
    49,
    header + sealedBlock - 1,
    header + sealedBlock,
    header + sealedBlock + 16,
  ]) {
    it(`is rejected if only ${left} of its bytes are left`, async () => {
      truncateSync(stored, left);
      expect((await storeErrorFrom(readStore(driver, entry))).code).to.equal('integrity');
      const now = (await listStore(driver)).entries.get(entry.path)!;
      expect(now.stamp.size).to.be.lessThan(whole.length);
    });
  }

  for (const left of [0, 20, header + 1, header + 16]) {
    it(`is neither recorded nor sent as an empty photo if only ${left} of its bytes are left`, async () => {
      truncateSync(stored, left);
      utimesSync(stored, 1_500_000_000, 1_500_000_000);
      const rig = new ScanRig(driver);
      const bridge = await bridgeRig({ driver });
      try {
        await rig.scan();
        const { sha1, errors, uid } = rig.node(entry.path);
        expect(sha1).to.equal(null);
        expect(errors[0]?.message).to.match(/^The encrypted file is cut off /);
        bridge.catalog.filesByUid.set(uid, rig.journal.file(uid)!);
        expect((await bridge.get(`/v1/photos/${uid}/full`)).json).to.include({ code: 'integrity_error' });
      } finally {
        await bridge.stop();
        await rig.close();
      }
    });
  }

  it('is rejected if two blocks are swapped', async () => {
    const [first, second] = [sealed.subarray(header, header + sealedBlock), sealed.subarray(header + sealedBlock)];
    writeFileSync(stored, Buffer.concat([sealed.subarray(0, header), second, first]));
    expect((await storeErrorFrom(readStore(driver, entry))).code).to.equal('integrity');
  });

  it('affects neither other files nor the check of the key', async () => {
    flip(header + 40);
    await driver.check(unhurried);
    const other = (await listStore(driver)).entries.get('Edges/65536.jpg')!;
    expect((await readStore(driver, other)).length).to.equal(65_536);
  });

  it('does not prevent the store from opening if the disk fails to read it', () =>
    withBadSector(root, async () => {
      await driver.check(unhurried);
    }));

  it('prevents the store from opening if the whole disk fails', () => {
    const goneAway = `${root}-gone`;
    return withBadSector(
      root,
      async () => {
        expect((await storeErrorFrom(driver.check(unhurried))).code).to.equal('unreachable');
        renameSync(goneAway, root);
      },
      () => {
        renameSync(root, goneAway);
      },
    );
  });

  it('is not found if it was deleted', async () => {
    rmSync(stored);
    expect((await storeErrorFrom(readStore(driver, entry))).code).to.equal('not_found');
    expect((await storeErrorFrom(driver.stat(entry.handle, unhurried))).code).to.equal('not_found');
  });

  it('is closed however reading it ends', async () => {
    for await (const piece of driver.read(entry.handle, { start: 0, end: whole.length - 1 }, unhurried)) {
      expect(piece.length).to.be.greaterThan(0);
      expect(openHandles(root)).to.equal(1);
      break;
    }
    const abort = new AbortController();
    let aborted: unknown;
    try {
      for await (const piece of driver.read(entry.handle, { start: 0, end: whole.length - 1 }, abort.signal)) {
        abort.abort(new Error(`left after ${piece.length}`));
      }
    } catch (error) {
      aborted = error;
    }
    expect(aborted).to.have.property('message', 'left after 65536');
    flip(3);
    await storeErrorFrom(readStore(driver, entry));
    expect(openHandles(root)).to.equal(0);
  });
});

describe('a wrong key', () => {
  it('is detected by contents if names do not show it', async () => {
    for (const folder of ['rclone-off', 'rclone-obfuscate']) {
      const { settings } = rcloneVaults[folder]!;
      const stranger = createRcloneCryptDriver({ root: join(vaultsFolder, folder), ...settings, password: 'another' });
      expect((await storeErrorFrom(stranger.check(unhurried))).code, folder).to.equal('wrong_key');
    }
  });

  it('may also be one with other settings for names', async () => {
    const { settings } = rcloneVaults['rclone-base64']!;
    const driver = createRcloneCryptDriver({
      root: join(vaultsFolder, 'rclone-base64'),
      ...settings,
      fileNameEncoding: 'base32',
    });
    expect((await storeErrorFrom(driver.check(unhurried))).code).to.equal('wrong_key');
  });

  it('cannot be empty', () => {
    expect(() => createRcloneCryptDriver({ root: vaultsFolder, password: '' })).to.throw(/needs the password/);
  });
});

describe('the size of the content of an encrypted file', () => {
  it('follows from the size of the file', () => {
    const sizes: [stored: number, plain: number][] = [
      [header, 0],
      [header + 17, 1],
      [header + sealedBlock - 1, 65_535],
      [header + sealedBlock, 65_536],
      [header + sealedBlock + 17, 65_537],
      [header + 3 * sealedBlock, 196_608],
      // Truncated files.
      [0, 0],
      [10, 0],
      [header + 16, 0],
      [header + sealedBlock + 3, 65_536],
    ];
    for (const [stored, plain] of sizes) expect(plainSize(stored), `${stored}`).to.equal(plain);
  });
});
