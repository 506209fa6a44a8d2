import type { Facets } from '../timeline/facets.ts';
import type { TagCount, Tags } from '../store/photos/tags.ts';
import type { Timeline } from '../timeline/timeline.ts';

export type { TagCount } from '../store/photos/tags.ts';

/** All tags by number of photos, counted anew only after tags or photos have changed. */
export class TagCloud {
  readonly #tags: Tags;
  readonly #facets: Facets;
  readonly #timeline: Timeline;
  #known: { tags: number; timeline: number; counts: TagCount[] } | undefined;

  constructor(parts: { tags: Tags; facets: Facets; timeline: Timeline }) {
    this.#tags = parts.tags;
    this.#facets = parts.facets;
    this.#timeline = parts.timeline;
  }

  counts(): TagCount[] {
    this.#timeline.follow();
    const tags = this.#facets.version('tags');
    const timeline = this.#timeline.version;
    if (this.#known?.tags !== tags || this.#known.timeline !== timeline) {
      this.#known = { tags, timeline, counts: this.#tags.counts() };
    }
    return this.#known.counts;
  }
}
