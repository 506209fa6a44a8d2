import { expect } from 'chai';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openSqlite } from '../../../core/plugin-api/toolkit/index.ts';
import type { Driver, StoreEntry } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { createGocryptfsDriver } from '../../../plugins/bridge-upstream/bridge/drivers/gocryptfs.ts';
import { listStore, readStore, storeErrorFrom, unhurried } from '../../support/driver-reading.ts';
import { gocryptfsPassword, vaultsFolder } from '../../support/fixture-vaults.ts';
import { ScanRig } from '../../support/scan-rig.ts';

const header = 18;
const sealedBlock = 4096 + 32;

describe('damage to a gocryptfs vault', () => {
  let root: string;
  let driver: Driver;
  let entries: Map<string, StoreEntry>;

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'photofinch-'));
    cpSync(join(vaultsFolder, 'gocryptfs-default'), root, { recursive: true });
    driver = createGocryptfsDriver({ root, password: gocryptfsPassword });
    ({ entries } = await listStore(driver));
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  const stored = (path: string): string => join(root, entries.get(path)!.handle);

  function change(path: string, edit: (bytes: Buffer) => Buffer | undefined): void {
    const bytes = readFileSync(stored(path));
    writeFileSync(stored(path), edit(bytes) ?? bytes);
  }

  const flip =
    (at: number) =>
    (bytes: Buffer): undefined => {
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
    };

  const big = 'Edges/65537.jpg';
  const flips: Record<string, { at: number; message: RegExp }> = {
    'the version': { at: 1, message: /does not begin as gocryptfs/ },
    'the file’s id': { at: 10, message: /^Block 0 / },
    'the IV of the first block': { at: header + 3, message: /^Block 0 / },
    'the first block': { at: header + 16 + 2000, message: /^Block 0 / },
    'the authentication tag of the first block': { at: header + sealedBlock - 4, message: /^Block 0 / },
    'the last block': { at: header + 16 * sealedBlock + 16, message: /^Block 16 / },
  };
  for (const [where, { at, message }] of Object.entries(flips)) {
    it(`is detected for one bit in ${where}`, async () => {
      change(big, flip(at));
      const error = await storeErrorFrom(readStore(driver, entries.get(big)!));
      expect(error.code).to.equal('integrity');
      expect(error.message).to.match(message).and.not.include(root);
    });
  }

  it('affects neither the intact blocks of the file nor other files', async () => {
    const whole = await readStore(driver, entries.get(big)!);
    change(big, flip(header + 5 * sealedBlock + 100));
    const before = await readStore(driver, entries.get(big)!, { start: 0, end: 5 * 4096 - 1 });
    expect(before.equals(whole.subarray(0, 5 * 4096))).to.equal(true);
    const after = await readStore(driver, entries.get(big)!, { start: 6 * 4096, end: 65_536 });
    expect(after.equals(whole.subarray(6 * 4096))).to.equal(true);
    expect((await readStore(driver, entries.get('beach.jpg')!)).length).to.be.greaterThan(1000);
  });

  it('is detected if blocks are swapped, in a file or between two', async () => {
    change(big, (bytes) => {
      const first = Buffer.from(bytes.subarray(header, header + sealedBlock));
      bytes.copy(bytes, header, header + sealedBlock, header + 2 * sealedBlock);
      first.copy(bytes, header + sealedBlock);
    });
    expect((await storeErrorFrom(readStore(driver, entries.get(big)!))).message).to.match(/^Block 0 /);

    const other = readFileSync(stored('Edges/65536.jpg'));
    change('beach.jpg', (bytes) => {
      other.copy(bytes, header, header, header + sealedBlock);
    });
    expect((await storeErrorFrom(readStore(driver, entries.get('beach.jpg')!))).message).to.match(/^Block 0 /);
  });

  for (const cut of [1, 17, header, header + 10, header + 32, header + 100, header + sealedBlock + 20]) {
    it(`is detected in a file that was truncated to ${cut} bytes`, async () => {
      const before = entries.get(big)!;
      truncateSync(stored(big), cut);
      const error = await storeErrorFrom(readStore(driver, before));
      expect(error.code).to.equal('integrity');
      const now = (await listStore(driver)).entries.get(big)!;
      if (cut !== header) expect((await storeErrorFrom(readWhole(driver, now))).code).to.equal('integrity');
    });
  }

  for (const cut of [1, 10, 17, header + 1, header + 32]) {
    it(`is detected when a scan finds a file of ${cut} bytes, which is no empty photo`, async () => {
      truncateSync(stored(big), cut);
      utimesSync(stored(big), 1_500_000_000, 1_500_000_000);
      const rig = new ScanRig(driver);
      try {
        await rig.scan();
        expect(rig.node(big)).to.deep.include({ size: 0, sha1: null });
        expect(rig.node(big).errors[0]?.message).to.match(/^The encrypted file is cut off /);
      } finally {
        await rig.close();
      }
    });
  }

  it('is detected in truncated files that an earlier version recorded as empty photos', async () => {
    truncateSync(stored(big), 10);
    utimesSync(stored(big), 1_500_000_000, 1_500_000_000);
    const rig = new ScanRig(driver);
    try {
      await rig.scan();
      const { uid } = rig.node(big);
      await rig.restart(() => {
        const journal = openSqlite(join(rig.folder, 'bridge.sqlite3'));
        journal
          .prepare('UPDATE files SET sha1 = ?, error = NULL, attempts = 0, retry_at = NULL WHERE path = ?')
          .run(createHash('sha1').digest('hex'), big);
        journal.pragma('user_version = 5');
        journal.close();
      });
      await rig.scan();
      expect(rig.node(big)).to.deep.include({ uid, size: 0, sha1: null });
      expect(rig.node(big).errors[0]?.message).to.match(/^The encrypted file is cut off /);
    } finally {
      await rig.close();
    }
  });

  it('to names is counted, and the other files are listed', async () => {
    const folder = dirname(stored('Live/IMG_0001.jpg'));
    writeFileSync(join(folder, 'not-an-encrypted-name.jpg'), 'x');
    writeFileSync(join(folder, 'AAAAAAAAAAAAAAAAAAAAAA'), 'x');
    writeFileSync(join(folder, 'gocryptfs.longname.nothing-beside-it'), 'x');
    const { entries: now, report } = await listStore(driver);
    expect(report.unreadableNames).to.equal(3);
    expect([...now.keys()]).to.have.members([...entries.keys()]);
  });

  it('such as a lost IV of a folder is reported with the folder, and the other folders are listed', async () => {
    const folder = dirname(stored('Live/IMG_0001.jpg'));
    unlinkSync(join(folder, 'gocryptfs.diriv'));
    const error = await storeErrorFrom(listStore(driver));
    expect(error.message).to.match(/^A folder of the store has lost its gocryptfs.diriv/);
    expect(error.place).to.equal('Live');
    const report = { unreadableNames: 0, unreadableFolders: [] };
    const now: string[] = [];
    for await (const { path } of driver.list(report, unhurried)) now.push(path);
    expect(report.unreadableFolders).to.deep.equal(['Live']);
    const others = [...entries.keys()].filter((path) => !path.startsWith('Live/'));
    expect(now).to.have.members(others);
  });

  const config = (): string => join(root, 'gocryptfs.conf');
  const configs: Record<string, { edit: () => void; code: string; message: RegExp }> = {
    'is missing': {
      edit: () => {
        renameSync(config(), `${config()}.bak`);
      },
      code: 'unreachable',
      message: /no gocryptfs.conf/,
    },
    'is truncated': {
      edit: () => {
        truncateSync(config(), statSync(config()).size >> 1);
      },
      code: 'unreachable',
      message: /no JSON/,
    },
    'is of another version': {
      edit: () => {
        editConfig({ Version: 3 });
      },
      code: 'unsupported',
      message: /version 3/,
    },
    'requires an unknown feature': {
      edit: () => {
        editConfig({ FeatureFlags: ['HKDF', 'GCMIV128', 'DirIV', 'EMENames', 'Raw64', 'Telepathy'] });
      },
      code: 'unsupported',
      message: /“Telepathy”/,
    },
    'is locked with a token': {
      edit: () => {
        editConfig({ FeatureFlags: ['HKDF', 'GCMIV128', 'DirIV', 'EMENames', 'Raw64', 'FIDO2'] });
      },
      code: 'unsupported',
      message: /FIDO2/,
    },
    'requires too much memory': {
      edit: () => {
        editConfig({ ScryptObject: { Salt: 'AAAA', N: 2 ** 30, R: 8, P: 1, KeyLen: 32 } });
      },
      code: 'unsupported',
      message: /2 GiB/,
    },
    'has a key of a wrong length': {
      edit: () => {
        editConfig({ EncryptedKey: 'AAAA' });
      },
      code: 'unreachable',
      message: /EncryptedKey/,
    },
  };
  function editConfig(values: Record<string, unknown>): void {
    const before = JSON.parse(readFileSync(config(), 'utf8')) as Record<string, unknown>;
    writeFileSync(config(), JSON.stringify({ ...before, ...values }));
  }
  for (const [what, { edit, code, message }] of Object.entries(configs)) {
    it(`is reported with the reason if gocryptfs.conf ${what}`, async () => {
      edit();
      const error = await storeErrorFrom(createGocryptfsDriver({ root, password: gocryptfsPassword }).check(unhurried));
      expect(error.code).to.equal(code);
      expect(error.message).to.match(message).and.not.include(root);
    });
  }

  it('such as a missing folder counts as an unreachable store', async () => {
    rmSync(root, { recursive: true });
    expect((await storeErrorFrom(driver.check(unhurried))).code).to.equal('unreachable');
    expect((await storeErrorFrom(listStore(driver))).code).to.equal('unreachable');
    cpSync(join(vaultsFolder, 'gocryptfs-default'), root, { recursive: true });
    await driver.check(unhurried);
    expect(readdirSync(root).length).to.be.greaterThan(3);
  });
});

/** Reads also a file that now seems to be empty. */
async function readWhole(driver: Driver, entry: StoreEntry): Promise<void> {
  for await (const piece of driver.read(
    entry.handle,
    { start: 0, end: Math.max(0, entry.stamp.size - 1) },
    unhurried,
  )) {
    expect(piece.length).to.be.greaterThan(0);
  }
}
