import type { LabelQuery } from '../domain/photo-findings.ts';
import type { OffTimeline } from '../store/albums/off-timeline.ts';
import type { Withholdings } from '../store/household/withholdings.ts';
import type { ThingSets } from '../timeline/thing-sets.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { PhotoRules } from './albums/photo-rules.ts';

interface Dependencies {
  readonly timeline: Pick<Timeline, 'loading' | 'isLoaded'>;
  readonly things: Pick<ThingSets, 'ready' | 'areReady'>;
  readonly offTimeline: Pick<OffTimeline, 'all'>;
  readonly withholdings: Pick<Withholdings, 'all'>;
  readonly rules: Pick<PhotoRules, 'ofAlbum'>;
}

/**
 * Loads in slices what every list needs: the timeline, and the sets of things by which albums find the photos that the
 * timeline leaves out or that are withheld from users. A list that reads such a set itself would block the event loop.
 */
export class ListReadiness {
  readonly #with: Dependencies;
  #reading: { readonly key: string; readonly done: Promise<void> } | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Resolves when everything is loaded, or cannot be read; undefined if nothing is left to load. */
  get loading(): Promise<void> | undefined {
    const { loading } = this.#with.timeline;
    return loading ? loading.then(() => this.#sets()) : this.#sets();
  }

  #sets(): Promise<void> | undefined {
    const queries = this.#unread();
    if (!queries) return undefined;
    const key = JSON.stringify(queries);
    if (this.#reading?.key !== key) {
      const reading = {
        key,
        done: this.#with.things
          .ready(queries, new AbortController().signal)
          // The request itself reports what cannot be read.
          .catch(() => undefined)
          .finally(() => {
            if (this.#reading === reading) this.#reading = undefined;
          }),
      };
      this.#reading = reading;
    }
    return this.#reading.done;
  }

  /** The queries whose sets are not loaded; undefined if all are, or if that cannot be read. */
  #unread(): LabelQuery[] | undefined {
    const { timeline, things } = this.#with;
    // Following the timeline would load it in one piece.
    if (!timeline.isLoaded) return undefined;
    try {
      const queries = this.#queries();
      return queries.length === 0 || things.areReady(queries) ? undefined : queries;
    } catch {
      // The request itself reports what cannot be read, if it needs that.
      return undefined;
    }
  }

  #queries(): LabelQuery[] {
    const { offTimeline, withholdings, rules } = this.#with;
    const albums = new Set([...offTimeline.all(), ...withholdings.all().flatMap(({ album }) => album ?? [])]);
    return [...albums].flatMap((album) => rules.ofAlbum(album, 0)?.things ?? []);
  }
}
