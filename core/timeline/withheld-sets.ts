import { LRUCache } from 'lru-cache';
import { nothingWithheld, type WithheldItems } from '../domain/withheld.ts';
import type { Db } from '../db/open.ts';
import { cachedUntilWrite } from '../db/write-stamp.ts';
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

/** The number of cached sets: one for each user who has hidden something; households are small. */
const maxKept = 32;

/**
 * The photos that are withheld from a viewer, as one set: those of all albums and people that others withhold from them or
 * that they have hidden for themselves, and the photos that they have hidden one by one. Only this class computes it.
 *
 * Audiences with the same withholdings share a set, and most audiences have none and share the caches for everyone. A set is
 * recomputed when photos, faces, albums or decisions have changed; it also includes photos that are not listed yet. It keeps
 * its key as long as it has the same photos, so that caches with that key stay valid.
 */
export class WithheldSets {
  readonly #with: SetParts;
  readonly #versions: () => number;
  readonly #sets = new LRUCache<string, WithheldItems>({ max: maxKept });
  /** The last result for each audience, since it is requested with each photo. */
  readonly #last = new LRUCache<Audience, { readonly version: string; readonly withheld: WithheldItems }>({ max: 64 });
  #lastKey = 0;
  /** The withholdings by audience. */
  #mine: { readonly all: readonly Withholding[]; readonly by: Map<Audience, readonly Withholding[]> } = {
    all: [],
    by: new Map(),
  };

  constructor(parts: SetParts) {
    this.#with = parts;
    const versions = parts.db.prepare<[], number>('SELECT total(version) FROM facet_versions').pluck();
    this.#versions = cachedUntilWrite(parts.db, () => versions.get() ?? 0);
  }

  /** The current set. */
  readonly from = (audience: Audience): WithheldItems => {
    // Checked before the timeline is read, since nothing is withheld from most users.
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

  #find(audience: Audience): WithheldItems {
    if (this.#isNothing(audience)) return nothingWithheld;
    const withholdings = this.#keptFrom(audience);
    const hider = this.#hiderIn(audience);
    const people = new Set(withholdings.flatMap(({ person }) => person ?? []));
    const albums = new Set(withholdings.flatMap(({ album }) => album ?? []));
    const asker = askerOf(audience, albums);
    const subjects = JSON.stringify([[...people].sort((a, b) => a - b), [...albums].sort(), asker, hider]);
    for (;;) {
      const version = this.#version();
      const cached = this.#sets.get(subjects);
      if (cached?.version === version) return cached;
      const photos = this.#photosOf(people, albums, asker);
      if (hider !== 0) photos.addAll(this.#hiddenOneByOne(hider));
      // Photos may have been merged into the timeline in the meantime.
      if (this.#version() !== version) continue;
      const key = cached?.photos.equals(photos) === true ? cached.key : ++this.#lastKey;
      const result = { key, version, photos, people, albums };
      // Rows of a transaction may still be rolled back, so its result is not cached.
      if (!this.#with.db.inTransaction) this.#sets.set(subjects, result);
      return result;
    }
  }

  #isNothing(audience: Audience): boolean {
    return audience === everything || (this.#keptFrom(audience).length === 0 && this.#hiderIn(audience) === 0);
  }

  #keptFrom(audience: Audience): readonly Withholding[] {
    const all = this.#with.withholdings.all();
    if (this.#mine.all !== all) this.#mine = { all, by: new Map() };
    const cached = this.#mine.by.get(audience);
    if (cached) return cached;
    const ofAudience = all.filter((withholding) => isFor(withholding, audience));
    this.#mine.by.set(audience, ofAudience);
    return ofAudience;
  }

  /** The user's id if they have hidden photos one by one that must not be shown; otherwise 0. */
  #hiderIn(audience: Audience): number {
    if (audience === anonymous) return 0;
    const { userId, seesOwnHidden } = userIn(audience);
    return seesOwnHidden || this.#hiddenOneByOne(userId).size === 0 ? 0 : userId;
  }

  #hiddenOneByOne(userId: number): IdSet {
    return this.#with.facets.photos('ownHidden', userId, this.#with.timeline.capacity);
  }

  /** Each facet's version only increases, so their sum shows whether any has changed. */
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
      // An album made here has a rule if it has no chosen photos.
      if (chosen?.size !== 0 || !isOwn(album)) continue;
      photos.addAll(selections.find({ album, asker, archived: 'with', hidden: 'with' }).idSet(timeline.capacity));
    }
    return photos;
  }
}

/** For admins, only their own withholdings apply. A user's own withholdings apply only to that user. */
function isFor({ user, own }: Withholding, audience: Audience): boolean {
  if (audience === anonymous) return own === 0;
  const { userId, role, seesOwnHidden } = userIn(audience);
  if (own === 1) return user === userId && !seesOwnHidden;
  return role !== 'admin' && (user === null ? role === 'read' : user === userId);
}

/** The viewer's id if rules of albums may depend on the viewer's favourites; otherwise 0. */
function askerOf(audience: Audience, albums: ReadonlySet<string>): number {
  if (audience === anonymous) return 0;
  return [...albums].some(isOwn) ? userIn(audience).userId : 0;
}

const isOwn = (uid: string): boolean => uid.startsWith('own-');
