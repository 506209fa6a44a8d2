import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';

/** Longer than any chain of merges: merged people no longer exist, so there is no cycle. */
const longestChain = 1000;

/** The person into whom a merged person was merged; triggers record it. */
export class MergedPeople {
  readonly #now: Statement<[{ person: number; longest: number }], number>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#now = plucked(`
      WITH RECURSIVE chain (person, step) AS (
        SELECT :person, 0
        UNION ALL
        SELECT target_id, step + 1 FROM chain JOIN merged_people ON person_id = person WHERE step < :longest)
      SELECT person FROM chain ORDER BY step DESC LIMIT 1`);
  }

  /** The id of the person into whom this one was merged; the same id if they were not. */
  now(person: number): number {
    return this.#now.get({ person, longest: longestChain }) ?? person;
  }
}
