import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { TripRun } from '../../domain/trips/trip-runs.ts';

export interface TripRow extends TripRun {
  readonly id: number;
}

/** The trips of the library, computed from photos and decisions; `TripBuilder` decides what is written. */
export class Trips {
  readonly #version: Statement<[], number>;
  readonly #all: Statement<[], TripRow>;
  readonly #one: Statement<[number], TripRow>;
  readonly #within: Statement<[TripRun], TripRow>;
  readonly #insert: Statement<[{ id: number | null; from: number; to: number }], number>;
  readonly #remove: Statement<[number]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const columns = 'id, first_day AS "from", last_day AS "to"';
    this.#version = plucked(`SELECT version FROM facet_versions WHERE facet = 'trips'`);
    this.#all = db.prepare(`SELECT ${columns} FROM trips ORDER BY first_day DESC, id`);
    this.#one = db.prepare(`SELECT ${columns} FROM trips WHERE id = ?`);
    this.#within = db.prepare(
      `SELECT ${columns} FROM trips WHERE first_day <= :to AND last_day >= :from ORDER BY first_day`,
    );
    this.#insert = plucked(`
      INSERT INTO trips (id, first_day, last_day) VALUES (:id, :from, :to)
      ON CONFLICT (id) DO UPDATE SET first_day = excluded.first_day, last_day = excluded.last_day RETURNING id`);
    this.#remove = db.prepare('DELETE FROM trips WHERE id = ?');
  }

  /** Increases with every change of a trip, of a decision about one, or of homes. */
  get version(): number {
    return this.#version.get() ?? 0;
  }

  /** Newest first. */
  all(): TripRow[] {
    return this.#all.all();
  }

  byId(id: number): TripRow | undefined {
    return this.#one.get(id);
  }

  /** The trips with a day in a span, in order. */
  within({ from, to }: TripRun): TripRow[] {
    return this.#within.all({ from, to });
  }

  /** @param id null for a new trip @returns the trip's id */
  put({ id, from, to }: { readonly id: number | null } & TripRun): number {
    const put = this.#insert.get({ id, from, to });
    if (put === undefined) throw new Error('The trip was not written');
    return put;
  }

  remove(id: number): void {
    this.#remove.run(id);
  }
}
