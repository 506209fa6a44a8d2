import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { PlaceNames, type NamedPlace } from '../../domain/place-names.ts';

export type Place = NamedPlace;

/** The places where photos were taken. */
export class Places {
  readonly #newest: Statement<[], number | null>;
  readonly #all: Statement<[], Place>;
  readonly #some: Statement<[string], Place>;
  #known: { readonly newest: number | null; readonly names: PlaceNames } | undefined;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#newest = plucked('SELECT max(id) FROM places');
    this.#all = db.prepare('SELECT id, label, city, country FROM places');
    this.#some = db.prepare('SELECT id, label, city, country FROM places WHERE id IN (SELECT value FROM json_each(?))');
  }

  /** The ids of the places to which a name refers; see `PlaceNames`. */
  meantBy(name: string): number[] {
    return this.#names().meantBy(name);
  }

  /** The ids of places whose label contains a text, ignoring case. */
  havingPart(part: string): number[] {
    return this.#names().havingPart(part);
  }

  byIds(ids: readonly number[]): Map<number, Place> {
    return new Map(this.#some.all(JSON.stringify(ids)).map((place) => [place.id, place]));
  }

  /** Cached until a place is added; places never change. */
  #names(): PlaceNames {
    const newest = this.#newest.get() ?? null;
    if (this.#known?.newest !== newest) this.#known = { newest, names: new PlaceNames(this.#all.all()) };
    return this.#known.names;
  }
}

export interface NewPlace {
  readonly label: string;
  readonly city: string;
  readonly country: string;
}

/** The indexer's writes to `places`. */
export class PlaceIds {
  readonly #idOf: Statement<[string], number>;
  readonly #insert: Statement<[NewPlace], number>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#idOf = plucked('SELECT id FROM places WHERE label = ?');
    this.#insert = plucked('INSERT INTO places (label, city, country) VALUES (:label, :city, :country) RETURNING id');
  }

  /** The id of a place, which is added if it is new. */
  idOf(place: NewPlace): number {
    const id = this.#idOf.get(place.label) ?? this.#insert.get(place);
    if (id === undefined) throw new Error('The place was not inserted');
    return id;
  }
}
