import type { Db, Statement } from '../../db/open.ts';

/** More than any chain of merges has: who is merged is gone, so that there is no circle. */
const longestChain = 1000;

/** The person whom a merged person became part of; triggers write this down. */
export class MergedPeople {
  readonly #now: Statement<[{ person: number; longest: number }], number>;

  constructor(db: Db) {
    this.#now = db
      .prepare<[{ person: number; longest: number }], number>(
        `WITH RECURSIVE chain (person, step) AS (
           SELECT :person, 0
           UNION ALL
           SELECT target_id, step + 1 FROM chain JOIN merged_people ON person_id = person WHERE step < :longest)
         SELECT person FROM chain ORDER BY step DESC LIMIT 1`,
      )
      .pluck();
  }

  /** The id of the person that this one became part of; the same where they did not. */
  now(person: number): number {
    return this.#now.get({ person, longest: longestChain }) ?? person;
  }
}
