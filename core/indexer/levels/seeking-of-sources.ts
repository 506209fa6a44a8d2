import { Seeking } from './seeking.ts';

interface Dependencies {
  /** The ids of all sources of the library. */
  readonly sources: () => readonly number[];
  /** The id of the source of a photo. */
  readonly sourceOf: (uid: string) => number;
  /** Tracks the source with this id. */
  readonly track: (id: number) => Seeking;
}

/** Tracks for each source of the library whether it sends parts of photos. */
export class SeekingOfSources {
  readonly #with: Dependencies;
  readonly #tracked = new Map<number, Seeking>();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The seeking in the source of a photo. */
  of(uid: string): Seeking {
    return this.#ofSource(this.#with.sourceOf(uid));
  }

  /** Those of these sources that send parts. */
  possibleIn(sources: readonly number[]): number[] {
    return sources.filter((id) => this.#ofSource(id).isPossible);
  }

  /** Arranges the photos of each source. */
  async arrange(signal: AbortSignal): Promise<void> {
    for (const id of this.#with.sources()) await this.#ofSource(id).arrange(signal);
  }

  #ofSource(id: number): Seeking {
    let seeking = this.#tracked.get(id);
    if (!seeking) this.#tracked.set(id, (seeking = this.#with.track(id)));
    return seeking;
  }
}
