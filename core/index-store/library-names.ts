import type { Db, Statement } from '../db/open.ts';
import { NameIndex } from '../domain/search-names.ts';

/** The names of persons and places as search texts may name them, kept until one of them changes. */
export class LibraryNames {
  readonly #version: Statement<[], string>;
  readonly #people: Statement<[], { id: number; name: string }>;
  readonly #places: Statement<[], { id: number; label: string; city: string; country: string }>;
  #known: { readonly version: string; readonly index: NameIndex } | undefined;

  constructor(db: Db) {
    // Places only ever come.
    this.#version = db
      .prepare<[], string>(
        `SELECT concat((SELECT version FROM facet_versions WHERE facet = 'names'), ' ', (SELECT max(id) FROM places))`,
      )
      .pluck();
    this.#people = db.prepare('SELECT id, name FROM people WHERE name_key IS NOT NULL ORDER BY id');
    this.#places = db.prepare('SELECT id, label, city, country FROM places ORDER BY id');
  }

  index(): NameIndex {
    const version = this.#version.get() ?? '';
    if (this.#known?.version !== version) {
      const index = new NameIndex({ people: this.#people.all(), places: this.#places.all() });
      this.#known = { version, index };
    }
    return this.#known.index;
  }
}
