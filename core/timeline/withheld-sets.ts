import { LRUCache } from 'lru-cache';
import { nothingWithheld, type Withheld } from '../domain/withheld.ts';
import type { Db } from '../db/open.ts';
import { untilWritten } from '../db/write-stamp.ts';
import { anonymous, everything, userIn, type Audience } from '../domain/viewer-scope.ts';
import { IdSet } from '../plugin-api/toolkit/id-set.ts';
import type { Withholding, Withholdings } from '../store/household/withholdings.ts';
import type { Facets } from './facets.ts';
import type { Selections } from './selections.ts';
import type { Timeline } from './timeline.ts';

interface SetParts {
  readonly db: Db;
  readonly withholdings: Pick<Withholdings, 'all'>;
  readonly timeline: Timeline;
  readonly facets: Facets;
  readonly selections: Pick<Selections, 'find'>;
}

/** Different sets that are kept: one for each user who hid something, and households are small. */
const mostKept = 32;

/**
 * The photos of all albums and people that are withheld from a viewer, by others or by themself, and those that they
 * hid one by one, as one set. Only this class computes it.
 *
 * Audiences with the same withholdings share a set, and those without any, which are most, share the caches for all. A
 * set is made again when photos, faces, albums or decisions have changed. A photo that is not listed yet belongs to it,
 * too. It keeps its key as long as it has the same photos, so that caches with that key stay valid.
 */
export class WithheldSets {
  readonly #with: SetParts;
  readonly #versions: () => number;
  readonly #sets = new Map<string, Withheld>();
  /** The last answer by audience: it is asked for with each photo. */
  readonly #last = new LRUCache<Audience, { readonly version: string; readonly withheld: Withheld }>({ max: 64 });
  #lastKey = 0;
  /** The withholdings by audience. */
  #mine: { readonly all: readonly Withholding[]; readonly by: Map<Audience, readonly Withholding[]> } = {
    all: [],
    by: new Map(),
  };

  constructor(parts: SetParts) {
    this.#with = parts;
    const versions = parts.db.prepare<[], number>('SELECT total(version) FROM facet_versions').pluck();
    this.#versions = untilWritten(parts.db, () => versions.get() ?? 0);
  }

  /** As of now. */
  readonly from = (audience: Audience): Withheld => {
    // Before the timeline is read: from most users nothing is kept.
    if (this.#isNothing(audience)) return nothingWithheld;
    this.#with.timeline.follow();
    const last = this.#last.get(audience);
    if (last?.version === this.#version()) return last.withheld;
    const version = this.#version();
    const withheld = this.#find(audience);
    const isSettled = version === this.#version() && !this.#with.db.inTransaction;
    if (isSettled) this.#last.set(audience, { version, withheld });
    return withheld;
  };

  #find(audience: Audience): Withheld {
    if (this.#isNothing(audience)) return nothingWithheld;
    const mine = this.#keptFrom(audience);
    const hider = this.#hiderIn(audience);
    const people = new Set(mine.flatMap(({ person }) => person ?? []));
    const albums = new Set(mine.flatMap(({ album }) => album ?? []));
    const asker = askerOf(audience, albums);
    const subjects = JSON.stringify([[...people].sort((a, b) => a - b), [...albums].sort(), asker, hider]);
    for (;;) {
      const version = this.#version();
      const known = this.#sets.get(subjects);
      if (known?.version === version) return known;
      const photos = this.#photosOf(people, albums, asker);
      if (hider !== 0) photos.addAll(this.#hiddenOneByOne(hider));
      // Photos may have been merged into the timeline meanwhile.
      if (this.#version() !== version) continue;
      const key = known?.photos.equals(photos) === true ? known.key : ++this.#lastKey;
      const found = { key, version, photos, people, albums };
      // Rows of a transaction may still be rolled back.
      if (!this.#with.db.inTransaction) this.#keep(subjects, found);
      return found;
    }
  }

  #isNothing(audience: Audience): boolean {
    return audience === everything || (this.#keptFrom(audience).length === 0 && this.#hiderIn(audience) === 0);
  }

  #keptFrom(audience: Audience): readonly Withholding[] {
    const all = this.#with.withholdings.all();
    if (this.#mine.all !== all) this.#mine = { all, by: new Map() };
    const known = this.#mine.by.get(audience);
    if (known) return known;
    const mine = all.filter((one) => isFor(one, audience));
    this.#mine.by.set(audience, mine);
    return mine;
  }

  /** The user, where there are photos that they hid one by one and are not shown; else 0. */
  #hiderIn(audience: Audience): number {
    if (audience === anonymous) return 0;
    const { userId, seesOwnHidden } = userIn(audience);
    return seesOwnHidden || this.#hiddenOneByOne(userId).size === 0 ? 0 : userId;
  }

  #hiddenOneByOne(userId: number): IdSet {
    return this.#with.facets.photos('ownHidden', userId, this.#with.timeline.capacity);
  }

  /** Each facet's version only ever grows, so the sum tells whether any has changed. */
  #version(): string {
    return `${this.#with.timeline.version} ${this.#versions()}`;
  }

  #photosOf(people: ReadonlySet<number>, albums: ReadonlySet<string>, asker: number): IdSet {
    const { facets, selections, timeline } = this.#with;
    const photos = new IdSet(timeline.capacity);
    for (const person of people) {
      photos.addAll(facets.photos('people', person, timeline.capacity));
      photos.addAll(facets.photos('named', person, timeline.capacity));
    }
    for (const album of albums) {
      const id = facets.albumId(album);
      const chosen = id === undefined ? undefined : facets.photos('albums', id, timeline.capacity);
      if (chosen) photos.addAll(chosen);
      // One of people's own has a rule where nothing was chosen.
      if (chosen?.size !== 0 || !isOwn(album)) continue;
      photos.addAll(selections.find({ album, asker, archived: 'with', hidden: 'with' }).idSet(timeline.capacity));
    }
    return photos;
  }

  #keep(subjects: string, found: Withheld): void {
    this.#sets.delete(subjects);
    this.#sets.set(subjects, found);
    const [oldest] = this.#sets.keys();
    if (this.#sets.size > mostKept && oldest !== undefined) this.#sets.delete(oldest);
  }
}

/** Only their own withholdings hold for admins, and own withholdings hold for the user alone. */
function isFor({ user, own }: Withholding, audience: Audience): boolean {
  if (audience === anonymous) return own === 0;
  const { userId, role, seesOwnHidden } = userIn(audience);
  if (own === 1) return user === userId && !seesOwnHidden;
  return role !== 'admin' && (user === null ? role === 'read' : user === userId);
}

/** The viewer's id: rules of albums ask for the favourites of each viewer. */
function askerOf(audience: Audience, albums: ReadonlySet<string>): number {
  if (audience === anonymous) return 0;
  return [...albums].some(isOwn) ? userIn(audience).userId : 0;
}

const isOwn = (uid: string): boolean => uid.startsWith('own-');
