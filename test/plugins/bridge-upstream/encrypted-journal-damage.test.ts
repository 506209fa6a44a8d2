import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { isDamage } from '../../../core/plugin-api/toolkit/index.ts';
import { openEncrypted } from '../../../plugins/bridge-upstream/bridge/journal/journal-cipher.ts';
import { openJournal } from '../../../plugins/bridge-upstream/bridge/journal/open-journal.ts';
import { Scanner } from '../../../plugins/bridge-upstream/bridge/scan/scanner.ts';
import { bridgePictures } from '../../support/bridge-pictures.ts';
import { ChangingStore } from '../../support/changing-store.ts';
import { isLongRun } from '../../support/long-run.ts';
import { seededRandom } from '../../support/seed.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const key = Buffer.alloc(32, 7);
const flips = isLongRun ? 10_000 : 2000;
const random = seededRandom();
const ignore = (): void => undefined;

/** Scans a store with a hundred photos into the journal of a folder. */
async function scanInto(folder: string): Promise<Scanner> {
  const journal = openJournal(folder, key);
  const driver = new ChangingStore();
  for (let i = 0; i < 100; i += 1) driver.put(`album ${i % 3}/photo ${i}.jpg`, `photo ${i}`);
  const scanner = new Scanner({
    ...{ driver, journal, pictures: bridgePictures },
    settings: { scanInterval: 3600 },
    log: { info: ignore, warn: ignore, error: ignore },
  });
  scanner.wake();
  await scanner.settled();
  await scanner.stop();
  journal.close();
  return scanner;
}

/** All that can be read of a journal. @throws Error of SQLite */
function contentOf(file: string, cipher: 'aegis-256x2' | 'chacha20'): unknown {
  const db = openEncrypted(file, key, [cipher]);
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
    const rows = tables.map((name) => db.prepare(`SELECT * FROM "${name}"`).all());
    return { rows, integrity: db.pragma('integrity_check', { simple: true }) };
  } finally {
    db.close();
  }
}

describe('an encrypted journal that is damaged', () => {
  for (const cipher of ['aegis-256x2', 'chacha20'] as const) {
    it(`is noticed for each single bit that changes (${cipher})`, () =>
      withTempFolder(async (folder) => {
        const file = join(folder, 'bridge.sqlite3');
        const made = openEncrypted(file, key, [cipher]);
        made.pragma('journal_mode = WAL');
        made.close();
        await scanInto(folder);
        const db = openEncrypted(file, key, [cipher]);
        // Free pages are never read.
        db.exec('VACUUM');
        db.close();
        const was = readFileSync(file);
        const content = contentOf(file, cipher);
        const handle = openSync(file, 'r+');
        const unnoticed: number[] = [];
        for (let flip = 0; flip < flips; flip += 1) {
          const at = Math.floor(random() * was.length);
          writeSync(handle, Buffer.of(was[at]! ^ (1 << Math.floor(random() * 8))), 0, 1, at);
          try {
            const now = contentOf(file, cipher) as { integrity: unknown };
            if (now.integrity === 'ok') {
              expect(now, `byte ${at}`).to.deep.equal(content);
              unnoticed.push(at);
            }
          } catch (error) {
            if (!isDamage(error)) throw error;
          }
          writeSync(handle, was.subarray(at, at + 1), 0, 1, at);
        }
        closeSync(handle);
        // 16 bytes that nothing is derived from where the key is given, and two that say how the file was written.
        expect(unnoticed.filter((at) => at >= 20)).to.deep.equal([]);
        expect(readFileSync(file).equals(was)).to.equal(true);
      }));
  }

  it('says what to do when it does not open, and while the bridge runs', () =>
    withTempFolder(async (folder) => {
      await scanInto(folder);
      const file = join(folder, 'bridge.sqlite3');
      const was = readFileSync(file);
      const damage = (name: string, at: number): string => {
        const copy = join(folder, name);
        mkdirSync(copy);
        writeFileSync(join(copy, 'bridge.sqlite3'), was.with(at, was[at]! ^ 1));
        return copy;
      };
      expect(() => openJournal(damage('first', 1000), key)).to.throw(/is damaged.*: move it .* away/);
      const db = openEncrypted(file, key);
      // A page that nobody reads before the scan.
      const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'files'").pluck().get() as number;
      db.close();
      const scanner = await scanInto(damage('later', (page - 1) * 4096 + 1000));
      expect(scanner.status().condition.detail).to.match(/bridge\.sqlite3 in BRIDGE_DATA_DIR is damaged: move it/);
    }));
});
