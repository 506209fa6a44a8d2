import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { SourceError } from '../../core/plugin-api/errors.ts';
import type {
  AlbumPhotosPage,
  AlbumsPage,
  ByteRange,
  ChangeEvent,
  ChangesPage,
  NodesAnswer,
  PageRequest,
  PhotoSource,
  SourceContent,
  SourceHealth,
  SourceNode,
  SourceThumbnail,
  TimelinePage,
} from '../../core/plugin-api/photo-source.ts';

interface StoredPhoto {
  node: SourceNode;
  bytes: Buffer;
}

type Method = 'health' | 'timeline' | 'changes' | 'nodes' | 'albums' | 'albumPhotos' | 'thumbnail' | 'open';

/** A photo source in memory, to which tests add photos, and which they can make fail. */
export class MemorySource implements PhotoSource {
  storeId = 'memory';
  /** Whether reading originals is expensive. */
  originals: 'cheap' | 'metered' = 'cheap';
  /** False if reading a part of an original is as expensive as reading all of it. */
  ranges: boolean | undefined;
  readonly photos = new Map<string, StoredPhoto>();
  readonly thumbnails = new Map<string, Buffer>();
  readonly albumList = new Map<string, { name: string; uids: string[] }>();
  /** The number of calls of each method. */
  readonly calls = new Map<Method, number>();
  /** Called in place of a method; `next` returns the correct result. */
  readonly faults = new Map<Method, (next: () => Promise<unknown>, signal: AbortSignal, uid: string) => unknown>();
  /** Functions that change the content of photos when they are read, by uid. */
  readonly bodies = new Map<string, (content: SourceContent) => SourceContent>();
  /** Whether parts of photos can be read. */
  seeks = true;
  /** Bytes of photos that were returned. */
  bytesRead = 0;
  readonly #events: ChangeEvent[] = [];
  /** Cursors before this one have expired. */
  #oldest = 0;
  #revisions = 0;

  put(uid: string, bytes: Buffer, facts: Partial<SourceNode> = {}): void {
    this.#revisions += 1;
    const known = this.photos.get(uid);
    const rev = known?.bytes.equals(bytes) ? known.node.rev : `r${this.#revisions}`;
    const node: SourceNode = {
      uid,
      rev,
      kind: 'image',
      name: `${uid}.jpg`,
      mediaType: 'image/jpeg',
      size: bytes.length,
      sha1: null,
      captureTime: 1_600_000_000 + this.#revisions,
      captureTimeSource: 'mtime',
      utcOffset: null,
      modifiedTime: 1_600_000_000,
      location: null,
      camera: null,
      media: null,
      errors: [],
      ...facts,
    };
    this.photos.set(uid, { node, bytes });
    this.#events.push({ type: 'upsert', kind: 'photo', uid, rev: node.rev });
  }

  remove(uid: string): void {
    this.photos.delete(uid);
    this.#events.push({ type: 'delete', kind: 'photo', uid });
  }

  /** Removes the photo without an event in the feed, like an unmounted folder or a crashed journal. */
  loseSilently(uid: string): void {
    this.photos.delete(uid);
  }

  putAlbum(uid: string, name: string, uids: string[]): void {
    this.albumList.set(uid, { name, uids });
    this.#events.push({ type: 'upsert', kind: 'album', uid });
  }

  removeAlbum(uid: string): void {
    this.albumList.delete(uid);
    this.#events.push({ type: 'delete', kind: 'album', uid });
  }

  expireCursors(): void {
    this.#events.push({ type: 'upsert', kind: 'album', uid: 'none' });
    this.#oldest = this.#events.length;
  }

  count(method: Method): number {
    return this.calls.get(method) ?? 0;
  }

