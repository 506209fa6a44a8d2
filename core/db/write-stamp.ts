import type { SqliteDatabase } from '../plugin-api/toolkit/index.ts';

/** A number that stays the same until something may have been written; NaN, which equals nothing, in a transaction. */
export type WriteStamp = () => number;

const stamps = new WeakMap<SqliteDatabase, WriteStamp>();

/**
 * Tells whether anything may have been written to a database since it was last asked, by this connection or by another
 * one. It takes about a microsecond, where a query takes several, so what is asked with each request is kept by it.
 *
 * `data_version` counts what other connections commit, `total_changes()` what this one writes. A transaction may yet be
 * rolled back, and that changes neither: what is read in one must not be kept.
 */
export function writeStampOf(db: SqliteDatabase): WriteStamp {
  const known = stamps.get(db);
  if (known) return known;
  const ofOthers = db.prepare<[], number>('PRAGMA data_version').pluck();
  const ofOurs = db.prepare<[], number>('SELECT total_changes()').pluck();
  let others = -1;
  let ours = -1;
  let stamp = 0;
  let hasAsked = false;
  const forget = (): void => {
    hasAsked = false;
  };
  const made: WriteStamp = () => {
    if (db.inTransaction) return NaN;
    const nowOurs = ofOurs.get() ?? 0;
    if (hasAsked && nowOurs === ours) return stamp;
    const nowOthers = ofOthers.get() ?? 0;
    if (nowOthers !== others || nowOurs !== ours) stamp++;
    others = nowOthers;
    ours = nowOurs;
    // What others commit while this thread does not pause came after it.
    if (!hasAsked) queueMicrotask(forget);
    hasAsked = true;
    return stamp;
  };
  stamps.set(db, made);
  return made;
}

/** What `read` answers, read again only once something may have been written. */
export function untilWritten<T>(db: SqliteDatabase, read: () => T): () => T {
  const stampOf = writeStampOf(db);
  let known: { readonly stamp: number; readonly value: T } | undefined;
  return () => {
    const stamp = stampOf();
    if (known?.stamp !== stamp) known = { stamp, value: read() };
    return known.value;
  };
}
