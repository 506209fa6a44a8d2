import type { Db, Statement } from '../db/open.ts';
import type { StackDecision } from './stacks/stack-decisions.ts';
import type { TripDecision } from './trips/trip-decisions.ts';
import type { TripRow } from './trips/trips.ts';

/** The decisions before and after one change. */
interface DecisionStep<Before, After> {
  readonly before: Before;
  readonly after: After;
}

interface By {
  readonly user: number;
  /** Epoch seconds. */
  readonly now: number;
}

/** The number of steps that can be undone; older ones are removed. */
const maxSteps = 1000;

/** Changes by users that can be undone step by step. */
class DecisionSteps<Before, After> {
  readonly #add: Statement<[By & { before: string; after: string }], number>;
  readonly #get: Statement<[number], { user: number | null; before: string; after: string }>;
  readonly #remove: Statement<[number]>;
  readonly #removeUpTo: Statement<[number]>;

  constructor(db: Db, table: 'trip_steps' | 'stack_steps') {
    this.#add = db
      .prepare<[By & { before: string; after: string }], number>(
        `INSERT INTO ${table} (user_id, decided_at, before, after) VALUES (:user, :now, :before, :after) RETURNING id`,
      )
      .pluck();
    this.#get = db.prepare(`SELECT user_id AS user, before, after FROM ${table} WHERE id = ?`);
    this.#remove = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
    this.#removeUpTo = db.prepare(`DELETE FROM ${table} WHERE id <= ?`);
  }

  /** @returns the number of the step */
  add({ before, after }: DecisionStep<Before, After>, by: By): number {
    const id = this.#add.get({ ...by, before: JSON.stringify(before), after: JSON.stringify(after) });
    if (id === undefined) throw new Error('The step was not written');
    this.#removeUpTo.run(id - maxSteps);
    return id;
  }

  get(id: number): (DecisionStep<Before, After> & { readonly user: number | null }) | undefined {
    const row = this.#get.get(id);
    return row && { user: row.user, before: JSON.parse(row.before) as Before, after: JSON.parse(row.after) as After };
  }

  remove(id: number): void {
    this.#remove.run(id);
  }
}

/** A trip at one moment. */
export interface TripState {
  readonly id: number;
  /** Null if there was no trip with the id. */
  readonly trip: TripRow | null;
  /** Null if there was no decision about it. */
  readonly decision: TripDecision | null;
}

/** Undo steps of trips. */
export class TripSteps extends DecisionSteps<readonly TripState[], readonly TripState[]> {
  constructor(db: Db) {
    super(db, 'trip_steps');
  }
}

/** Some photos with their decisions. Photos without a decision are missing from the decisions. */
interface StackedBefore {
  readonly photos: readonly number[];
  readonly before: readonly StackDecision[];
}

/** Undo steps of stacks. */
export class StackSteps extends DecisionSteps<StackedBefore, readonly StackDecision[]> {
  constructor(db: Db) {
    super(db, 'stack_steps');
  }
}
