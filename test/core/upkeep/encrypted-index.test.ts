import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase, type Db } from '../../../core/db/open.ts';
import { checkIntegrity } from '../../../core/upkeep/integrity.ts';
import { quiet } from '../../support/backup-rig.ts';
import { withHouse } from '../../support/encrypted-house.ts';

describe('an encrypted index', () => {
  it('shows each of 10,000 flipped bits, wherever they are', () =>
    withHouse(async ({ folder, keys }) => {
      const file = join(folder, 'small.sqlite3');
      const made = openDatabase(file, { encryption: keys.index });
      made.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)');
      made.prepare('INSERT INTO t (text) VALUES (hex(randomblob(20000)))').run();
      made.pragma('journal_mode = DELETE');
      made.close();
      // It is examined when a file is opened.
      const header = 24;
      const handle = openSync(file, 'r+');
      const bytes = readFileSync(file);
      const open = (): Db => openDatabase(file, { readonly: true, encryption: keys.index });
      const read = (db: Db): unknown => db.prepare('SELECT sum(length(text)) FROM t').pluck().get();
      /** @returns whether what is read with the bit flipped is refused */
      const refused = (at: number, bit: number, db?: Db): boolean => {
        writeSync(handle, Buffer.of(bytes[at]! ^ (1 << bit)), 0, 1, at);
        let own: Db | undefined;
        try {
          // So that nothing is read from memory.
          db?.pragma('shrink_memory');
          expect(read(db ?? (own = open()))).to.equal(40_000);
          return false;
        } catch (error) {
          expect((error as Error).message).to.match(/malformed|not a database|is damaged|readonly/);
          return true;
        } finally {
          own?.close();
          writeSync(handle, bytes, at, 1, at);
        }
      };
      const db = open();
      try {
        for (let round = 0; round < 10_000; round += 1) {
          const at = Math.floor(Math.random() * bytes.length);
          if (at >= header) expect(refused(at, round % 8, db), `byte ${at}`).to.equal(true);
        }
        // A salt that a key of 32 bytes has no use for, and which journal is used: whatever stands there, the same is read.
        const unused = [...Array(16).keys(), 18, 19];
        for (let at = 0; at < header; at += 1) {
          for (let bit = 0; bit < 8; bit += 1) {
            if (!refused(at, bit)) expect(at).to.be.oneOf(unused);
          }
        }
        expect(read(db)).to.equal(40_000);
      } finally {
        db.close();
        closeSync(handle);
      }
      return Promise.resolve();
    }));

  it('is examined by the checks like any other', () =>
    withHouse(async (house) => {
      const options = { limit: 60, signal: quiet(), encryption: house.keys.index };
      const report = await checkIntegrity(house.index, options);
      expect(report.damaged).to.deep.equal([]);
      expect(report.checked).to.equal(report.of).and.to.be.greaterThan(20);
    }));
});
