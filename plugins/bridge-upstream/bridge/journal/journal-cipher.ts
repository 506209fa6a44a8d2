import {
  fastCiphers,
  isPlainSqlite,
  openSqlite,
  type SqliteCipher,
  type SqliteDatabase,
} from 'photofinch/plugin-api/toolkit';

/** The form of the file at a journal's path. */
export type JournalForm = 'none' | 'plain' | 'encrypted';

/** The form according to the first bytes: an empty file counts as `none`, and one that is damaged there as `encrypted`. */
export function journalForm(path: string): JournalForm {
  const isPlain = isPlainSqlite(path);
  if (isPlain === null) return 'none';
  return isPlain ? 'plain' : 'encrypted';
}

/**
 * Opens an encrypted file with the cipher with which it was created, perhaps on another machine. A new file is created with
 * the first cipher of `order`.
 * @throws Error with the code SQLITE_NOTADB if the key is wrong
 */
export function openEncrypted(
  file: string,
  key: Uint8Array,
  order: readonly SqliteCipher[] = fastCiphers(),
): SqliteDatabase {
  const isThere = journalForm(file) !== 'none';
  let mistake: unknown;
  for (const cipher of isThere ? order : order.slice(0, 1)) {
    const db = openSqlite(file, { timeout: 5000, encryption: { cipher, key } });
    try {
      // Reads the first page, which fails with a wrong key or cipher.
      db.pragma('schema_version');
      return db;
    } catch (error) {
      db.close();
      if ((error as { code?: string }).code !== 'SQLITE_NOTADB') throw error;
      mistake ??= error;
    }
  }
  throw mistake;
}
