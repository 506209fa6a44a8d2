import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { attachSqlite, openSqlite, type SqliteCipher } from '../../../core/plugin-api/toolkit/index.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/encrypted-sqlite/', import.meta.url));
const ciphers: readonly SqliteCipher[] = ['aegis-256x2', 'chacha20'];

/** The key of the files: 0, 1, 2, … */
const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const text = 'written once, to be read for ever';

/*
 * The files were created with better-sqlite3-multiple-ciphers 12.11.1. If they can no longer be opened, nor can the
 * libraries of users who update.
 */
describe('the cipher of a SQLite file', () => {
  for (const cipher of ciphers) {
    it(`opens a file that an older version created with ${cipher}`, () =>
      withTempFolder((folder) => {
        const db = openSqlite(copyOf(cipher, folder), { encryption: { cipher, key } });
        expect(db.prepare('SELECT text FROM notes').pluck().get()).to.equal(text);
        db.close();
      }));

    for (const main of [...ciphers, null]) {
      it(`attaches a ${cipher} file to ${main ?? 'a plain file'}`, () =>
        withTempFolder((folder) => {
          const encryption = main && { cipher: main, key: Buffer.alloc(32, 7) };
          const db = openSqlite(join(folder, 'main.sqlite3'), { encryption });
          attachSqlite(db, copyOf(cipher, folder), 'old', { cipher, key });
          expect(db.prepare('SELECT text FROM old.notes').pluck().get()).to.equal(text);
          db.exec('CREATE TABLE own (text TEXT)');
          db.close();
          const again = openSqlite(join(folder, 'main.sqlite3'), { encryption });
          expect(again.prepare('SELECT count(*) FROM own').pluck().get()).to.equal(0);
          again.close();
        }));
    }
  }

  it('is AEGIS-256x2, even if the driver would choose another algorithm by default', () =>
    withTempFolder((folder) => {
      const opens = (algorithm: string): boolean => {
        const db = openSqlite(copyOf('aegis-256x2', folder));
        try {
          db.pragma("cipher = 'aegis'");
          db.pragma(`algorithm = '${algorithm}'`);
          db.pragma(`key = 'raw:${key.toString('hex')}'`);
          return db.prepare('SELECT text FROM notes').pluck().get() === text;
        } catch {
          return false;
        } finally {
          db.close();
        }
      };
      const others = ['aegis-128l', 'aegis-128x2', 'aegis-128x4', 'aegis-256', 'aegis-256x4'];
      expect(['aegis-256x2', ...others].filter(opens)).to.deep.equal(['aegis-256x2']);
    }));
});

function copyOf(cipher: SqliteCipher, folder: string): string {
  const file = join(folder, `${cipher}.sqlite3`);
  copyFileSync(join(fixtures, `${cipher}.sqlite3`), file);
  return file;
}
