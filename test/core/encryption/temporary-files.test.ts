import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../core/db/open.ts';
import { openSqlite, type SqliteDatabase } from '../../../core/plugin-api/toolkit/index.ts';
import { someKeys } from '../../support/library-keys.ts';
import { skip } from '../../support/skip.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

/** Files that SQLite has open for data that does not fit into memory. They are already unlinked. */
function spilled(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(join('/proc/self/fd', descriptor));
      return path.includes('etilqs_') ? path : [];
    } catch {
      // The descriptor that the folder was read with.
      return [];
    }
  });
}

/**
 * Sorts more data than the cache holds, groups it, and creates a temporary table. @returns temporary files that were
 * open
 */
function spilling(db: SqliteDatabase): string[] {
  db.exec('CREATE TABLE notes (text TEXT)');
  const some = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)';
  db.exec(`INSERT INTO notes ${some} SELECT hex(randomblob(60)) FROM n`);
  db.pragma('cache_size = 10');
  const found: string[] = [];
  for (const query of [
    'SELECT text FROM notes ORDER BY text',
    'SELECT text FROM notes GROUP BY text',
    'SELECT DISTINCT text FROM notes ORDER BY lower(text)',
  ]) {
    const rows = db.prepare(query).iterate();
    expect(rows.next().done).to.equal(false);
    found.push(...spilled());
    rows.return?.();
  }
  db.exec('CREATE TEMP TABLE copies AS SELECT text FROM notes; CREATE INDEX temp.by_text ON copies (text)');
  found.push(...spilled());
  return found;
}

describe('data that exceeds the cache of SQLite', function () {
  before(function () {
    if (!existsSync('/proc/self/fd')) skip(this, 'there is no /proc: open files cannot be seen');
  });

  const encryption = someKeys().index;
  const inFolder = (open: (file: string) => SqliteDatabase): Promise<string[]> =>
    withTempFolder((folder) => {
      const db = open(join(folder, 'index.sqlite3'));
      try {
        return spilling(db);
      } finally {
        db.close();
      }
    });

  it('is written to temporary files without encryption, so that this test would detect them', async () => {
    const found = await inFolder((file) => {
      const db = openSqlite(file);
      db.pragma('temp_store = FILE');
      return db;
    });
    expect(found).to.have.length.greaterThan(1);
  });

  it('stays in memory for an encrypted index', async () => {
    expect(await inFolder((file) => openDatabase(file, { encryption }))).to.deep.equal([]);
  });

  it('stays in memory for an encrypted database of a plugin', async () => {
    expect(await inFolder((file) => openSqlite(file, { encryption }))).to.deep.equal([]);
  });
});
