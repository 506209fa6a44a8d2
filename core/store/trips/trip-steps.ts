import type { Db, Statement } from '../../db/open.ts';
import type { TripDecision } from './trip-decisions.ts';
import type { TripRow } from './trips.ts';

/** A trip at one moment. */
export interface TripState {
  readonly id: number;
  /** Null where there was none of the id. */
  readonly trip: TripRow | null;
  /** Null where people had decided nothing of it. */
  readonly decision: TripDecision | null;
}

interface TripStep {
  readonly id: number;
  readonly before: readonly TripState[];
  readonly after: readonly TripState[];
}

/** Steps that can be undone; older ones are forgotten. */
const mostSteps = 1000;

/** What people did to trips, step by step. */
export class TripSteps {
  readonly #add: Statement<[{ user: number; now: number; before: string; after: string }], number>;
  readonly #get: Statement<[number], { id: number; before: string; after: string }>;
  readonly #remove: Statement<[number]>;
  readonly #forget: Statement<[number]>;

  constructor(db: Db) {
    this.#add = db
      .prepare<[{ user: number; now: number; before: string; after: string }], number>(
        `INSERT INTO trip_steps (user_id, decided_at, before, after) VALUES (:user, :now, :before, :after) RETURNING id`,
      )
      .pluck();
    this.#get = db.prepare('SELECT id, before, after FROM trip_steps WHERE id = ?');
    this.#remove = db.prepare('DELETE FROM trip_steps WHERE id = ?');
    this.#forget = db.prepare('DELETE FROM trip_steps WHERE id <= ?');
  }

  /** @returns the number of the step */
  add({ before, after }: Omit<TripStep, 'id'>, by: { readonly user: number; readonly now: number }): number {
    const id = this.#add.get({ ...by, before: JSON.stringify(before), after: JSON.stringify(after) });
    if (id === undefined) throw new Error('The step was not written');
    this.#forget.run(id - mostSteps);
    return id;
  }

  get(id: number): TripStep | undefined {
    const row = this.#get.get(id);
    return row && { id, before: JSON.parse(row.before) as TripState[], after: JSON.parse(row.after) as TripState[] };
  }

  remove(id: number): void {
    this.#remove.run(id);
  }
}
