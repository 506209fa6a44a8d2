import type { Db } from '../db/open.ts';

/** Makes all of `work`'s writes, or none when it throws. `work` takes no promises. */
export type Transact = <T>(work: () => T) => T;

export function transactOn(db: Db): Transact {
  return (work) => db.transaction(work).immediate();
}
