import type { Db, Statement } from '../db/open.ts';
import { withheldOn } from '../db/withheld.ts';
import type { WithheldFrom } from '../domain/withheld.ts';
import { LRUCache } from 'lru-cache';
import { NameIndex } from '../domain/search-names.ts';
import type { ViewerScope } from '../domain/viewer-scope.ts';
import type { PersonList } from '../store/people/person-list.ts';
import type { Facets } from './facets.ts';
import { placeCensus, shownTo } from './place-census.ts';
import type { Selections } from './selections.ts';
import type { Timeline } from './timeline.ts';

interface Place {
  readonly id: number;
  readonly label: string;
  readonly city: string;
  readonly country: string;
}

interface CachedNames {
  readonly version: string;
  readonly index: NameIndex;
  readonly names?: string;
}

/**
 * The names of people and places for searches, cached until one of them changes. Viewers who may not see hidden photos get
 * only names that occur in other photos; the same applies to photos that are withheld from a viewer.
 */
export class LibraryNames {
  readonly #version: Statement<[], string>;
  readonly #places: Statement<[], Place>;
  readonly #people: Pick<PersonList, 'nameable'>;
  readonly #timeline: Timeline;
  readonly #selections: Selections;
  readonly #facets: Facets;
  readonly #withheld: WithheldFrom;
  #all: CachedNames | undefined;
  /** By whether hidden photos are included, and the key of the withheld photos. */
  readonly #shown = new LRUCache<string, CachedNames>({ max: 8 });

  constructor(parts: {
    db: Db;
    people: Pick<PersonList, 'nameable'>;
    timeline: Timeline;
    selections: Selections;
    facets: Facets;
  }) {
    const { db } = parts;
    this.#people = parts.people;
    this.#timeline = parts.timeline;
    this.#selections = parts.selections;
    this.#facets = parts.facets;
    this.#withheld = withheldOn(db);
    // Places are only added, so their maximum id is their version.
    this.#version = db
      .prepare<[], string>(
        `SELECT concat((SELECT version FROM facet_versions WHERE facet = 'names'), ' ', (SELECT max(id) FROM places))`,
      )
      .pluck();
    this.#places = db.prepare('SELECT id, label, city, country FROM places ORDER BY id');
  }

  index(scope: ViewerScope): NameIndex {
    const version = this.#version.get() ?? '';
    const { key } = this.#withheld(scope.audience);
    return scope.seesHidden && key === 0 ? this.#ofAll(version, scope) : this.#ofShown(version, scope, key);
  }

  #ofAll(version: string, scope: ViewerScope): NameIndex {
    if (this.#all?.version !== version) {
      const index = new NameIndex({ people: this.#people.nameable(scope), places: this.#places.all() });
      this.#all = { version, index };
    }
    return this.#all.index;
  }

  #ofShown(namesVersion: string, scope: ViewerScope, withheld: number): NameIndex {
    const inPhotos = this.#placesSeen(scope);
    const version = `${namesVersion} ${this.#facets.version('people')} ${this.#timeline.version} ${this.#facets.version('withholdings')}`;
    const key = `${scope.seesHidden} ${withheld}`;
    const cached = this.#shown.get(key);
    if (cached?.version === version) return cached.index;
    const people = this.#people.nameable(scope);
    const places = this.#places.all().filter(({ id }) => inPhotos.has(id));
    // During an import photos are added every second, but hardly ever a new name.
    const names = JSON.stringify([people, places.map(({ id }) => id)]);
    const index = cached?.names === names ? cached.index : new NameIndex({ people, places });
    this.#shown.set(key, { version, names, index });
    return index;
  }

  #placesSeen({ seesHidden, audience }: ViewerScope): ReadonlySet<number> {
    if (!seesHidden) return new Set(placeCensus(this.#selections, audience).map(({ place }) => place));
    return this.#selections.find(shownTo(audience, true)).derive('places seen', ({ place }, positions) => {
      const placeIds = new Set<number>();
      for (const position of positions) placeIds.add(place[position]!);
      return placeIds;
    });
  }
}
