import { closeSync, openSync, readSync } from 'node:fs';
import { errorCode } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';
import { prepareLazily } from './lazy-statement.ts';
import { addWithheldFunction } from './withheld.ts';
import {
  isDamage,
  isPlainHeader,
  openSqlite,
  type SqliteDatabase,
  type SqliteEncryption,
} from '../plugin-api/toolkit/index.ts';

export type Db = SqliteDatabase;
export type { SqliteStatement as Statement } from '../plugin-api/toolkit/index.ts';

interface OpenOptions {
  readonly readonly?: boolean;
  /** Missing for an unencrypted index. */
  readonly encryption?: SqliteEncryption | null | undefined;
}

/**
 * Opens the index. WAL lets readers and the writer work concurrently; `synchronous = NORMAL` keeps the file intact through a
 * kill or power loss. A power loss may drop only the last transactions, which the next sync repeats.
 * @throws StartupError if the file is not an index, or is encrypted with another key
 */
export function openDatabase(file: string, options: OpenOptions = {}): Db {
  const db = openSqlite(file, { readonly: options.readonly ?? false, encryption: options.encryption });
  try {
    if (!options.readonly) {
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = NORMAL');
      // Deleted rows are overwritten with zeros, so that the embedding of a face cannot be recovered from a free page.
      db.pragma('secure_delete = ON');
      // The write-ahead log grows while a reader keeps a snapshot of the index, as a copy does; afterwards the file is
      // truncated to 64 MB.
      db.pragma('journal_size_limit = 67108864');
    }
    db.pragma('foreign_keys = ON');
    db.pragma('busy_timeout = 5000');
    db.pragma('temp_store = MEMORY');
    db.pragma('cache_size = -65536');
    db.pragma('mmap_size = 1073741824');
    addWithheldFunction(db);
    prepareLazily(db);
    return db;
  } catch (error) {
    db.close();
    if (!isDamage(error)) throw error;
    if (!options.encryption && looksEncrypted(file)) {
      throw new StartupError(keyringMissingFor(file), { problem: 'keyring_missing', cause: error });
    }
    throw new StartupError(damaged(file), { cause: error });
  }
}

/**
 * Whether a file appears to be an encrypted index. These bytes of its header are not encrypted, and have fixed values. False
 * if there is no file.
 */
export function looksEncrypted(file: string): boolean {
  try {
    const handle = openSync(file, 'r');
    try {
      const header = Buffer.alloc(24);
      readSync(handle, header, 0, header.length, 0);
      return isEncryptedHeader(header);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Maximum, minimum and leaf payload fraction, which are constants of the file format. */
const payloadFractions = Buffer.from([64, 32, 32]);

/** Whether a file that begins with these bytes appears to be an encrypted database: see `looksEncrypted`. */
export const isEncryptedHeader = (bytes: Uint8Array): boolean =>
  !isPlainHeader(bytes) && payloadFractions.equals(bytes.subarray(21, 24));

/** The error for an encrypted library whose keyring is lost, with the remedy. */
export const keyringMissingFor = (file: string): string =>
  `${file} is encrypted, but keyring.json is missing in the data folder: without it nothing can open this library. Bring it back from a copy; each backup has one in the .json file beside it, as "keyring".`;

/** The error for an index that cannot be read, with the remedy. */
export const damaged = (file: string): string =>
  `The index ${file} is damaged: restore a backup, or move the file away and a new index is made without what people added.`;
