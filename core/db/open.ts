import { StartupError } from '../domain/errors.ts';
import { addWithheldFunction } from './withheld.ts';
import { isDamage, openSqlite, type SqliteDatabase } from '../plugin-api/toolkit/index.ts';

export type Db = SqliteDatabase;
export type { SqliteStatement as Statement } from '../plugin-api/toolkit/index.ts';

/**
 * Opens the index. WAL lets readers and the writer work side by side; `synchronous = NORMAL` keeps the file whole
 * through a kill or power loss, and may lose only the last transactions at the latter, which the next sync redoes.
 * @throws StartupError when the file is no index
 */
export function openDatabase(file: string, options: { readonly?: boolean } = {}): Db {
  const db = openSqlite(file, { readonly: options.readonly ?? false });
  try {
    if (!options.readonly) {
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = NORMAL');
      // What is deleted is overwritten with zeros: the embedding of a face is not to be found in a page that is free.
      db.pragma('secure_delete = ON');
      // The write-ahead log grows while somebody holds on to one moment of the index, as a copy of it does; afterwards the
      // file gives back what is beyond 64 MB.
      db.pragma('journal_size_limit = 67108864');
    }
    db.pragma('foreign_keys = ON');
    db.pragma('busy_timeout = 5000');
    db.pragma('temp_store = MEMORY');
    db.pragma('cache_size = -65536');
    db.pragma('mmap_size = 1073741824');
    addWithheldFunction(db);
    return db;
  } catch (error) {
    db.close();
    throw isDamage(error) ? new StartupError(damaged(file), { cause: error }) : error;
  }
}

const damaged = (file: string): string =>
  `The index ${file} is damaged: restore a backup, or move the file away and a new index is made without what people added.`;
