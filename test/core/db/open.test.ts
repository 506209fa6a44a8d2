import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../core/db/open.ts';
import { StartupError } from '../../../core/domain/errors.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('opening the index', () => {
  it('recommends a restore for a file that is not a database, and leaves it unchanged', () =>
    withTempFolder((folder) => {
      const file = join(folder, 'index.sqlite3');
      const content = 'what a broken disk left of an index '.repeat(100);
      writeFileSync(file, content);
      expect(() => openDatabase(file)).to.throw(StartupError, /damaged: restore a backup/);
      expect(readFileSync(file, 'utf8')).to.equal(content);
    }));

  it('reports a missing keyring for an encrypted index without a key, and damage for a wrong key', () =>
    withTempFolder((folder) => {
      const file = join(folder, 'index.sqlite3');
      for (const cipher of ['aegis-256x2', 'chacha20'] as const) {
        const db = openDatabase(file, { encryption: { cipher, key: Buffer.alloc(32, 3) } });
        db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY)');
        db.close();
        expect(() => openDatabase(file)).to.throw(StartupError, /encrypted, but keyring\.json is missing/);
        expect(() => openDatabase(file, { encryption: { cipher, key: Buffer.alloc(32, 4) } })).to.throw(/is damaged/);
        rmSync(file);
      }
    }));
});
