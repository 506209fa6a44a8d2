import type { PhotoSource } from '../plugin-api/photo-source.ts';
import { SourceWatch, type SourceReach } from './source-watch.ts';

interface Dependencies {
  /** The sources of the loaded plugins. */
  readonly sources: () => readonly { readonly plugin: string; readonly source: Pick<PhotoSource, 'health'> }[];
  /** The callback of `SourceWatch`, for each source. */
  readonly onReached: (wasAway: boolean) => void;
}

/** Watches each photo source separately: an outage of one does not affect the others. */
export class SourceWatches {
  readonly #with: Dependencies;
  #watches: ReadonlyMap<string, SourceWatch> | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The combined state: reachable and logged in if all sources are. */
  async reach(): Promise<SourceReach> {
    const all = [...(await this.ofEach()).values()];
    return {
      reachable: all.every(({ reachable }) => reachable),
      loggedIn: all.every(({ loggedIn }) => loggedIn),
    };
  }

  /** The state of each source, by its plugin. */
  async ofEach(): Promise<ReadonlyMap<string, SourceReach>> {
    const entries = [...this.#all()].map(async ([plugin, watch]) => [plugin, await watch.reach()] as const);
    return new Map(await Promise.all(entries));
  }

  /** Reports a failed read: all sources are checked at once. */
  doubt(): void {
    for (const watch of this.#all().values()) watch.doubt();
  }

  /** Checks all sources periodically until `signal` is aborted. */
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
