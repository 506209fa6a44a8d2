import type { Db, Statement } from '../db/open.ts';

export interface Place {
  readonly id: number;
  /** `Lisbon, Portugal` */
  readonly label: string;
  readonly city: string;
  readonly country: string;
}

/** The places where photos were taken. */
export class Places {
  readonly #idOf: Statement<[string], number>;
  readonly #some: Statement<[string], Place>;

  constructor(db: Db) {
    this.#idOf = db.prepare<[string], number>('SELECT id FROM places WHERE label = ?').pluck();
    this.#some = db.prepare('SELECT id, label, city, country FROM places WHERE id IN (SELECT value FROM json_each(?))');
  }

  idOf(label: string): number | undefined {
    return this.#idOf.get(label);
  }

  byIds(ids: readonly number[]): Map<number, Place> {
    return new Map(this.#some.all(JSON.stringify(ids)).map((place) => [place.id, place]));
  }
}
