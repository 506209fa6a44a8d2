import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  attachSqlite,
  eraseFileSync,
  overwriteFileSync,
  toDiskSync,
  type SqliteDatabase,
} from 'photofinch/plugin-api/toolkit';
import { openEncrypted } from './journal-cipher.ts';
import { migrate, type Migration } from './schema.ts';

/*
 * [Note: a plain journal becomes an encrypted one]
 * SQLite can encrypt a file in place, but leaves a plain copy of all pages in its rollback journal, which it only unlinks.
 * So all rows are copied into a new encrypted file, which then gets the name of the plain one. The plain file is
 * overwritten with zeros and removed last, after its WAL. If the process is killed at any point, the next start finds
 * either the complete plain journal or the encrypted one, and continues from there.
 */

const unfinishedPath = (file: string): string => `${file}-encrypting`;
const replacedPath = (file: string): string => `${file}-plain`;

/** Completes or rolls back an encryption that was interrupted by a kill. The caller must hold the lock of the folder. */
export function settleEncryption(file: string): void {
  if (!existsSync(replacedPath(file))) return;
  if (existsSync(file)) eraseFileSync(replacedPath(file));
  else renameSync(replacedPath(file), file);
}

/**
 * Encrypts a plain journal that no bridge has open.
 * @throws Error of SQLite: the plain journal is unchanged then
 */
export function encryptJournal(file: string, key: Uint8Array, migrations: readonly Migration[]): void {
  const encryptedFile = unfinishedPath(file);
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${encryptedFile}${suffix}`, { force: true });
  const db = openEncrypted(encryptedFile, key);
  try {
    copyInto(db, file, migrations);
  } finally {
    db.close();
  }
  // Otherwise these files would be treated as those of the encrypted journal.
  rmSync(`${file}-shm`, { force: true });
  rmSync(`${file}-wal`, { force: true });
  renameSync(file, replacedPath(file));
  renameSync(encryptedFile, file);
  toDiskSync(dirname(file));
  eraseFileSync(replacedPath(file));
}

function copyInto(db: SqliteDatabase, file: string, migrations: readonly Migration[]): void {
  // Prevents other processes from writing to the file in the meantime.
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = OFF');
  attachSqlite(db, file, 'plain', null);
  // The plain file is untrusted: its rows are copied, but nothing in its schema is executed.
  db.pragma('trusted_schema = OFF');
  migrate(db, migrationsOf(db.pragma('plain.user_version', { simple: true }) as number, migrations));
  db.transaction(() => {
    copyRows(db);
  })();
  const [state] = db.pragma('plain.wal_checkpoint(FULL)') as { busy: number; log: number; checkpointed: number }[];
  if (state?.busy !== 0 || state.log !== state.checkpointed) throw new Error('The journal is being used.');
  overwriteFileSync(`${file}-wal`);
  db.exec('DETACH plain');
}

/** The migrations that were applied to the plain file. @throws Error if a newer program wrote it */
function migrationsOf(version: number, migrations: readonly Migration[]): readonly Migration[] {
  const newest = migrations.at(-1)?.id ?? 0;
  if (version > newest) throw new Error(`The journal has schema version ${version}, this program knows ${newest}.`);
  return migrations.filter(({ id }) => id <= version);
}

/** Triggers are recreated after the copy: the copied rows already contain their effects. */
function copyRows(db: SqliteDatabase): void {
  const definitions = db.prepare<[string], { name: string; sql: string }>(
    "SELECT name, sql FROM main.sqlite_schema WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  );
  const triggers = definitions.all('trigger');
  for (const { name } of triggers) db.exec(`DROP TRIGGER main."${name}"`);
  for (const { name } of definitions.all('table')) {
    db.exec(`DELETE FROM main."${name}"; INSERT INTO main."${name}" SELECT * FROM plain."${name}"`);
  }
  for (const { sql } of triggers) db.exec(sql);
}
