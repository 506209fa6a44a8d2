import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { epochDay } from '../../domain/epoch-day.ts';
import { monthOf, yearOf, type MonthNumber } from '../../domain/local-date.ts';
import type { GridCell } from '../../domain/trips/grid-cell.ts';
import { homesOf, monthsAround } from '../../domain/trips/homes.ts';
import { KnownHomes } from '../../domain/trips/known-homes.ts';
import type { TripRun } from '../../domain/trips/trip-runs.ts';
import type { TripDays } from './trip-days.ts';

/** Days. If the located photos of a library span more than this, half a year, a home among them would have been found. */
const tellingDays = 180;

/** The homes of users in each month, according to the photos. */
export class MonthHomes {
  readonly #days: TripDays;
  readonly #all: Statement<[], { month: MonthNumber; cells: string }>;
  readonly #of: Statement<[MonthNumber], string>;
  readonly #nextTold: Statement<[MonthNumber], MonthNumber | null>;
  readonly #anyBefore: Statement<[MonthNumber], number>;
  readonly #stale: Statement<[], MonthNumber>;
  readonly #setStale: Statement<[MonthNumber]>;
  readonly #set: Statement<[{ month: MonthNumber; cells: string }]>;
  readonly #version: Statement<[], number>;
  #known: { readonly version: string; readonly homes: KnownHomes } | undefined;

  constructor(parts: { db: Db; days: TripDays }) {
    const { db } = parts;
    this.#days = parts.days;
    this.#all = db.prepare(`SELECT month, cells FROM month_homes WHERE cells <> '[]'`);
    const plucked = pluckedOn(db);
    this.#of = plucked('SELECT cells FROM month_homes WHERE month = ?');
    this.#nextTold = plucked(`SELECT min(month) FROM month_homes WHERE month > ? AND cells <> '[]'`);
    this.#anyBefore = plucked(`SELECT 1 FROM month_homes WHERE month < ? AND cells <> '[]' LIMIT 1`);
    this.#stale = plucked('SELECT month FROM month_homes WHERE stale = 1 LIMIT 1');
    this.#setStale = db.prepare(
      'INSERT INTO month_homes (month) VALUES (?) ON CONFLICT (month) DO UPDATE SET stale = 1',
    );
    this.#set = db.prepare('UPDATE month_homes SET cells = :cells, stale = 0 WHERE month = :month');
    this.#version = plucked(`SELECT version FROM facet_versions WHERE facet = 'trips'`);
  }

  /** The homes found so far. */
  known(): KnownHomes {
    const isTold = this.wouldTell();
    const version = `${this.#version.get() ?? 0} ${isTold}`;
    if (this.#known?.version !== version) {
      const byMonth = new Map(this.#all.all().map(({ month, cells }) => [month, JSON.parse(cells) as GridCell[]]));
      this.#known = { version, homes: new KnownHomes(byMonth, isTold) };
    }
    return this.#known.homes;
  }

  /** Whether the library spans enough time for a home to be found, if its photos contain one. */
  wouldTell(): boolean {
    const extent = this.#days.extent();
    return extent !== undefined && extent.to - extent.from >= tellingDays;
  }

  /** Must be called when photos of a month have changed, which affects the homes of all months around it. */
  markStale(month: MonthNumber): void {
    for (let near = month - monthsAround; near <= month + monthsAround; near++) this.#setStale.run(near);
  }

  /**
   * Finds the homes of one month whose photos have changed. If the homes have changed, the month's days become due. Must be
   * called in a transaction.
   * @returns false if no month is left
   */
  settleOne(): boolean {
    const month = this.#stale.get();
    if (month === undefined) return false;
    const from = firstDay(month - monthsAround);
    const cells = JSON.stringify(homesOf(this.#days.cells({ from, to: firstDay(month + monthsAround + 1) - 1 })));
    const before = this.#of.get(month);
    this.#set.run({ month, cells });
    if (before !== cells) this.#days.markDue(this.#heldBy(month));
    return true;
  }

  /**
   * The days for which the homes of a month apply: until the next month that has homes; and also all days before the month,
   * if no earlier month has homes.
   */
  #heldBy(month: MonthNumber): TripRun {
    const next = this.#nextTold.get(month) ?? null;
    return {
      from: this.#anyBefore.get(month) === undefined ? Number.MIN_SAFE_INTEGER : firstDay(month),
      to: next === null ? Number.MAX_SAFE_INTEGER : firstDay(next) - 1,
    };
  }
}

const firstDay = (month: MonthNumber): number => epochDay(yearOf(month), monthOf(month), 1);
