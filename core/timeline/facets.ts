import type { Db, Statement } from '../db/open.ts';
import { pluckedOn } from '../db/statements.ts';
import { cachedUntilWrite } from '../db/write-stamp.ts';
import { IdSet } from '../plugin-api/toolkit/id-set.ts';
import { sizedCache } from '../domain/sized-cache.ts';

/** The kinds of sets of photos to which a list can be restricted. */
export type Facet = 'favorites' | 'ownHidden' | 'tags' | 'albums' | 'people' | 'named';

/** The size of the cache, in bytes. */
const cacheSize = 32 * 1024 * 1024;

interface CachedSet {
  readonly version: number;
  readonly ids: IdSet;
}

/**
 * Sets of photo ids: the favourites of a user, the photos that a user has hidden for themselves one by one, and the photos
 * of a tag, an album or a person. They are read from SQLite with covering indexes, and cached until the facet changes.
 * Triggers increase each facet's version in `facet_versions`.
 */
export class Facets {
  readonly #db: Db;
  readonly #versions: () => ReadonlyMap<string, number>;
  readonly #ids: Readonly<Record<Facet, Statement<[number], number>>>;
  readonly #has: Readonly<Record<Facet, Statement<[number, number], number>>>;
  readonly #tag: Statement<[string], number>;
  readonly #album: Statement<[string], number>;
  readonly #cache = sizedCache<CachedSet>(cacheSize);

  constructor(db: Db) {
    this.#db = db;
    const plucked = pluckedOn(db);
    const versions = db.prepare<[], [string, number]>('SELECT facet, version FROM facet_versions').raw();
    this.#versions = cachedUntilWrite(db, () => new Map(versions.all()));
    this.#ids = perFacet((rows) => plucked(`SELECT photo_id FROM ${rows}`));
    this.#has = perFacet((rows) => plucked(`SELECT 1 FROM ${rows} AND photo_id = ?`));
    this.#tag = plucked('SELECT id FROM tags WHERE key = ?');
    this.#album = plucked('SELECT id FROM every_album WHERE uid = ?');
  }

  /** @param facet `names`: people's names */
  version(facet: Facet | 'names' | 'trips' | 'withholdings'): number {
    return this.#versions().get(facet) ?? 0;
  }

  /**
   * The photos of one set.
   * @param owner the id of the user, tag, album or person
   * @param capacity the largest expected photo id
   */
  photos(facet: Facet, owner: number, capacity: number): IdSet {
    const version = this.version(facet) + (facet === 'named' ? this.version('names') : 0);
    const key = `${facet} ${owner}`;
    const cached = this.#cache.get(key);
    if (cached?.version === version) return cached.ids;
    const ids = new IdSet(capacity);
    for (const id of this.#ids[facet].all(owner)) ids.add(id);
    // After a rollback, another set gets the same version.
    if (!this.#db.inTransaction) this.#cache.set(key, { version, ids });
    return ids;
  }

  /** Whether one photo is in a set, without loading the set. */
  has(facet: Facet, owner: number, photo: number): boolean {
    return this.#has[facet].get(owner, photo) !== undefined;
  }

  /** @param key the tag's name, case-folded */
  tagId(key: string): number | undefined {
    return this.#tag.get(key);
  }

  albumId(uid: string): number | undefined {
    return this.#album.get(uid);
  }
}

/** The rows of an owner's photos, by facet. */
const rowsOf: Readonly<Record<Facet, string>> = {
  favorites: 'favorites WHERE user_id = ?',
  ownHidden: 'own_hidden_photos WHERE user_id = ?',
  tags: 'photo_tags WHERE tag_id = ?',
  albums: 'every_album_photo WHERE album_id = ?',
  people: 'faces WHERE person_id = ?',
  // People who are named only in the photo store.
  named: 'source_people WHERE name_key = (SELECT name_key FROM people WHERE id = ?)',
};

const perFacet = <T>(make: (rows: string) => T): Readonly<Record<Facet, T>> =>
  Object.fromEntries(Object.entries(rowsOf).map(([facet, rows]) => [facet, make(rows)])) as Record<Facet, T>;
