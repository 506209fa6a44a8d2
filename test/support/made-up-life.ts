import { epochDay } from '../../core/domain/epoch-day.ts';
import type { Db } from '../../core/db/open.ts';
import { PhotoRows } from './photo-rows.ts';

const somewhere = {
  berlin: [52.52, 13.4, 'Berlin, Germany'],
  hamburg: [53.55, 9.99, 'Hamburg, Germany'],
  office: [52.39, 13.06, 'Potsdam, Germany'],
  leipzig: [51.34, 12.37, 'Leipzig, Germany'],
  lisbon: [38.72, -9.14, 'Lisbon, Portugal'],
  porto: [41.15, -8.61, 'Porto, Portugal'],
  rome: [41.9, 12.5, 'Rome, Italy'],
  nice: [43.7, 7.27, 'Nice, France'],
  tokyo: [35.68, 139.69, 'Tokyo, Japan'],
  fiji: [-17.8, 177.4, 'Nadi, Fiji'],
  samoa: [-13.83, -171.77, 'Apia, Samoa'],
  lima: [-12.05, -77.04, 'Lima, Peru'],
} as const;

export type Somewhere = keyof typeof somewhere;

/** Converts `2023-05-02` to days since 1970. */
function dayNumber(text: string): number {
  const [year = NaN, month = NaN, day = NaN] = text.split('-').map(Number);
  return epochDay(year, month, day);
}

function positionOf(where: Somewhere | null): { lat?: number; lng?: number; place?: string } {
  if (where === null) return {};
  const [lat, lng, place] = somewhere[where];
  return { lat, lng, place };
}

/** Writes the photos of an invented life into an index, as the indexer stores them. */
export class MadeUpLife {
  readonly #db: Db;
  readonly #rows: PhotoRows;
  #count = 0;

  constructor(db: Db) {
    this.#db = db;
    this.#rows = new PhotoRows(db);
  }

  /**
   * Photos of one day, ten minutes apart, from nine in the morning.
   * @param where null: photos without a position
   * @returns their ids
   */
  photos(day: string, where: Somewhere | null, count = 3, hour = 9): number[] {
    return this.#db.transaction(() =>
      Array.from({ length: count }, (_, at) => {
        const takenAt = dayNumber(day) * 86_400 + hour * 3600 + at * 600;
        return this.#rows.add({ uid: `p${this.#count++}`, takenAt, ...positionOf(where) });
      }),
    )();
  }

  /** Photos of all days from the first to the last. */
  days(from: string, to: string, where: Somewhere | null, count = 3): number[] {
    return this.#each(from, to, 1, where, count);
  }

  /** One photo per week. */
  weekly(from: string, to: string, where: Somewhere): number[] {
    return this.#each(from, to, 7, where, 1);
  }

  #each(from: string, to: string, step: number, where: Somewhere | null, count: number): number[] {
    const ids: number[] = [];
    for (let day = dayNumber(from); day <= dayNumber(to); day += step) {
      ids.push(...this.photos(new Date(day * 86_400_000).toISOString().slice(0, 10), where, count));
    }
    return ids;
  }
}
