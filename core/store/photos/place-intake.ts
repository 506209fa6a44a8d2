import type { Db, Statement } from '../../db/open.ts';

export interface NewPlace {
  readonly label: string;
  readonly city: string;
  readonly country: string;
}

/** The indexer's writes to `places`. */
export class PlaceIntake {
  readonly #idOf: Statement<[string], number>;
  readonly #insert: Statement<[NewPlace], number>;

  constructor(db: Db) {
    this.#idOf = db.prepare<[string], number>('SELECT id FROM places WHERE label = ?').pluck();
    this.#insert = db
      .prepare<[NewPlace], number>(
        'INSERT INTO places (label, city, country) VALUES (:label, :city, :country) RETURNING id',
      )
      .pluck();
  }

  /** The id of a place, which is added when it is new. */
  idOf(place: NewPlace): number {
    const id = this.#idOf.get(place.label) ?? this.#insert.get(place);
    if (id === undefined) throw new Error('The place was not inserted');
    return id;
  }
}
