import type { Db, Statement } from './open.ts';

// Prepare statements whose types follow from the field that they are assigned to.

/** Statements that return the first column of their rows. */
export const pluckedOn =
  (db: Db) =>
  <Parameters extends unknown[], Value>(sql: string): Statement<Parameters, Value> =>
    db.prepare<Parameters, Value>(sql).pluck();

/** Statements that return their rows as arrays. */
export const rawOn =
  (db: Db) =>
  <Parameters extends unknown[], Row>(sql: string): Statement<Parameters, Row> =>
    db.prepare<Parameters, Row>(sql).raw();
