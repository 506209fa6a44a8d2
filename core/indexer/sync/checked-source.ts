import type {
  AlbumPhotosPage,
  AlbumsPage,
  ByteRange,
  ChangesPage,
  PhotoSource,
  SourceContent,
  SourceHealth,
  SourceNode,
  SourceThumbnail,
  StoredAnalysis,
  TimelinePage,
} from '../../plugin-api/photo-source.ts';
import { SourceError } from '../../plugin-api/errors.ts';
import { withinTime } from '../../plugin-api/toolkit/index.ts';
import { PhotoError } from '../../media/photo-error.ts';
import { askInParts } from './ask-in-parts.ts';
import type { Listing } from './listing.ts';
import * as shapes from './source-shapes.ts';
import { readStoredAnalysis } from '../stored-analysis-shape.ts';
import { asSourceError } from '../transient-error.ts';

/** Seconds that a response may take; a source's own limits are stricter. */
const ANSWER_TIMEOUT = 60;
const THUMBNAIL_TIMEOUT = 60;

/** The most photos per request for nodes. */
const NODES_AT_ONCE = 100;

const MAX_THUMBNAIL = 16 * 1024 * 1024;

/** The photo source for the indexer. Every response is validated here, once, and has a time limit. */
export class CheckedSource {
  readonly #source: () => PhotoSource;

  constructor(source: () => PhotoSource) {
    this.#source = source;
  }

  async health(signal: AbortSignal): Promise<SourceHealth> {
    return shapes.readHealth(await this.#ask(signal, (source, limit) => source.health({ signal: limit })));
  }

  /** The health of the source after it failed with this error. */
  healthAfter(_error: unknown, signal: AbortSignal): Promise<SourceHealth> {
    return this.health(signal);
  }

  async timeline(cursor: string | null, listing: Listing, signal: AbortSignal): Promise<TimelinePage> {
    const { limit } = listing;
    const answer = await this.#ask(signal, (source, inTime) => source.timeline({ cursor, limit, signal: inTime }));
    const page = shapes.readTimelinePage(answer, limit);
    listing.turn(cursor, { ...page, uids: uidsOf(page.items) });
    return { ...page, items: this.inLibrary(page.items) };
  }

  async changes(since: string, listing: Listing, signal: AbortSignal): Promise<ChangesPage> {
    const { limit } = listing;
    const answer = await this.#ask(signal, (source, inTime) => source.changes({ since, limit, signal: inTime }));
    const page = shapes.readChangesPage(answer, limit);
    listing.turn(since, { next: page.more ? page.next : null, items: page.events });
    return { ...page, events: this.inLibrary(page.events) };
  }

  /** Accepts any number of photos. Those that the store does not have are in neither map. */
  async nodes(uids: readonly string[], signal: AbortSignal): Promise<shapes.CheckedNodes> {
    const nodes = new Map<string, SourceNode>();
    const problems = new Map<string, string>();
    for (let at = 0; at < uids.length; at += NODES_AT_ONCE) {
      const batch = uids.slice(at, at + NODES_AT_ONCE);
      const answer = await askInParts(batch, (part) => this.#nodes(part, signal));
      for (const [uid, node] of answer.nodes) nodes.set(uid, node);
      for (const [uid, reason] of answer.wrong) problems.set(uid, reason);
    }
    return { nodes, wrong: problems };
  }

  async #nodes(uids: readonly string[], signal: AbortSignal): Promise<shapes.CheckedNodes> {
    return shapes.readNodes(await this.#ask(signal, (source, inTime) => source.nodes(uids, { signal: inTime })), uids);
  }

  async albums(cursor: string | null, listing: Listing, signal: AbortSignal): Promise<AlbumsPage> {
    const { limit } = listing;
    const answer = await this.#ask(signal, (source, inTime) => source.albums({ cursor, limit, signal: inTime }));
    const page = shapes.readAlbumsPage(answer, limit);
    listing.turn(cursor, { next: page.next, items: page.albums, uids: uidsOf(page.albums) });
    return { ...page, albums: this.inLibrary(page.albums) };
  }

  async albumPhotos(
    albumUid: string,
    cursor: string | null,
    listing: Listing,
    signal: AbortSignal,
  ): Promise<AlbumPhotosPage> {
    const { limit } = listing;
    const answer = await this.#ask(signal, (source, inTime) =>
      source.albumPhotos(albumUid, { cursor, limit, signal: inTime }),
    );
    const page = shapes.readAlbumPhotosPage(answer, limit);
    listing.turn(cursor, { ...page, uids: uidsOf(page.items) });
    return { ...page, items: this.inLibrary(page.items) };
  }

  /** The listed items that belong to the library, with the uids that they have there. */
  protected inLibrary<T extends { readonly uid: string }>(items: readonly T[]): readonly T[] {
    return items;
  }

  /** The store's own thumbnail; null if the store has none that is usable. */
  async thumbnail(uid: string, size: 512 | 1920, signal: AbortSignal): Promise<SourceThumbnail | null> {
    const answer = await this.#ask(
      signal,
      (source, inTime) => source.thumbnail(uid, { size, signal: inTime }),
      THUMBNAIL_TIMEOUT,
    );
    const bytes: unknown = answer?.bytes;
    return answer && bytes instanceof Uint8Array && bytes.byteLength > 0 && bytes.byteLength <= MAX_THUMBNAIL
      ? answer
      : null;
  }

  /** Whether the source can open motion parts. */
  get handsOutMotions(): boolean {
    return this.#source().openMotion !== undefined;
  }

  /** Whether the source may have stored analyses. */
  get bringsAnalyses(): boolean {
    return this.#source().storedAnalysis !== undefined;
  }

  /** The analysis of the photo that the source has stored; null if it has none. */
  async storedAnalysis(uid: string, signal: AbortSignal): Promise<StoredAnalysis | null> {
    return readStoredAnalysis(
      await this.#ask(signal, async (source, inTime) => source.storedAnalysis?.(uid, { signal: inTime }) ?? null),
    );
  }

  /** Opens a photo; `signal` must stay valid as long as the read. */
  async open(uid: string, options: { range?: ByteRange; signal: AbortSignal }): Promise<SourceContent> {
    const content = await this.#ask(options.signal, async (source, inTime) => {
      const opened = await source.open(uid, options);
      // The caller has aborted. An open stream would occupy one of the few concurrent reads of a source.
      if (inTime.aborted) opened.body.destroy();
      return opened;
    });
    const lengths: readonly unknown[] = [content.length, content.totalLength];
    if (!lengths.every((length) => Number.isSafeInteger(length) && Number(length) >= 0)) {
      content.body.destroy();
      throw new PhotoError('The photo source did not say how long this photo is.', 'unreadable');
    }
    return content;
  }

  async #ask<T>(
    signal: AbortSignal,
    question: (source: PhotoSource, signal: AbortSignal) => Promise<T>,
    timeout = ANSWER_TIMEOUT,
  ): Promise<T> {
    try {
      // Some sources ignore their signal.
      return await withinTime((inTime) => question(this.#source(), inTime), {
        ms: timeout * 1000,
        signals: [signal],
        tooLate: () => new SourceError('timeout', `The photo source did not answer within ${timeout} seconds.`),
      });
    } catch (error) {
      if (signal.aborted) throw error;
      throw asSourceError(error);
    }
  }
}

const uidsOf = (items: readonly { readonly uid: string }[]): string[] => items.map(({ uid }) => uid);
