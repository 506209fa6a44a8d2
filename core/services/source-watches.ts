import type { PhotoSource } from '../plugin-api/photo-source.ts';
import { SourceWatch, type SourceReach } from './source-watch.ts';

interface Dependencies {
  /** The sources of the loaded plugins. */
  readonly sources: () => readonly { readonly plugin: string; readonly source: Pick<PhotoSource, 'health'> }[];
  /** As of `SourceWatch`, of each of them. */
  readonly onReached: (wasAway: boolean) => void;
}

/** Watches each photo source on its own: an outage of one does not affect the others. */
export class SourceWatches {
  readonly #with: Dependencies;
  #watches: ReadonlyMap<string, SourceWatch> | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** How they are together: well if each of them is. */
  async reach(): Promise<SourceReach> {
    const all = [...(await this.ofEach()).values()];
    return {
      reachable: all.every(({ reachable }) => reachable),
      loggedIn: all.every(({ loggedIn }) => loggedIn),
    };
  }

  /** How each is, by its plugin. */
  async ofEach(): Promise<ReadonlyMap<string, SourceReach>> {
    const asked = [...this.#all()].map(async ([plugin, watch]) => [plugin, await watch.reach()] as const);
    return new Map(await Promise.all(asked));
  }

  /** Reports a failed read: the sources are asked at once. */
  doubt(): void {
    for (const watch of this.#all().values()) watch.doubt();
  }

  /** Asks them again and again until `signal` is aborted. */
  async watch(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#all().values()].map((watch) => watch.watch(signal)));
  }

  #all(): ReadonlyMap<string, SourceWatch> {
    const { sources, onReached } = this.#with;
    this.#watches ??= new Map(
      sources().map(({ plugin, source }) => [
        plugin,
        new SourceWatch({ ask: (options) => source.health(options), onReached }),
      ]),
    );
    return this.#watches;
  }
}
