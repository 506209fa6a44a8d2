import {
  fastCiphers,
  isPlainSqlite,
  openSqlite,
  type SqliteCipher,
  type SqliteDatabase,
} from 'photofinch/plugin-api/toolkit';

/** The form of the file at a journal's path. */
export type JournalForm = 'none' | 'plain' | 'encrypted';

/** By its first bytes. A file without any is none yet; one that is damaged there passes for encrypted. */
export function journalForm(path: string): JournalForm {
  const isPlain = isPlainSqlite(path);
  if (isPlain === null) return 'none';
  return isPlain ? 'plain' : 'encrypted';
}

/**
 * Opens the encrypted file with whichever cipher it was made with, maybe on another machine; makes one with the first.
 * @throws Error with the code SQLITE_NOTADB when the key fits with none
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
      // Reads the first page.
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
