import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, isDiskFull } from 'photofinch/plugin-api/toolkit';

/** SQLite reports a full disk as a failed one where it maps its files, and needs little more than this. */
const least = 256 * 1024;

/**
 * What is wrong with the disk of a journal, in one sentence with the remedy; undefined for another error.
 * @param file the path of the journal
 */
export function journalTrouble(error: unknown, file: string): string | undefined {
  const code = errorCode(error);
  if (isDiskFull(error) || (code.startsWith('SQLITE_IOERR') && freeBytes(dirname(file)) < least)) {
    return "The disk of the bridge's data folder (BRIDGE_DATA_DIR) is full: free some space.";
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return `The bridge's journal in BRIDGE_DATA_DIR cannot be read or written (${code}): check the disk.`;
  }
  if (/^SQLITE_(READONLY|CANTOPEN)/.test(code)) {
    return `The bridge's journal in BRIDGE_DATA_DIR cannot be written (${code}): give this user the right to write it and its folder.`;
  }
  return undefined;
}

/** Infinity where it is not known. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
