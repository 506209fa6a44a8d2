import Database from 'better-sqlite3';

export type Db = Database.Database;
export type Statement<Parameters extends unknown[] = unknown[], Row = unknown> = Database.Statement<Parameters, Row>;

/**
 * Opens the index. WAL lets readers and the writer work side by side; `synchronous = NORMAL` keeps the file whole
 * through a kill or power loss, and may lose only the last transactions at the latter, which the next sync redoes.
 */
export function openDatabase(file: string, options: { readonly?: boolean } = {}): Db {
  const db = new Database(file, { readonly: options.readonly ?? false });
  if (!options.readonly) {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
  }
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  db.pragma('temp_store = MEMORY');
  db.pragma('cache_size = -65536');
  db.pragma('mmap_size = 1073741824');
  return db;
}
