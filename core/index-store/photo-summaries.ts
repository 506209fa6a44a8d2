import { LRUCache } from 'lru-cache';
import type { Db, Statement } from '../db/open.ts';
import type { PhotoKind, PhotoSummary } from '../domain/photo.ts';
import { heapBytes } from '../domain/heap-bytes.ts';
import { entryBytes } from '../domain/sized-cache.ts';
import type { Sight } from '../domain/sight.ts';
import type { Facets } from './facets.ts';
import type { Timeline } from './timeline.ts';

/** What is the same for everybody who looks at a photo. */
type SharedSummary = Omit<PhotoSummary, 'favorite'>;

/** A row as an array, which SQLite's binding makes in half the time: lists are read by the hundred. */
type SummaryRow = [
  id: number,
  uid: string,
  kind: PhotoKind,
  takenAt: number,
  takenAtLocal: string,
  duration: number | null,
  place: string | null,
  width: number | null,
  height: number | null,
  thumbhash: Buffer | null,
  thumbRevision: number,
  archived: number,
  hidden: number,
];

/** Bytes of photos that are remembered: some 20,000 with a few tags each. */
const cacheSize = 16 * 1024 * 1024;

/**
 * Photos as lists show them. A family looks at the same months again and again, so what was read is remembered until the
 * timeline tells that the photo has changed, or somebody edits tags.
 */
export class PhotoSummaries {
  readonly #timeline: Timeline;
  readonly #facets: Facets;
  readonly #rows: Statement<[string], SummaryRow>;
  readonly #tags: Statement<[string], { photoId: number; name: string }>;
  readonly #cache = new LRUCache<number, SharedSummary>({
    maxSize: cacheSize,
    sizeCalculation: (summary) => Math.ceil(entryBytes + heapBytes(summary)),
  });
  #tagsVersion = -1;

  constructor({ db, timeline, facets }: { db: Db; timeline: Timeline; facets: Facets }) {
    this.#timeline = timeline;
    this.#facets = facets;
    this.#rows = db
      .prepare<[string], SummaryRow>(
        `SELECT p.id, p.uid, p.kind, p.taken_at, p.taken_at_local, p.duration, l.label, p.width, p.height, p.thumbhash,
           p.thumb_revision, coalesce(f.archived, 0), coalesce(f.hidden, 0)
         FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id LEFT JOIN places l ON l.id = p.place_id
         WHERE p.id IN (SELECT value FROM json_each(?))`,
      )
      .raw();
    this.#tags = db.prepare(`
      SELECT pt.photo_id AS photoId, t.name
      FROM photo_tags pt JOIN tags t ON t.id = pt.tag_id
      WHERE pt.photo_id IN (SELECT value FROM json_each(?))
      ORDER BY pt.photo_id, pt.position`);
    timeline.onChanged((ids) => {
      for (const id of ids) this.#cache.delete(id);
    });
  }

  /**
   * In the order of the ids, without those that are gone, or that are not for whoever looks. Favourites are theirs.
   */
  of(ids: readonly number[], { userId, seesHidden }: Sight): PhotoSummary[] {
    this.#forgetWhatChanged();
    const read = this.#read(ids.filter((id) => !this.#cache.has(id)));
    const favorites = this.#facets.photos('favorites', userId, this.#timeline.capacity);
    return ids.flatMap((id) => {
      const shared = this.#cache.get(id) ?? read.get(id);
      return shared && (seesHidden || !shared.hidden) ? { ...shared, favorite: favorites.has(id) } : [];
    });
  }

  #forgetWhatChanged(): void {
    this.#timeline.follow();
    const version = this.#facets.version('tags');
    if (version !== this.#tagsVersion) this.#cache.clear();
    this.#tagsVersion = version;
  }

  #read(ids: readonly number[]): Map<number, SharedSummary> {
    const read = new Map<number, SharedSummary>();
    if (ids.length === 0) return read;
    const list = JSON.stringify(ids);
    const tags = new Map<number, string[]>(ids.map((id) => [id, []]));
    for (const { photoId, name } of this.#tags.all(list)) tags.get(photoId)?.push(name);
    for (const row of this.#rows.all(list)) {
      const [id, uid, kind, takenAt, takenAtLocal, duration, place, width, height, ...shown] = row;
      const [thumbhash, thumbRevision, archived, hidden] = shown;
      const summary = {
        id,
        uid,
        kind,
        takenAt,
        takenAtLocal,
        duration,
        place,
        width,
        height,
        thumbhash: thumbhash?.toString('base64') ?? null,
        thumbRevision,
        archived: archived === 1,
        hidden: hidden === 1,
        tags: tags.get(id) ?? [],
      };
      read.set(id, summary);
      this.#cache.set(id, summary);
    }
    return read;
  }
}