  health({ signal }: { signal: AbortSignal }): Promise<SourceHealth> {
    return this.#answer('health', signal, () => ({
      reachable: true,
      loggedIn: true,
      storeId: this.storeId,
      originals: this.originals,
      ...(this.ranges !== undefined && { ranges: this.ranges }),
    }));
  }

  timeline({ cursor, limit, signal }: PageRequest): Promise<TimelinePage> {
    return this.#answer('timeline', signal, () => {
      const all = [...this.photos.values()]
        .map(({ node: { uid, rev, captureTime } }) => ({ uid, rev, captureTime }))
        .sort((a, b) => b.captureTime - a.captureTime || (a.uid < b.uid ? -1 : 1));
      const start = cursor === null ? 0 : Number(cursor);
      return {
        items: all.slice(start, start + limit),
        next: start + limit < all.length ? String(start + limit) : null,
        changesCursor: String(this.#events.length),
      };
    });
  }

  changes({ since, limit, signal }: { since: string; limit: number; signal: AbortSignal }): Promise<ChangesPage> {
    return this.#answer('changes', signal, () => {
      const start = Number(since);
      if (start < this.#oldest) throw new SourceError('cursor_expired', 'The feed does not reach back so far.');
      const end = Math.min(start + limit, this.#events.length);
      return { events: this.#events.slice(start, end), next: String(end), more: end < this.#events.length };
    });
  }

  nodes(uids: readonly string[], { signal }: { signal: AbortSignal }): Promise<NodesAnswer> {
    return this.#answer('nodes', signal, () => ({
      nodes: uids.flatMap((uid) => this.photos.get(uid)?.node ?? []),
      missing: uids.filter((uid) => !this.photos.has(uid)),
    }));
  }

  albums({ signal }: PageRequest): Promise<AlbumsPage> {
    return this.#answer('albums', signal, () => ({
      albums: [...this.albumList].map(([uid, { name, uids }]) => ({
        uid,
        name,
        photoCount: uids.length,
        coverUid: uids[0] ?? null,
      })),
      next: null,
    }));
  }

  albumPhotos(albumUid: string, { signal }: PageRequest): Promise<AlbumPhotosPage> {
    return this.#answer('albumPhotos', signal, () => ({
      items: (this.albumList.get(albumUid)?.uids ?? []).map((uid) => ({ uid, addedTime: null })),
      next: null,
    }));
  }

  thumbnail(uid: string, { signal }: { signal: AbortSignal }): Promise<SourceThumbnail | null> {
    return this.#answer(
      'thumbnail',
      signal,
      () => {
        const bytes = this.thumbnails.get(uid);
        return bytes ? { mediaType: 'image/jpeg', bytes } : null;
      },
      uid,
    );
  }

  open(uid: string, asked: { range?: ByteRange; signal: AbortSignal }): Promise<SourceContent> {
    const { signal } = asked;
    const range = this.seeks ? asked.range : undefined;
    return this.#answer(
      'open',
      signal,
      () => {
        const photo = this.photos.get(uid);
        if (!photo) throw new SourceError('not_found', 'There is no such photo.');
        const part = range ? photo.bytes.subarray(range.start, (range.end ?? Infinity) + 1) : photo.bytes;
        this.bytesRead += part.length;
        const content: SourceContent = {
          body: Readable.from([part], { objectMode: false }),
          mediaType: photo.node.mediaType,
          length: part.length,
          totalLength: photo.bytes.length,
          range: range ? { start: range.start, end: range.start + part.length - 1 } : null,
          rev: photo.node.rev,
          modifiedTime: photo.node.modifiedTime,
        };
        return this.bodies.get(uid)?.(content) ?? content;
      },
      uid,
    );
  }

  async #answer<T>(method: Method, signal: AbortSignal, answer: () => T, uid = ''): Promise<T> {
    this.calls.set(method, this.count(method) + 1);
    // Like a real store, it never responds in the same turn of the event loop.
    const next = async (): Promise<T> => {
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      return answer();
    };
    const fault = this.faults.get(method);
    return (await (fault ? fault(next, signal, uid) : next())) as T;
  }
}

export function sha1Of(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex');
}

/** Never responds, until it is aborted. */
export function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}
