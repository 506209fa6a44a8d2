import { closeSync, openSync, readSync } from 'node:fs';

/** The first bytes of every plain SQLite file (https://sqlite.org/fileformat.html, 1.3.1). */
const plainHeader = Buffer.from('SQLite format 3\0');

/** How many bytes `isPlainHeader` needs. */
export const sqliteHeaderBytes = plainHeader.length;

/** Whether a file that begins with these bytes is a plain SQLite file. */
export const isPlainHeader = (bytes: Uint8Array): boolean => plainHeader.equals(bytes.subarray(0, plainHeader.length));

/** Whether a database file can be read without a key; null if it is missing or empty. */
export function isPlainSqlite(file: string): boolean | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const header = Buffer.alloc(sqliteHeaderBytes);
    return readSync(handle, header, 0, header.length, 0) === 0 ? null : isPlainHeader(header);
  } finally {
    closeSync(handle);
  }
}
