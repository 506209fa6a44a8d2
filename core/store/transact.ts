import type { Db } from '../db/open.ts';

/** Runs `work` in a transaction, which is rolled back if it throws. `work` must be synchronous. */
export type Transact = <T>(work: () => T) => T;

export function transactOn(db: Db): Transact {
  return (work) => db.transaction(work).immediate();
}
