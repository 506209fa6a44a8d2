import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { DecidedTrip } from '../../domain/trips/decided-trips.ts';
import type { TripRun } from '../../domain/trips/trip-runs.ts';

/** All decisions about a trip. */
export interface TripDecision extends DecidedTrip {
  readonly name: string | null;
  /** The id of the photo that represents it; null if none was chosen. */
  readonly cover: number | null;
  /** Some of its photos, with their days. */
  readonly anchors: readonly { readonly photo: number; readonly day: number }[];
}

interface Row extends TripRun {
  readonly id: number;
  readonly name: string | null;
  readonly startFixed: 0 | 1;
  readonly endFixed: 0 | 1;
  readonly dismissed: 0 | 1;
  readonly cover: number | null;
}

interface Written extends Row {
  readonly user: number | null;
  readonly now: number;
}

/** Decisions about trips. They cannot be computed again. Only this class writes them. */
export class TripDecisions {
  readonly #one: Statement<[number], Row>;
  readonly #all: Statement<[], Row>;
  readonly #within: Statement<[TripRun], number>;
  readonly #anchors: Statement<[number], { photo: number; day: number }>;
  readonly #put: Statement<[Written]>;
  readonly #remove: Statement<[number]>;
  readonly #dropAnchors: Statement<[number]>;
  readonly #anchor: Statement<[{ trip: number; photo: number; day: number }]>;
  readonly #drift: Statement<[number], number>;
  readonly #shift: Statement<[{ trip: number; days: number }]>;
  readonly #dateAnchors: Statement<[number]>;
  readonly #follow: readonly Statement<[{ from: number; to: number }]>[];

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const columns = `trip_id AS id, name, first_day AS "from", last_day AS "to", start_fixed AS startFixed,
      end_fixed AS endFixed, dismissed, cover_id AS cover`;
    this.#one = db.prepare(`SELECT ${columns} FROM trip_decisions WHERE trip_id = ?`);
    this.#all = db.prepare(`SELECT ${columns} FROM trip_decisions`);
    this.#within = plucked('SELECT trip_id FROM trip_decisions WHERE first_day <= :to AND last_day >= :from');
    this.#anchors = db.prepare('SELECT photo_id AS photo, day FROM trip_anchors WHERE trip_id = ? ORDER BY photo_id');
    this.#put = db.prepare(`
      INSERT INTO trip_decisions
        (trip_id, name, first_day, last_day, start_fixed, end_fixed, dismissed, cover_id, user_id, decided_at)
      VALUES (:id, :name, :from, :to, :startFixed, :endFixed, :dismissed, (SELECT id FROM photos WHERE id = :cover),
        :user, :now)
      ON CONFLICT (trip_id) DO UPDATE SET name = excluded.name, first_day = excluded.first_day,
        last_day = excluded.last_day, start_fixed = excluded.start_fixed, end_fixed = excluded.end_fixed,
        dismissed = excluded.dismissed, cover_id = excluded.cover_id, user_id = excluded.user_id,
        decided_at = excluded.decided_at`);
    this.#remove = db.prepare('DELETE FROM trip_decisions WHERE trip_id = ?');
    this.#dropAnchors = db.prepare('DELETE FROM trip_anchors WHERE trip_id = ?');
    this.#anchor = db.prepare(`
      INSERT OR REPLACE INTO trip_anchors (trip_id, photo_id, day)
      SELECT :trip, id, :day FROM photos WHERE id = :photo`);
    this.#drift = plucked(`
      SELECT p.day - a.day FROM trip_anchors a JOIN photos p ON p.id = a.photo_id
      WHERE a.trip_id = ? AND p.listed = 1 ORDER BY 1`);
    this.#shift = db.prepare(
      'UPDATE trip_decisions SET first_day = first_day + :days, last_day = last_day + :days WHERE trip_id = :trip',
    );
    this.#dateAnchors = db.prepare(`
      UPDATE trip_anchors SET day = coalesce((SELECT day FROM photos WHERE id = photo_id), day) WHERE trip_id = ?`);
    this.#follow = [
      'UPDATE trip_decisions SET cover_id = :to WHERE cover_id = :from',
      'UPDATE OR IGNORE trip_anchors SET photo_id = :to WHERE photo_id = :from',
    ].map((sql) => db.prepare(sql));
  }

  get(id: number): TripDecision | undefined {
    const row = this.#one.get(id);
    return row && this.#decision(row);
  }

  /** The decisions about all trips, without their anchors. */
  all(): Map<number, Omit<TripDecision, 'anchors'>> {
    return new Map(this.#all.all().map((row) => [row.id, withFlags(row)]));
  }

  /** The decisions about trips with a day in a span. */
  within({ from, to }: TripRun): TripDecision[] {
    return this.#within.all({ from, to }).flatMap((id) => this.get(id) ?? []);
  }

  /** Must be called in a transaction. @param now epoch seconds */
  put(decision: TripDecision, by: { readonly user: number | null; readonly now: number }): void {
    const { anchors, startFixed, endFixed, dismissed, ...row } = decision;
    this.#put.run({
      ...row,
      startFixed: startFixed ? 1 : 0,
      endFixed: endFixed ? 1 : 0,
      dismissed: dismissed ? 1 : 0,
      ...by,
    });
    this.#dropAnchors.run(decision.id);
    for (const { photo, day } of anchors) this.#anchor.run({ trip: decision.id, photo, day });
  }

  remove(id: number): void {
    this.#remove.run(id);
  }

  /**
   * Moves a trip if the dates of most of its photos have changed, by the median number of days. Must be called in a
   * transaction.
   * @returns the number of days
   */
  followDates(id: number): number {
    const drifts = this.#drift.all(id);
    const movedCount = drifts.filter((days) => days !== 0).length;
    if (movedCount * 2 <= drifts.length) return 0;
    const days = drifts[Math.floor(drifts.length / 2)] ?? 0;
    this.#dateAnchors.run(id);
    if (days !== 0) this.#shift.run({ trip: id, days });
    return days;
  }

  /** Replaces the photo `from` by the photo `to` as cover and anchor. */
  followPhoto(rows: { from: number; to: number }): void {
    for (const step of this.#follow) step.run(rows);
  }

  #decision(row: Row): TripDecision {
    return { ...withFlags(row), anchors: this.#anchors.all(row.id) };
  }
}

const withFlags = (row: Row): Omit<TripDecision, 'anchors'> => ({
  ...row,
  startFixed: row.startFixed === 1,
  endFixed: row.endFixed === 1,
  dismissed: row.dismissed === 1,
});
