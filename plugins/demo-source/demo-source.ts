import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import {
  SourceError,
  type AlbumPhotosPage,
  type AlbumsPage,
  type ByteRange,
  type ChangesPage,
  type NodesAnswer,
  type PageRequest,
  type PhotoSource,
  type SourceContent,
  type SourceHealth,
  type SourceNode,
  type StoredAnalysis,
  type TimelinePage,
} from 'photofinch/plugin-api';
import { readAnalyses } from './analysis.ts';
import { daysBetween, shiftedTime, type Day } from './calendar.ts';
import { readLibrary, type DemoLibrary, type DemoPhoto } from './library.ts';

/** The day that the pictures were arranged for. */
const referenceDay: Day = '2026-11-20';

/**
 * A fixed set of sample pictures that never looks outdated: their capture times are moved by the number of days since the
 * reference day, so that there are always pictures of today in earlier years. The files do not change.
 *
 * A cursor consists of the day on which it was created and a position. On another day, every picture has changed: its time,
 * but not its content.
 */
export class DemoSource implements PhotoSource {
  readonly #today: () => Day;
  #library: Promise<DemoLibrary> | undefined;
  #analyses: ReturnType<typeof readAnalyses> | undefined;

  /** @param today the day that it is, `2026-11-20` */
  constructor(today: () => Day) {
    this.#today = today;
  }

  health({ signal }: { signal: AbortSignal }): Promise<SourceHealth> {
    return signal.aborted
      ? Promise.reject(signal.reason as Error)
      : Promise.resolve({ reachable: true, loggedIn: true, storeId: 'photofinch-demo' });
  }

  async timeline({ cursor, limit, signal }: PageRequest): Promise<TimelinePage> {
    const { photos } = await this.#read(signal);
    const { day, position } = cursor === null ? { day: this.#today(), position: 0 } : parseCursor(cursor);
    const end = position + limit;
    return {
      items: [...photos.values()].slice(position, end).map((photo) => ({
        uid: photo.uid,
        rev: photo.sha1,
        captureTime: captureTime(photo, day),
      })),
      next: end < photos.size ? `${day}.${end}` : null,
      changesCursor: `${day}.${photos.size}`,
    };
  }

  async changes({ since, limit, signal }: { since: string; limit: number; signal: AbortSignal }): Promise<ChangesPage> {
    const { photos } = await this.#read(signal);
    const today = this.#today();
    const { day, position } = parseCursor(since);
    const start = day === today ? position : 0;
    const events = [...photos.values()]
      .slice(start, start + limit)
      .map(({ uid, sha1 }) => ({ type: 'upsert', kind: 'photo', uid, rev: sha1 }) as const);
    const end = start + events.length;
    return { events, next: `${today}.${end}`, more: end < photos.size };
  }

  async nodes(uids: readonly string[], { signal }: { signal: AbortSignal }): Promise<NodesAnswer> {
    if (uids.length > 100) throw new SourceError('bad_answer', 'At most 100 photos can be asked for at once.');
    const { photos } = await this.#read(signal);
    const today = this.#today();
    const foundPhotos = uids.map((uid) => photos.get(uid)).filter((photo) => photo !== undefined);
    return { nodes: foundPhotos.map((photo) => node(photo, today)), missing: uids.filter((uid) => !photos.has(uid)) };
  }

  async albums({ cursor, limit, signal }: PageRequest): Promise<AlbumsPage> {
    const { albums } = await this.#read(signal);
    const { page, next } = pageOf([...albums.values()], cursor, limit);
    return {
      albums: page.map(({ uid, name, photoUids }) => ({
        uid,
        name,
        photoCount: photoUids.length,
        coverUid: photoUids[0] ?? null,
      })),
      next,
    };
  }

  async albumPhotos(albumUid: string, { cursor, limit, signal }: PageRequest): Promise<AlbumPhotosPage> {
    const { albums } = await this.#read(signal);
    const album = albums.get(albumUid);
    if (!album) throw new SourceError('not_found', 'There is no such album.');
    const { page, next } = pageOf(album.photoUids, cursor, limit);
    return { items: page.map((uid) => ({ uid, addedTime: null })), next };
  }

  async thumbnail(uid: string, { signal }: { size: 512 | 1920; signal: AbortSignal }): Promise<null> {
    await this.#photo(uid, signal);
    return null;
  }

  async open(uid: string, { range, signal }: { range?: ByteRange; signal: AbortSignal }): Promise<SourceContent> {
    const photo = await this.#photo(uid, signal);
    const part = range ? resolveRange(range, photo.size) : null;
    const { start, end } = part ?? { start: 0, end: photo.size - 1 };
    return {
      body: addAbortSignal(signal, createReadStream(photo.path, { start, end })),
      mediaType: 'image/jpeg',
      length: end - start + 1,
      totalLength: photo.size,
      range: part,
      rev: photo.sha1,
      modifiedTime: photo.takenAt,
    };
  }

  async storedAnalysis(uid: string, { signal }: { signal: AbortSignal }): Promise<StoredAnalysis | null> {
    const { sha1 } = await this.#photo(uid, signal);
    return (await (this.#analyses ??= readAnalyses())).get(sha1) ?? null;
  }

  async #photo(uid: string, signal: AbortSignal): Promise<DemoPhoto> {
    const photo = (await this.#read(signal)).photos.get(uid);
    if (!photo) throw new SourceError('not_found', 'There is no such photo.');
    return photo;
  }

  async #read(signal: AbortSignal): Promise<DemoLibrary> {
    signal.throwIfAborted();
    return (this.#library ??= readLibrary());
  }
}

function captureTime(photo: DemoPhoto, today: Day): number {
  return shiftedTime(photo.taken_local, photo.utcOffset, daysBetween(referenceDay, today));
}

function parseCursor(cursor: string): { day: Day; position: number } {
  const [, day, position] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,6})$/.exec(cursor) ?? [];
  if (day === undefined) throw new SourceError('cursor_expired', 'This cursor is not of the demo library.');
  return { day, position: Number(position) };
}

function pageOf<T>(items: readonly T[], cursor: string | null, limit: number): { page: T[]; next: string | null } {
  const start = Number(cursor ?? 0);
  const end = start + limit;
  return { page: items.slice(start, end), next: end < items.length ? String(end) : null };
}

/** Both ends included. A negative start counts from the end of the photo. */
function resolveRange({ start, end }: ByteRange, size: number): { start: number; end: number } {
  const first = start < 0 ? Math.max(0, size + start) : start;
  const last = start < 0 ? size - 1 : Math.min(end ?? size - 1, size - 1);
  if (first > last) throw new SourceError('bad_range', `The photo has ${size} bytes.`);
  return { start: first, end: last };
}

function node(photo: DemoPhoto, today: Day): SourceNode {
  return {
    uid: photo.uid,
    rev: photo.sha1,
    kind: 'image',
    name: photo.file,
    path: `${photo.place.country}/${photo.place.city}/${photo.file}`,
    mediaType: 'image/jpeg',
    size: photo.size,
    sha1: photo.sha1,
    captureTime: captureTime(photo, today),
    captureTimeSource: 'upstream',
    utcOffset: photo.utcOffset,
    modifiedTime: photo.takenAt,
    caption: photo.caption,
    location: { lat: photo.place.lat, lng: photo.place.lng },
    camera: { device: photo.camera, orientation: photo.orientation },
    media: { width: photo.width, height: photo.height, duration: null },
    errors: [],
  };
}
