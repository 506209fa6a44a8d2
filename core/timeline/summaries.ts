import { LRUCache } from 'lru-cache';
import type { Db, Statement } from '../db/open.ts';
import { rawOn } from '../db/statements.ts';
import { withheldOn } from '../db/withheld.ts';
import type { WithheldFrom } from '../domain/withheld.ts';
import type { PhotoFault } from '../domain/photo-fault.ts';
import type { PhotoKind } from '../domain/photo-kind.ts';
import type { PhotoSummary } from '../domain/photo.ts';
import { heapBytes } from '../domain/heap-bytes.ts';
import { shownName } from '../store/photos/shown-name.ts';
import { turnHash } from '../domain/turn-thumbhash.ts';
import { turnSides, type Turn } from '../domain/turn.ts';
import { entryBytes } from '../domain/sized-cache.ts';
import type { ViewerScope } from '../domain/viewer-scope.ts';
import type { Facets } from './facets.ts';
import type { StackCensus } from './stack-census.ts';
import type { Timeline } from './timeline.ts';

/** The summary of a photo as a non-favourite, and, once requested, as a favourite: the same objects each time. */
interface CachedSummary {
  plain: PhotoSummary;
  favorite?: PhotoSummary | undefined;
  /** 0 without a stack. */
  readonly stack: number;
}

/** A row as an array, which the SQLite driver builds in half the time: lists read hundreds of rows. */
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
  fault: PhotoFault | null,
  fileName: string | null,
  archived: number,
  hidden: number,
  turned: Turn,
  stack: number | null,
];

interface SummaryParts {
  readonly db: Db;
  readonly timeline: Timeline;
  readonly facets: Facets;
  readonly stacks: Pick<StackCensus, 'counts'>;
}

/** The size of the cache in bytes, including the JSON attached to summaries: some 15,000 photos with a few tags each. */
const cacheSize = 24 * 1024 * 1024;

/**
 * The summaries of photos in lists. A family views the same months again and again, so summaries are cached until the
 * timeline reports a change of the photo, or tags are edited.
 */
export class PhotoSummaries {
  readonly #timeline: Timeline;
  readonly #facets: Facets;
  readonly #stacks: Pick<StackCensus, 'counts'>;
  readonly #withheld: WithheldFrom;
  readonly #rows: Statement<[string], SummaryRow>;
  readonly #tags: Statement<[string], { photoId: number; name: string }>;
  readonly #cache = new LRUCache<number, CachedSummary>({
    maxSize: cacheSize,
    // The JSON of a summary is about as large as the summary.
    sizeCalculation: ({ plain }) => Math.ceil(entryBytes + 2 * heapBytes(plain)),
  });
  #tagsVersion = -1;

  constructor({ db, timeline, facets, stacks }: SummaryParts) {
    const raw = rawOn(db);
    this.#stacks = stacks;
    this.#timeline = timeline;
    this.#facets = facets;
    this.#withheld = withheldOn(db);
    this.#rows = raw(`
      SELECT p.id, p.uid, p.kind, p.taken_at, p.taken_at_local, p.duration, l.label, p.width, p.height, p.thumbhash,
        p.thumb_revision, p.fault, ${shownName}, coalesce(f.archived, 0), coalesce(f.hidden, 0),
        p.turned, s.stack_id
      FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id LEFT JOIN places l ON l.id = p.place_id
        LEFT JOIN stack_photos s ON s.photo_id = p.id
      WHERE p.id IN (SELECT value FROM json_each(?))`);
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
   * In the order of the ids, without photos that do not exist or that the viewer may not see. Favourites are the viewer's.
   * An unchanged photo is always the same object, except for photos that the viewer has hidden for themselves.
   */
  of(ids: readonly number[], { userId, seesHidden, audience }: ViewerScope): PhotoSummary[] {
    this.#forgetWhatChanged();
    const withheld = this.#withheld(audience).photos;
    const photos = ids.map((id) => this.#cache.get(id));
    const loaded = this.#read(ids.filter((_id, at) => photos[at] === undefined));
    const ownHidden = this.#facets.photos('ownHidden', userId, this.#timeline.capacity);
    const counts = this.#stacks.counts(audience);
    const favorites = this.#facets.photos('favorites', userId, this.#timeline.capacity);
    const summaries: PhotoSummary[] = [];
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] ?? 0;
      const photo = photos[at] ?? loaded.get(id);
      if (!photo || (photo.plain.hidden && !seesHidden) || withheld.has(id)) continue;
      inStack(photo, counts);
      const summary = favorites.has(id) ? (photo.favorite ??= { ...photo.plain, favorite: true }) : photo.plain;
      summaries.push(ownHidden.has(id) ? { ...summary, hiddenByMe: true } : summary);
    }
    return summaries;
  }

  #forgetWhatChanged(): void {
    this.#timeline.follow();
    const version = this.#facets.version('tags');
    if (version !== this.#tagsVersion) this.#cache.clear();
    this.#tagsVersion = version;
  }

  #read(ids: readonly number[]): Map<number, CachedSummary> {
    const loaded = new Map<number, CachedSummary>();
    if (ids.length === 0) return loaded;
    const list = JSON.stringify(ids);
    const tags = new Map<number, string[]>(ids.map((id) => [id, []]));
    for (const { photoId, name } of this.#tags.all(list)) tags.get(photoId)?.push(name);
    for (const row of this.#rows.all(list)) {
      const [id, uid, kind, takenAt, takenAtLocal, duration, place, width, height, ...details] = row;
      const [thumbhash, thumbRevision, fault, fileName, archived, hidden, turned, stack] = details;
      const plain = {
        id,
        uid,
        kind,
        takenAt,
        takenAtLocal,
        duration,
        place,
        ...turnSides({ width, height }, turned),
        thumbhash: turnHash(thumbhash, turned),
        thumbRevision,
        fault,
        fileName,
        archived: archived === 1,
        hidden: hidden === 1,
        favorite: false,
        hiddenByMe: false,
        tags: tags.get(id) ?? [],
        stack: null,
      };
      const photo = { plain, stack: stack ?? 0 };
      loaded.set(id, photo);
      this.#cache.set(id, photo);
    }
    return loaded;
  }
}

/**
 * Updates the size of the photo's stack. A photo that lists do not show is in no stack, and neither is the last visible
 * photo of a stack.
 */
function inStack(photo: CachedSummary, counts: Uint32Array): void {
  const { plain } = photo;
  const count = plain.archived || plain.hidden ? 0 : (counts[photo.stack] ?? 0);
  const stack = photo.stack !== 0 && count > 1 ? { id: photo.stack, count } : null;
  if (plain.stack?.count === stack?.count) return;
  photo.plain = { ...plain, stack };
  photo.favorite = undefined;
}
