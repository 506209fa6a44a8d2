import type {
  AlbumPhotosPage,
  AlbumsPage,
  ByteRange,
  PhotoSource,
  SourceContent,
  SourceThumbnail,
  StoredAnalysis,
} from '../../plugin-api/photo-source.ts';
import { CheckedSource } from './checked-source.ts';
import type { Listing } from './listing.ts';
import type { CheckedNodes } from './source-shapes.ts';

/** A further photo source of a library. Its uids have a prefix in the library. The source itself never sees the prefix. */
export class PrefixedSource extends CheckedSource {
  readonly #prefix: string;

  constructor(source: () => PhotoSource, prefix: string) {
    super(source);
    this.#prefix = prefix;
  }

  override async nodes(uids: readonly string[], signal: AbortSignal): Promise<CheckedNodes> {
    const { nodes, wrong } = await super.nodes(
      uids.map((uid) => this.#own(uid)),
      signal,
    );
    return {
      nodes: new Map([...nodes].map(([uid, node]) => [this.#prefix + uid, this.#named(node)])),
      wrong: new Map([...wrong].map(([uid, reason]) => [this.#prefix + uid, reason])),
    };
  }

  override async albums(cursor: string | null, listing: Listing, signal: AbortSignal): Promise<AlbumsPage> {
    const page = await super.albums(cursor, listing, signal);
    const albums = page.albums.map((album) => ({
      ...album,
      coverUid: album.coverUid === null ? null : this.#prefix + album.coverUid,
    }));
    return { ...page, albums };
  }

  override albumPhotos(
    albumUid: string,
    ...rest: [cursor: string | null, listing: Listing, signal: AbortSignal]
  ): Promise<AlbumPhotosPage> {
    return super.albumPhotos(this.#own(albumUid), ...rest);
  }

  override thumbnail(uid: string, size: 512 | 1920, signal: AbortSignal): Promise<SourceThumbnail | null> {
    return super.thumbnail(this.#own(uid), size, signal);
  }

  override storedAnalysis(uid: string, signal: AbortSignal): Promise<StoredAnalysis | null> {
    return super.storedAnalysis(this.#own(uid), signal);
  }

  override open(uid: string, options: { range?: ByteRange; signal: AbortSignal }): Promise<SourceContent> {
    return super.open(this.#own(uid), options);
  }

  protected override inLibrary<T extends { readonly uid: string }>(items: readonly T[]): readonly T[] {
    return items.map((item) => this.#named(item));
  }

  #named<T extends { readonly uid: string }>(item: T): T {
    return { ...item, uid: this.#prefix + item.uid };
  }

  #own(uid: string): string {
    return uid.slice(this.#prefix.length);
  }
}
