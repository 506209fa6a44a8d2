import type { PhotoSource } from '../plugin-api/photo-source.ts';
import { SourceError } from '../plugin-api/errors.ts';
import type { KnownSource, Sources } from '../store/sources.ts';
import type { Transact } from '../store/transact.ts';

/** A photo source and the plugin that provides it. */
export interface ProvidedSource {
  readonly plugin: string;
  readonly source: PhotoSource;
}

interface Dependencies {
  /** The photo sources of the loaded plugins, in the order in which they were loaded; at least one. */
  readonly provided: () => readonly ProvidedSource[];
  readonly sources: Pick<Sources, 'all' | 'add' | 'provide'>;
  /** The store id that a source had when it was last read; undefined before that. */
  readonly storeOf: (id: number) => string | undefined;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** The last character of each prefix. It occurs nowhere else in a prefix. */
const endOfPrefix = '~';

/**
 * The photo sources of the library, and the loaded plugin that provides each of them. Uids of the first source have no
 * prefix; uids of every other source begin with its prefix. With a single source, uids are not parsed.
 */
export class SourceRegistry {
  readonly #with: Dependencies;
  #known: readonly KnownSource[] | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** All sources of the library, loaded or not, the first one first. */
  get known(): readonly KnownSource[] {
    this.#known ??= this.#with.sources.all();
    return this.#known;
  }

  get provided(): readonly ProvidedSource[] {
    return this.#with.provided();
  }

  /** The only source that the library has ever had; undefined if it has had several, or several plugins provide one. */
  get only(): KnownSource | undefined {
    const [only, ...others] = this.known;
    return others.length === 0 && this.provided.length === 1 ? only : undefined;
  }

  /** The plugin that provides a source; undefined when it is not loaded. */
  providerOf({ plugin }: KnownSource): ProvidedSource | undefined {
    return this.only ? this.provided[0] : this.provided.find((provided) => provided.plugin === plugin);
  }

  /** The source of a photo. */
  of(uid: string): KnownSource {
    const [first, ...others] = this.known;
    if (!first) throw new Error('The library knows no source');
    if (others.length === 0) return first;
    const prefix = uid.slice(0, uid.indexOf(endOfPrefix) + 1);
    return others.find((source) => source.prefix === prefix) ?? first;
  }

  /**
   * The source from which a photo is read, and the photo's uid there.
   * @throws SourceError when no loaded plugin provides its source
   */
  readingOf(uid: string): { readonly source: PhotoSource; readonly uid: string } {
    const source = this.of(uid);
    const provider = this.providerOf(source);
    if (!provider) throw new SourceError('unreachable', absenceReason(source));
    return { source: provider.source, uid: uid.slice(source.prefix.length) };
  }

  /**
   * Finds the source of the library that a plugin provides, once its store is known. A plugin keeps its source. A new plugin takes
   * over a source without a plugin if it has the same store, or if the library has had no other source. Otherwise a source is
   * added to the library.
   */
  enrol(plugin: string, storeId: string): KnownSource {
    const { sources, storeOf, transact, clock } = this.#with;
    const existing = this.known.find((candidate) => candidate.plugin === plugin);
    if (existing) return existing;
    const { only } = this;
    // A changed store needs an admin's consent first.
    if (only && ![undefined, storeId].includes(storeOf(only.id))) return only;
    const isFree = (candidate: KnownSource): boolean =>
      !this.provided.some((other) => other.plugin === candidate.plugin);
    const heir =
      only ??
      this.known.find((candidate) => isFree(candidate) && storeOf(candidate.id) === storeId) ??
      // If several plugins are new at once, the one that was loaded first gets the first source, even if another one
      // responds earlier.
      this.known.find(
        (candidate) => isFree(candidate) && storeOf(candidate.id) === undefined && plugin === this.provided[0]?.plugin,
      );
    const enrolled = transact(() => {
      if (!heir) return sources.add(plugin, clock());
      sources.provide(heir.id, plugin);
      return { ...heir, plugin };
    });
    this.#known = undefined;
    return enrolled;
  }
}

/** Why photos of a source cannot be read. */
export function absenceReason({ plugin }: KnownSource): string {
  return plugin === null
    ? 'It is not known yet which photo source this photo is from: that is found out when the sources are read.'
    : `This photo is from the plugin ${plugin}, which is not loaded: name it in PLUGINS again.`;
}
