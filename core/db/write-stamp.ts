import type { SqliteDatabase } from '../plugin-api/toolkit/index.ts';

/**
 * A number that stays the same until something may have been written; NaN (which never equals itself) inside a transaction.
 */
export type WriteStamp = () => number;

const stamps = new WeakMap<SqliteDatabase, WriteStamp>();

/**
 * Detects whether anything may have been written to a database since the last call, by this connection or another one. It
 * takes about a microsecond, while a query takes several, so data that each request needs is cached with it.
 *
 * `data_version` counts commits of other connections, `total_changes()` counts writes of this one. A transaction may still
 * be rolled back, which changes neither: data that is read inside one must not be cached.
 */
export function writeStampOf(db: SqliteDatabase): WriteStamp {
  const cached = stamps.get(db);
  if (cached) return cached;
  const selectDataVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  const selectTotalChanges = db.prepare<[], number>('SELECT total_changes()').pluck();
  let dataVersion = -1;
  let totalChanges = -1;
  let stamp = 0;
  let hasAsked = false;
  const forget = (): void => {
    hasAsked = false;
  };
  const writeStamp: WriteStamp = () => {
    if (db.inTransaction) return NaN;
    const newTotalChanges = selectTotalChanges.get() ?? 0;
    if (hasAsked && newTotalChanges === totalChanges) return stamp;
    const newDataVersion = selectDataVersion.get() ?? 0;
    if (newDataVersion !== dataVersion || newTotalChanges !== totalChanges) stamp++;
    dataVersion = newDataVersion;
    totalChanges = newTotalChanges;
    // Caches the stamp for the current task: commits of other connections within it count as later.
    if (!hasAsked) queueMicrotask(forget);
    hasAsked = true;
    return stamp;
  };
  stamps.set(db, writeStamp);
  return writeStamp;
}

/** Caches the result of `read` until something may have been written. */
export function cachedUntilWrite<T>(db: SqliteDatabase, read: () => T): () => T {
  const stampOf = writeStampOf(db);
  let cached: { readonly stamp: number; readonly value: T } | undefined;
  return () => {
    const stamp = stampOf();
    if (cached?.stamp !== stamp) cached = { stamp, value: read() };
    return cached.value;
  };
}
