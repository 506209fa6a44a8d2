import { isCompiled, loadDriver } from '#sqlite';
import type Driver from 'better-sqlite3';

export type SqliteDatabase = Driver.Database;
export type SqliteStatement<Parameters extends unknown[] = unknown[], Row = unknown> = Driver.Statement<
  Parameters,
  Row
>;

/** SQLite's driver cannot be used on this machine; `message` says what to do. */
export class SqliteDriverError extends Error {
  override readonly name = 'SqliteDriverError';
}

/**
 * Opens a SQLite file with the driver for this Node; makes the file when it is not there.
 * @throws Error with a code of SQLite in `code`
 * @throws SqliteDriverError
 */
export function openSqlite(file: string, options: Driver.Options = {}): SqliteDatabase {
  try {
    // Loaded when the first file is opened: whoever opens none needs no driver.
    const Database = loadDriver();
    return new Database(file, options);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_DLOPEN_FAILED') throw error;
    throw new SqliteDriverError(isCompiled ? notCompiled : notForThisMachine, { cause: error });
  }
}

/** Whether SQLite says so of a file that is damaged, or is no database at all. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test((error as { code?: string }).code ?? '');
}

const node = `Node ${process.versions.node}`;
const notCompiled = `SQLite's driver was not compiled for ${node}: run \`npm run postinstall\` in the folder of photofinch, which needs make, g++ and Python 3 (with pnpm: allow its script by \`pnpm approve-builds\`); or use Node 22.14 or newer, which needs none of them.`;
const notForThisMachine = `SQLite's driver cannot be loaded on ${process.platform} ${process.arch}: on Linux it needs x64 or arm64, and glibc 2.35 (Debian 12, Ubuntu 22.04) or musl; if the machine has that, install photofinch again.`;
