import { errorCode } from '../domain/error-code.ts';
import { SqliteDriverError } from '../plugin-api/toolkit/index.ts';

const full = 'The disk of the data folder is full: free some space, and try again.';
const accessDenied = 'This user can’t use the data folder: run the command as the server’s user, or check DATA_DIR.';

const sentences: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'The index is being written by another process: try again in a moment.',
  SQLITE_FULL: full,
  ENOSPC: full,
  EDQUOT: full,
  SQLITE_CANTOPEN: accessDenied,
  SQLITE_READONLY: accessDenied,
  EACCES: accessDenied,
  EPERM: accessDenied,
  // Docker, for one, makes a folder where a file that is to be mounted is missing. The error of a read has no path.
  EISDIR:
    'In the data folder, a folder is in the place of a file, such as index.sqlite3 or plugins.json: move it away, and try again.',
};

/** A remedy for an error of the disk or of SQLite; undefined for an unexpected error. */
export function failureText(error: unknown): string | undefined {
  if (error instanceof SqliteDriverError) return error.message;
  const code = errorCode(error);
  // The code of SQLite may have further words, as in SQLITE_BUSY_SNAPSHOT.
  return sentences[/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code];
}
