import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn, rawOn } from '../../db/statements.ts';
import type { EpochDay } from '../../domain/epoch-day.ts';
import { cellOf, type GridCell } from '../../domain/trips/grid-cell.ts';
import type { CellOfDay } from '../../domain/trips/homes.ts';
import type { TripRun } from '../../domain/trips/trip-runs.ts';

/** The locations of each day's photos, counted by cells of a grid, and the days that have changed since. */
export class TripDays {
  readonly #ungathered: Statement<[number], EpochDay>;
  readonly #gathered: Statement<[], EpochDay>;
  readonly #photos: Statement<[EpochDay], [lat: number, lng: number]>;
  readonly #cells: Statement<[TripRun], CellOfDay>;
  readonly #extent: Statement<[], { first: EpochDay | null; last: EpochDay | null }>;
  readonly #clear: Statement<[EpochDay]>;
  readonly #add: Statement<[CellOfDay]>;
  readonly #setGathered: Statement<[EpochDay]>;
  readonly #due: Statement<[TripRun]>;
  readonly #dueDay: Statement<[EpochDay]>;
  readonly #done: Statement<[TripRun]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const raw = rawOn(db);
    this.#ungathered = plucked('SELECT day FROM trip_days_due WHERE gathered = 0 ORDER BY day LIMIT ?');
    this.#gathered = plucked('SELECT day FROM trip_days_due WHERE gathered = 1 ORDER BY day LIMIT 1');
    this.#photos = raw(`
      SELECT lat, lng FROM photos WHERE day = ? AND indexed_at IS NOT NULL AND deleted_at IS NULL
        AND lat IS NOT NULL AND lng IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM photo_flags WHERE photo_id = photos.id AND hidden = 1)`);
    this.#cells = db.prepare(
      'SELECT day, cell, photos FROM day_cells WHERE day BETWEEN :from AND :to ORDER BY day, cell',
    );
    this.#extent = db.prepare(
      'SELECT (SELECT min(day) FROM day_cells) AS first, (SELECT max(day) FROM day_cells) AS last',
    );
    this.#clear = db.prepare('DELETE FROM day_cells WHERE day = ?');
    this.#add = db.prepare('INSERT INTO day_cells (day, cell, photos) VALUES (:day, :cell, :photos)');
    this.#setGathered = db.prepare('UPDATE trip_days_due SET gathered = 1 WHERE day = ?');
    this.#due = db.prepare(`
      INSERT OR IGNORE INTO trip_days_due (day, gathered)
      SELECT DISTINCT day, 1 FROM day_cells WHERE day BETWEEN :from AND :to`);
    this.#dueDay = db.prepare('INSERT OR IGNORE INTO trip_days_due (day, gathered) VALUES (?, 1)');
    this.#done = db.prepare('DELETE FROM trip_days_due WHERE gathered = 1 AND day BETWEEN :from AND :to');
  }

  /** Days whose photos have changed since they were counted, oldest first. */
  ungathered(limit: number): EpochDay[] {
    return this.#ungathered.all(limit);
  }

  /** The first day around which trips must be rebuilt. */
  nextDue(): EpochDay | undefined {
    return this.#gathered.get();
  }

  /** Counts the located photos of a day that are listed and not hidden. @returns whether the counts have changed */
  gather(day: EpochDay): boolean {
    const counts = new Map<GridCell, number>();
    for (const [lat, lng] of this.#photos.iterate(day)) {
      const cell = cellOf(lat, lng);
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
    }
    const before = this.cells({ from: day, to: day });
    const isSame = before.length === counts.size && before.every(({ cell, photos }) => counts.get(cell) === photos);
    if (!isSame) {
      this.#clear.run(day);
      for (const [cell, photos] of counts) this.#add.run({ day, cell, photos });
    }
    this.#setGathered.run(day);
    return !isSame;
  }

  /** The cells of the days in a span, in the order of the days. */
  cells(span: TripRun): CellOfDay[] {
    return this.#cells.all({ from: span.from, to: span.to });
  }

  /** The first and the last day with a located photo; undefined if there is none. */
  extent(): TripRun | undefined {
    const { first, last } = this.#extent.get() ?? { first: null, last: null };
    return first === null || last === null ? undefined : { from: first, to: last };
  }

  /** Queues the days of a span that have located photos: trips around them are rebuilt. */
  markDue(span: TripRun): void {
    this.#due.run({ from: span.from, to: span.to });
  }

  /** Like `markDue`, for one day, with or without photos. */
  markDayDue(day: EpochDay): void {
    this.#dueDay.run(day);
  }

  /** Records that the trips of these days are up to date. */
  settled(span: TripRun): void {
    this.#done.run({ from: span.from, to: span.to });
  }
}
