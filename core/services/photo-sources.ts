import { DomainError } from '../domain/errors.ts';
import type { WithheldItems } from '../domain/withheld.ts';
import type { CountOfSource, SourceCounts } from '../store/photos/source-counts.ts';
import type { KnownSource } from '../store/sources.ts';
import type { SourceReach } from './source-watch.ts';

/** One of several photo sources of the library. */
export interface SourceState extends SourceReach {
  /** The plugin that provides it; null if unknown. */
  readonly name: string | null;
  readonly photos: number;
}

/** A source as admins see it. */
export interface SourceReport extends SourceState {
  /** Whether its plugin is loaded. The library may still have photos of a source whose plugin is not. */
  readonly loaded: boolean;
  /** An admin has confirmed the removal of its photos, and the removal has not started yet. */
  readonly leaving: boolean;
}

interface Dependencies {
  readonly registry: () => {
    readonly known: readonly KnownSource[];
    readonly provided: readonly { readonly plugin: string }[];
  };
  readonly reach: () => Promise<ReadonlyMap<string, SourceReach>>;
  readonly counts: SourceCounts;
  /** Photos and people that are withheld from any user; null while unknown. */
  readonly kept: () => WithheldItems | null;
  /** Whether an admin has confirmed the removal of a source's photos. */
  readonly isLeaving: (id: number) => boolean;
  /** Schedules the removal of a source's photos. */
  readonly leave: (id: number) => void;
}

interface CachedCounts {
  readonly of: WithheldItems;
  readonly all: ReadonlyMap<number, CountOfSource>;
  readonly kept: ReadonlyMap<number, number>;
}

/**
 * Counts are cached for 50 times the time that counting takes, but no longer than 5 seconds, so that frequent requests use
 * at most 2 % of the time.
 */
const freshFor = 5000;
const minPause = 50;

const unreachable: SourceReach = { reachable: false, loggedIn: false };
const noPhotos: CountOfSource = { photos: 0, hidden: 0 };

/** States of the photo sources of a library with several, including sources that are no longer loaded. */
export class PhotoSources {
  readonly #with: Dependencies;
  #counted: CachedCounts | undefined;
  #countAt = -Infinity;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The public part; empty for a library that has only ever had one source. */
  async states(): Promise<SourceState[]> {
    if (!this.#areSeveral) return [];
    const counted = this.#count();
    const all = await this.#each(counted?.all ?? new Map<number, CountOfSource>());
    return all.map(({ id, name, reachable, loggedIn, photos, hidden }) => ({
      name,
      reachable,
      loggedIn,
      photos: photos - hidden - (counted?.kept.get(id) ?? 0),
    }));
  }

  /** Includes hidden photos in the counts. */
  async report(): Promise<SourceReport[]> {
    if (!this.#areSeveral) return [];
    const all = await this.#each(this.#with.counts.read());
    return all.map(({ id, name, reachable, loggedIn, photos, loaded }) => ({
      name,
      reachable,
      loggedIn,
      photos,
      loaded,
      leaving: !loaded && this.#with.isLeaving(id),
    }));
  }

  /** Sources with photos in the library whose plugins are not loaded. */
  absent(): { name: string | null; photos: number }[] {
    if (!this.#areSeveral) return [];
    const counts = this.#with.counts.read();
    const { known } = this.#with.registry();
    return known
      .filter((source) => !this.#isLoaded(source))
      .map(({ id, plugin }) => ({ name: plugin, photos: counts.get(id)?.photos ?? 0 }))
      .filter(({ photos }) => photos > 0);
  }

  /**
   * Removes the photos of a source whose plugin is no longer loaded. They are hidden soon, and deleted like all photos that
   * have left their store.
   * @param confirmed the number of photos that the admin was shown
   * @throws DomainError if there is no such source, it is loaded, or it has more photos than shown
   */
  leave(name: string | null, confirmed: number): void {
    const { registry, counts, leave } = this.#with;
    const source = registry().known.find(({ plugin }) => plugin === name);
    const { photos } = (source && counts.read().get(source.id)) ?? noPhotos;
    if (!source || photos === 0 || this.#isLoaded(source)) {
      throw new DomainError('conflict', 'There are no photos of such a source, or its plugin is loaded.', {
        problem: 'loss_settled',
      });
    }
    if (photos > confirmed) {
      throw new DomainError('conflict', 'The source has more photos in the library than you were shown: look again.', {
        problem: 'loss_changed',
      });
    }
    leave(source.id);
  }

  get #areSeveral(): boolean {
    const { known, provided } = this.#with.registry();
    return known.length > 1 || provided.length > 1;
  }

  #isLoaded({ plugin }: KnownSource): boolean {
    return this.#with.registry().provided.some((source) => source.plugin === plugin);
  }

  /** The loaded sources, and all others with photos in the library. */
  async #each(counts: ReadonlyMap<number, CountOfSource>) {
    const { registry, reach } = this.#with;
    const { known, provided } = registry();
    const reaches = await reach();
    const ofLibrary = known
      .map((source) => ({
        id: source.id,
        name: source.plugin,
        loaded: this.#isLoaded(source),
        ...(counts.get(source.id) ?? noPhotos),
      }))
      .filter(({ loaded, photos }) => loaded || photos > 0);
    const notKnown = provided.filter(({ plugin }) => !known.some((one) => one.plugin === plugin));
    const all = [...ofLibrary, ...notKnown.map(({ plugin }) => ({ id: -1, name: plugin, loaded: true, ...noPhotos }))];
    // After the removal of all other sources, a single loaded source is left, which is not listed.
    if (all.length === 1 && all[0]?.loaded) return [];
    return all.map((source) => ({ ...source, ...(reaches.get(source.name ?? '') ?? unreachable) }));
  }

  /** Cached, since anonymous clients may request it at any rate. Null while the withheld photos are unknown. */
  #count(): CachedCounts | null {
    const { counts, kept: withheldPhotos } = this.#with;
    const withheld = withheldPhotos();
    if (!withheld) return null;
    const start = performance.now();
    if (this.#counted?.of.key !== withheld.key || start >= this.#countAt) {
      this.#counted = { of: withheld, all: counts.read(), kept: counts.among(withheld.photos) };
      const end = performance.now();
      this.#countAt = end + Math.min(freshFor, minPause * (end - start));
    }
    return this.#counted;
  }
}
