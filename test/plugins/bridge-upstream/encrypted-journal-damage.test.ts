import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { isDamage, type SqliteDatabase } from '../../../core/plugin-api/toolkit/index.ts';
import { openEncrypted } from '../../../plugins/bridge-upstream/bridge/journal/journal-cipher.ts';
import { openJournal } from '../../../plugins/bridge-upstream/bridge/journal/open-journal.ts';
import { Scanner } from '../../../plugins/bridge-upstream/bridge/scan/scanner.ts';
import { bridgePictures } from '../../support/bridge-pictures.ts';
import { ChangingStore } from '../../support/changing-store.ts';
import { flips, withFlippedBits } from '../../support/flipped-file.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const key = Buffer.alloc(32, 7);
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

/** The readable content of a journal; null if SQLite finds damage that the rows do not show. @throws Error of SQLite */
function contentOf(db: SqliteDatabase): unknown {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  const rows = tables.map((name) => db.prepare(`SELECT * FROM "${name}"`).raw().all());
  return db.pragma('quick_check', { simple: true }) === 'ok' ? rows : null;
}

/** @returns null if reading fails because of damage */
function unlessDamaged(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

/** Bytes that are checked when a file is opened. */
const headerBytes = 24;

describe('damage to an encrypted journal', () => {
  for (const cipher of ['aegis-256x2', 'chacha20'] as const) {
    it(`is detected for each of ${flips} flipped bits (${cipher})`, () =>
      withTempFolder(async (folder) => {
        const file = join(folder, 'bridge.sqlite3');
        const made = openEncrypted(file, key, [cipher]);
        made.pragma('journal_mode = WAL');
        made.close();
        await scanInto(folder);
        const db = openEncrypted(file, key, [cipher]);
        // Free pages are never read, and a reader of a WAL keeps no page of the file.
        db.exec('VACUUM');
        db.pragma('journal_mode = DELETE');
        const content = contentOf(db);
        const reopened = (): unknown => {
          const own = openEncrypted(file, key, [cipher]);
          try {
            return contentOf(own);
          } finally {
            own.close();
          }
        };
        withFlippedBits(
          file,
          flips,
          ({ at, bit }) => {
            // Nothing may be read from memory.
            db.pragma('shrink_memory');
            const found = unlessDamaged(() => (at < headerBytes ? reopened() : contentOf(db)));
            if (found === null) return;
            // 16 bytes from which nothing is derived if the key is given, and those that state how the file was
            // written.
            expect(at, `byte ${at}, bit ${bit}`).to.be.oneOf([...Array(16).keys(), 18, 19, 20]);
            expect(found, `byte ${at}, bit ${bit}`).to.deep.equal(content);
          },
          headerBytes,
        );
        expect(contentOf(db)).to.deep.equal(content);
        db.close();
      }));
  }

  it('is reported with what to do, when the journal is opened and while the bridge runs', () =>
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
      // A page that is not read before the scan.
      const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'files'").pluck().get() as number;
      db.close();
      const scanner = await scanInto(damage('later', (page - 1) * 4096 + 1000));
      expect(scanner.status().condition.detail).to.match(/bridge\.sqlite3 in BRIDGE_DATA_DIR is damaged: move it/);
    }));
});
