import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../core/db/migrate.ts';
import { migrations } from '../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../core/db/open.ts';
import type { SqliteEncryption } from '../../core/plugin-api/toolkit/index.ts';

/** A new migrated index, made once per test process: copying it takes a twentieth of the time of the migrations. */
let bytesOfNew: Buffer | undefined;

/** A new index in a new folder. */
export function newIndex(): { db: Db; folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const db = openIndex(join(folder, 'index.sqlite3'));
  return {
    db,
    folder,
    remove: () => {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Opens an index, or creates a new one if there is no file. */
export function openIndex(file: string, encryption?: SqliteEncryption): Db {
  if (!existsSync(file) && !encryption) putNewIndex(file);
  const db = openDatabase(file, { encryption });
  if (encryption) migrate(db, migrations);
  return db;
}

/** Writes a new index atomically, since some tests kill the process that does it. */
export function putNewIndex(file: string): void {
  writeFileSync(`${file}.new`, (bytesOfNew ??= migrated()), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function migrated(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  try {
    const file = join(folder, 'index.sqlite3');
    const db = openDatabase(file);
    migrate(db, migrations);
    db.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
