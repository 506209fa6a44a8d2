import type { Audience } from '../domain/viewer-scope.ts';
import type { WithheldFrom } from '../domain/withheld.ts';
import { sizedCache } from '../domain/sized-cache.ts';
import { countStacked } from './stack-covers.ts';
import type { Timeline } from './timeline.ts';

/** The size of the cache in bytes: a library of a million photos has some hundred thousand stacks. */
const cacheSize = 8 * 1024 * 1024;

/** The number of photos in each stack that a viewer may see: without hidden, archived and withheld ones. */
export class StackCensus {
  readonly #timeline: Timeline;
  readonly #withheld: WithheldFrom;
  readonly #counts = sizedCache<{ readonly counts: Uint32Array }>(cacheSize);
  #version = -1;

  constructor(parts: { timeline: Timeline; withheld: WithheldFrom }) {
    this.#timeline = parts.timeline;
    this.#withheld = parts.withheld;
  }

  /** The counts by stack id; stacks beyond the end have no photos. */
  counts(audience: Audience): Uint32Array {
    const { key, photos } = this.#withheld(audience);
    const columns = this.#timeline.follow();
    if (this.#version !== this.#timeline.version) {
      this.#counts.clear();
      this.#version = this.#timeline.version;
    }
    const cached = this.#counts.get(String(key));
    if (cached) return cached.counts;
    const counts = countStacked(columns, photos);
    this.#counts.set(String(key), { counts });
    return counts;
  }
}
