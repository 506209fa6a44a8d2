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
  /** What the loaded plugins provide, in the order in which they were loaded; at least one. */
  readonly provided: () => readonly ProvidedSource[];
  readonly sources: Pick<Sources, 'all' | 'add' | 'provide'>;
  /** The store that a source showed when it was last read; undefined before that. */
  readonly storeOf: (id: number) => string | undefined;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** Ends the prefix of a uid; no prefix has it before its end. */
const endOfPrefix = '~';

/**
 * Which of the sources that the library knows each loaded plugin provides. Uids of the first are as that source has them;
 * those of any other begin with its prefix. With one source, nothing is looked up.
 */
export class SourceRoll {
  readonly #with: Dependencies;
  #known: readonly KnownSource[] | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** All that the library knows, loaded or not; the first one first. */
  get known(): readonly KnownSource[] {
    this.#known ??= this.#with.sources.all();
    return this.#known;
  }

  get provided(): readonly ProvidedSource[] {
    return this.#with.provided();
  }

  /** The source that the library has, where it has no other and never had. */
  get only(): KnownSource | undefined {
    const [only, ...others] = this.known;
    return others.length === 0 && this.provided.length === 1 ? only : undefined;
  }

  /** The plugin that provides a source; undefined when it is not loaded. */
  providerOf({ plugin }: KnownSource): ProvidedSource | undefined {
    return this.only ? this.provided[0] : this.provided.find((provided) => provided.plugin === plugin);
  }

  /** The source that a photo is from. */
  of(uid: string): KnownSource {
    const [first, ...others] = this.known;
    if (!first) throw new Error('The library knows no source');
    if (others.length === 0) return first;
    const prefix = uid.slice(0, uid.indexOf(endOfPrefix) + 1);
    return others.find((source) => source.prefix === prefix) ?? first;
  }

  /**
   * Where a photo is read.
   * @throws SourceError when no loaded plugin has it
   */
  readingOf(uid: string): { readonly source: PhotoSource; readonly uid: string } {
    const known = this.of(uid);
    const provider = this.providerOf(known);
    if (!provider) throw new SourceError('unreachable', absent(known));
    return { source: provider.source, uid: uid.slice(known.prefix.length) };
  }

  /**
   * Says which source of the library a plugin provides, once its store is known. A plugin keeps its source. A new one takes
   * the place of one that nobody provides any more if it shows the same store, or if the library had no other; else the
   * library has one source more from now on.
   */
  enrol(plugin: string, storeId: string): KnownSource {
    const { sources, storeOf, transact, clock } = this.#with;
    const own = this.known.find((known) => known.plugin === plugin);
    if (own) return own;
    const { only } = this;
    // Another store than before is another matter: nothing is settled before an admin agrees to that.
    if (only && ![undefined, storeId].includes(storeOf(only.id))) return only;
    const isFree = (known: KnownSource): boolean => !this.provided.some((other) => other.plugin === known.plugin);
    const heir =
      only ??
      this.known.find((known) => isFree(known) && storeOf(known.id) === storeId) ??
      // Of several that are new at once, the first is the first that was loaded, whichever answers first.
      this.known.find(
        (known) => isFree(known) && storeOf(known.id) === undefined && plugin === this.provided[0]?.plugin,
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

/** Why nothing can be read of a source. */
export function absent({ plugin }: KnownSource): string {
  return plugin === null
    ? 'It is not known yet which photo source this photo is from: that is found out when the sources are read.'
    : `This photo is from the plugin ${plugin}, which is not loaded: name it in PLUGINS again.`;
}
