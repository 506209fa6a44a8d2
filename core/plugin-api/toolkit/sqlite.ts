import { isCompiled, loadDriver } from '#sqlite';
import type Driver from 'better-sqlite3';
import type { SqliteCipher, SqliteEncryption } from './sqlite-encryption.ts';

export type { SqliteCipher, SqliteEncryption } from './sqlite-encryption.ts';

export type SqliteDatabase = Driver.Database;
export type SqliteStatement<Parameters extends unknown[] = unknown[], Row = unknown> = Driver.Statement<
  Parameters,
  Row
>;

/** SQLite's driver cannot be used on this machine; `message` says what to do. */
export class SqliteDriverError extends Error {
  override readonly name = 'SqliteDriverError';
}

interface SqliteOptions extends Driver.Options {
  /** Absent for a plain file. With a wrong key, the first use fails with the code SQLITE_NOTADB. */
  readonly encryption?: SqliteEncryption | null | undefined;
}

/**
 * Opens an SQLite file with the driver for this version of Node; creates it if it is missing.
 * @throws Error with a code of SQLite in `code`
 * @throws SqliteDriverError
 */
export function openSqlite(file: string, { encryption, ...options }: SqliteOptions = {}): SqliteDatabase {
  try {
    // Loaded when the first file is opened, since some programs need no driver.
    const Database = loadDriver();
    const db = new Database(file, options);
    if (encryption) useEncryption(db, encryption);
    return db;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_DLOPEN_FAILED') throw error;
    throw new SqliteDriverError(isCompiled ? notCompiled : notForThisMachine, { cause: error });
  }
}

/** A method of the driver for encrypted files that its types lack. */
type KeyedDatabase = SqliteDatabase & { key(key: Buffer): number };

/**
 * For a file that was just opened. @throws RangeError for a key of another length, which would be treated as a passphrase
 */
function useEncryption(db: SqliteDatabase, { cipher, key }: SqliteEncryption): void {
  chooseCipher(db, cipher);
  const raw = rawKey(key);
  (db as KeyedDatabase).key(raw);
  raw.fill(0);
  // Statement journals and sorted data would be in temporary files, which are never encrypted.
  db.pragma('temp_store = MEMORY');
}

/**
 * Attaches another file to an open one, with an encryption of its own.
 * @param encryption null for a plain file
 */
export function attachSqlite(
  db: SqliteDatabase,
  file: string,
  name: string,
  encryption: SqliteEncryption | null,
): void {
  if (encryption) chooseCipher(db, encryption.cipher);
  const key = encryption ? rawKey(encryption.key) : Buffer.alloc(0);
  db.prepare(`ATTACH ? AS ${name} KEY ?`).run(file, key);
  key.fill(0);
}

/**
 * [Note: The cipher of a file]
 *
 * A file does not say how it is encrypted, and the driver's default algorithm differs from ours: AEGIS-256, while
 * AEGIS-256x2 processes two blocks at once. So both are set whenever a file is opened or attached, and an update of the
 * driver that changes its default leaves libraries readable.
 */
function chooseCipher(db: SqliteDatabase, cipher: SqliteCipher): void {
  for (const setting of settingsOf[cipher]) db.pragma(setting);
}

const settingsOf: Readonly<Record<SqliteCipher, readonly string[]>> = {
  'aegis-256x2': ["cipher = 'aegis'", "algorithm = 'aegis-256x2'"],
  chacha20: ["cipher = 'chacha20'"],
};

/** SQLite3 Multiple Ciphers uses these bytes directly as the key; others would be stretched like a passphrase. */
function rawKey(key: Uint8Array): Buffer {
  if (key.length !== 32) throw new RangeError(`A key of 32 bytes is needed, not of ${key.length}.`);
  if (key.every((byte) => byte === 0)) throw new Error('This key was wiped.');
  const raw = Buffer.alloc(prefix.length + 64);
  raw.write(prefix, 'latin1');
  // Not through a string, which could not be erased.
  for (const [index, byte] of key.entries()) {
    raw[prefix.length + 2 * index] = hexDigits.charCodeAt(byte >> 4);
    raw[prefix.length + 2 * index + 1] = hexDigits.charCodeAt(byte & 15);
  }
  return raw;
}

const prefix = 'raw:';
const hexDigits = '0123456789abcdef';

/** Whether SQLite reports that a file is damaged, or not a database. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test((error as { code?: string }).code ?? '');
}

const node = `Node ${process.versions.node}`;
const notCompiled = `SQLite's driver was not compiled for ${node}: run \`npm run postinstall\` in the folder of photofinch, which needs make, g++ and Python 3 (with pnpm: allow its script by \`pnpm approve-builds\`); or use Node 22.14 or newer, which needs none of them.`;
const notForThisMachine = `SQLite's driver cannot be loaded on ${process.platform} ${process.arch}: on Linux it needs x64 or arm64, and glibc 2.35 (Debian 12, Ubuntu 22.04) or musl; if the machine has that, install photofinch again.`;
