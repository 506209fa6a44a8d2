import type { Db, Statement } from '../db/open.ts';
import { NameIndex } from '../domain/search-names.ts';
import type { Sight } from '../domain/sight.ts';
import type { Facets } from './facets.ts';
import { placeCensus } from './place-census.ts';
import type { Selections } from './selections.ts';
import type { Timeline } from './timeline.ts';

interface Person {
  readonly id: number;
  readonly name: string;
}

interface Place {
  readonly id: number;
  readonly label: string;
  readonly city: string;
  readonly country: string;
}

interface Known {
  readonly version: string;
  readonly index: NameIndex;
}

/**
 * The names of persons and places as search texts may name them, kept until one of them changes. Viewers who may not see
 * hidden photos search with the names in other photos alone: for them no other person or place exists.
 */
export class LibraryNames {
  readonly #version: Statement<[], string>;
  readonly #people: Statement<[{ hidden: 0 | 1 }], Person>;
  readonly #places: Statement<[], Place>;
  readonly #timeline: Timeline;
  readonly #selections: Selections;
  readonly #facets: Facets;
  #all: Known | undefined;
  #shown: (Known & { readonly names: string }) | undefined;

  constructor(parts: { db: Db; timeline: Timeline; selections: Selections; facets: Facets }) {
    const { db } = parts;
    this.#timeline = parts.timeline;
    this.#selections = parts.selections;
    this.#facets = parts.facets;
    // Places only ever come.
    this.#version = db
      .prepare<[], string>(
        `SELECT concat((SELECT version FROM facet_versions WHERE facet = 'names'), ' ', (SELECT max(id) FROM places))`,
      )
      .pluck();
    this.#people = db.prepare(`
      SELECT n.id, n.name FROM people n JOIN person_counts c ON c.person_id = n.id
      WHERE n.name_key IS NOT NULL AND (:hidden OR c.faces > 0 OR c.hidden_faces = 0) ORDER BY n.id`);
    this.#places = db.prepare('SELECT id, label, city, country FROM places ORDER BY id');
  }

  index({ seesHidden }: Pick<Sight, 'seesHidden'>): NameIndex {
    const version = this.#version.get() ?? '';
    return seesHidden ? this.#ofAll(version) : this.#ofShown(version);
  }

  #ofAll(version: string): NameIndex {
    if (this.#all?.version !== version) {
      const index = new NameIndex({ people: this.#people.all({ hidden: 1 }), places: this.#places.all() });
      this.#all = { version, index };
    }
    return this.#all.index;
  }

  #ofShown(named: string): NameIndex {
    const census = placeCensus(this.#selections);
    const version = `${named} ${this.#facets.version('people')} ${this.#timeline.version}`;
    if (this.#shown?.version !== version) {
      const people = this.#people.all({ hidden: 0 });
      const inPhotos = new Set(census.map(({ place }) => place));
      const places = this.#places.all().filter(({ id }) => inPhotos.has(id));
      // While an import runs photos come every second, and hardly ever a name.
      const names = JSON.stringify([people, places.map(({ id }) => id)]);
      const index = this.#shown?.names === names ? this.#shown.index : new NameIndex({ people, places });
      this.#shown = { version, names, index };
    }
    return this.#shown.index;
  }
}
