import { groupedBy } from '../domain/grouped-by.ts';
import { SourceError } from '../plugin-api/errors.ts';
import type { NodesAnswer, PhotoSource } from '../plugin-api/photo-source.ts';
import type { SourceRegistry } from './source-registry.ts';

/** The methods of a photo source that serve requests of users. */
export type ReadableSource = Pick<PhotoSource, 'nodes' | 'thumbnail' | 'open' | 'openMotion'>;

/** All photo sources of a library as one. Each photo is read from its own source. */
export class CombinedSource implements ReadableSource {
  readonly #registry: SourceRegistry;

  constructor(registry: SourceRegistry) {
    this.#registry = registry;
  }

  async nodes(uids: readonly string[], options: { signal: AbortSignal }): Promise<NodesAnswer> {
    const answers = await Promise.all(
      [...groupedBy(uids, (uid) => this.#registry.of(uid).prefix)].map(async ([prefix, part]) => {
        const source = this.#registry.readingOf(part[0] ?? '').source;
        const sourceUids = part.map((uid) => uid.slice(prefix.length));
        const { nodes, missing } = await source.nodes(sourceUids, options);
        return {
          nodes: nodes.map((node) => ({ ...node, uid: `${prefix}${node.uid}` })),
          missing: missing.map((uid) => `${prefix}${uid}`),
        };
      }),
    );
    return { nodes: answers.flatMap(({ nodes }) => nodes), missing: answers.flatMap(({ missing }) => missing) };
  }

  async thumbnail(...[uid, options]: Parameters<PhotoSource['thumbnail']>): ReturnType<PhotoSource['thumbnail']> {
    const reading = this.#registry.readingOf(uid);
    return reading.source.thumbnail(reading.uid, options);
  }

  async open(...[uid, options]: Parameters<PhotoSource['open']>): ReturnType<PhotoSource['open']> {
    const reading = this.#registry.readingOf(uid);
    return reading.source.open(reading.uid, options);
  }

  async openMotion(...[uid, options]: Parameters<PhotoSource['open']>): ReturnType<PhotoSource['open']> {
    const reading = this.#registry.readingOf(uid);
    if (!reading.source.openMotion) throw new SourceError('not_found', 'The photo source has no motion parts.');
    return reading.source.openMotion(reading.uid, options);
  }
}
