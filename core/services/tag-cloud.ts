import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { WithheldItems, WithheldFrom } from '../domain/withheld.ts';
import type { Audience } from '../domain/viewer-scope.ts';
import type { Facets } from '../timeline/facets.ts';
import type { TagCount, TagMark, Tags } from '../store/photos/tags.ts';
import type { Timeline } from '../timeline/timeline.ts';

export type { TagCount } from '../store/photos/tags.ts';

/** The number of tags on photos to count before other requests get a turn: some two milliseconds. */
const countedAtOnce = 50_000;
/** If tags change all the time, the last attempt counts without pauses. */
const attempts = 3;
/** The number of withheld photos whose tags are counted in one slice. */
const withheldAtOnce = 1000;
/** The number of sets of withheld photos with cached counts. */
const maxKnown = 8;

interface CachedCounts {
  readonly all: ReadonlyMap<number, number>;
  readonly version: string;
  readonly counts: TagCount[];
}

/** The number of withheld photos with each tag. */
interface CachedWithheldCounts {
  readonly all: ReadonlyMap<number, number>;
  readonly counts: ReadonlyMap<number, number>;
}

/** All tags by number of photos. Tags are recounted only after tags have changed, hidden photos only after photos have. */
export class TagCloud {
  readonly #tags: Tags;
  readonly #facets: Facets;
  readonly #timeline: Timeline;
  /** Includes hidden photos. */
  #all: { readonly version: number; readonly counts: ReadonlyMap<number, number> } | undefined;
  #counting: Promise<void> | undefined;
  readonly #withheld: WithheldFrom;
  /** By the key of the set of withheld photos, with or without hidden ones. */
  readonly #known = new LRUCache<string, CachedCounts>({ max: maxKnown });
  /** By the key of the set of withheld photos. */
  readonly #kept = new LRUCache<number, CachedWithheldCounts>({ max: maxKnown });

  constructor(parts: { tags: Tags; facets: Facets; timeline: Timeline; withheld: WithheldFrom }) {
    this.#withheld = parts.withheld;
    this.#tags = parts.tags;
    this.#facets = parts.facets;
    this.#timeline = parts.timeline;
  }

  /** The counts, current when the promise resolves. */
  async counts(audience: Audience, withHidden = false): Promise<TagCount[]> {
    for (;;) {
      while (this.#all?.version !== this.#facets.version('tags')) {
        this.#counting ??= this.#countAll().finally(() => {
          this.#counting = undefined;
        });
        await this.#counting;
      }
      this.#timeline.follow();
      const { counts: all } = this.#all;
      const withheld = this.#withheld(audience);
      const version = `${this.#timeline.version} ${withheld.version}`;
      const cacheKey = `${withheld.key} ${withHidden}`;
      const known = this.#known.get(cacheKey);
      if (known?.all === all && known.version === version) return known.counts;
      const withheldCounts = await this.#tagsOf(withheld, all);
      const counts = this.#tags.visible(all, { withheld: withheld.key, counts: withheldCounts }, withHidden);
      // The tags may have changed while the tags of withheld photos were counted.
      const isSame = withheld.key === 0 || this.#withheld(audience).version === withheld.version;
      if (isSame) this.#known.set(cacheKey, { all, version, counts });
      if (isSame) return counts;
    }
  }

  /** An unchanged set of photos keeps its key, so its tags are recounted only after tags have changed. */
  async #tagsOf({ key, photos }: WithheldItems, all: CachedCounts['all']): Promise<ReadonlyMap<number, number>> {
    const known = this.#kept.get(key);
    if (known?.all === all) return known.counts;
    const counts = new Map<number, number>();
    const ids = [...photos];
    for (let at = 0; at < ids.length; at += withheldAtOnce) {
      this.#tags.countOf(ids.slice(at, at + withheldAtOnce), counts);
      await setImmediate();
    }
    // Do not cache counts if tags have changed meanwhile; the caller counts again.
    if (this.#facets.version('tags') === this.#all?.version) this.#kept.set(key, { all, counts });
    return counts;
  }

  async #countAll(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const version = this.#facets.version('tags');
      const counts = new Map<number, number>();
      let mark: TagMark | undefined;
      do {
        mark = this.#tags.count(counts, mark, countedAtOnce);
        if (mark && attempt < attempts) await setImmediate();
      } while (mark);
      if (version !== this.#facets.version('tags')) continue;
      this.#all = { version, counts };
      return;
    }
  }
}
