import {
  SourceError,
  type AlbumPhotosPage,
  type AlbumsPage,
  type ChangesPage,
  type SourceNode,
  type TimelinePage,
} from 'photofinch/plugin-api';
import type { SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { Journal } from './journal.ts';
import type { StoredNode } from './photos.ts';

interface Item {
  readonly uid: string;
  readonly rev: string;
  readonly captureTime: number;
}

interface Change {
  readonly seq: number;
  readonly kind: 'photo' | 'album';
  readonly uid: string;
  readonly rev: string | null;
  readonly gone: 0 | 1;
}

interface PhotoRow extends Item {
  readonly node: string;
}

/** A file from which a photo can be read. */
export interface PhotoFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly mediaType: string;
  readonly rev: string;
  /** 0: it must be read again, so its content may have changed. */
  readonly isRead: 0 | 1;
}

type After = [{ time: number; uid: string; limit: number }];

const newest = { time: Number.MAX_SAFE_INTEGER, uid: '' };

/** Pages of the journal's photos and albums. A cursor is the last item of its page. */
export class Lists {
  readonly #journal: Journal;
  readonly #timeline: SqliteStatement<After, Item>;
  readonly #changes: SqliteStatement<[{ since: number; limit: number }], Change>;
  readonly #photo: SqliteStatement<[string], PhotoRow>;
  readonly #files: SqliteStatement<[string], PhotoFile>;
  readonly #motionFiles: SqliteStatement<[string], PhotoFile>;
  readonly #albums: SqliteStatement<[string, number], { id: number; uid: string; name: string; photoCount: number }>;
  readonly #album: SqliteStatement<[string], number>;
  readonly #albumPhotos: SqliteStatement<[{ album: number; time: number; uid: string; limit: number }], Item>;
  readonly #any: SqliteStatement<[], number>;

  constructor(journal: Journal) {
    const { db } = journal;
    this.#journal = journal;
    const after = 'capture_time <= :time AND (capture_time < :time OR uid > :uid)';
    const item = 'uid, sha1 AS rev, capture_time AS captureTime';
    this.#timeline = db.prepare(`
      SELECT ${item} FROM photos WHERE gone = 0 AND ${after} ORDER BY capture_time DESC, uid LIMIT :limit`);
    this.#changes = db.prepare(`
      SELECT * FROM (
        SELECT * FROM (SELECT seq, 'photo' AS kind, uid, sha1 AS rev, gone FROM photos WHERE seq > :since
          ORDER BY seq LIMIT :limit)
        UNION ALL
        SELECT * FROM (SELECT seq, 'album', uid, NULL, photos = 0 FROM albums WHERE seq > :since ORDER BY seq LIMIT :limit)
      ) ORDER BY seq LIMIT :limit`);
    this.#photo = db.prepare(`SELECT ${item}, node FROM photos WHERE uid = ? AND gone = 0`);
    const file = `SELECT path, read_size AS size, read_mtime_ms AS mtimeMs, media_type AS mediaType, sha1 AS rev,
      state = 'read' AS isRead FROM files`;
    this.#files = db.prepare(`
      ${file} WHERE sha1 = (SELECT sha1 FROM photos WHERE uid = ? AND gone = 0) ORDER BY isRead DESC, path`);
    // The same motion part as in the photo's node.
    this.#motionFiles = db.prepare(`
      ${file} WHERE sha1 = (
        SELECT motion.sha1 FROM photos JOIN files AS still ON still.sha1 = photos.sha1
          JOIN files AS motion ON motion.main_id = still.id
        WHERE uid = ? AND gone = 0 AND motion.media_type IS NOT NULL ORDER BY motion.path LIMIT 1
      ) ORDER BY isRead DESC, path`);
    this.#albums = db.prepare(
      'SELECT id, uid, name, photos AS photoCount FROM albums WHERE photos > 0 AND uid > ? ORDER BY uid LIMIT ?',
    );
    this.#album = db.prepare<[string], number>('SELECT id FROM albums WHERE uid = ? AND photos > 0').pluck();
    this.#albumPhotos = db.prepare(`
      SELECT ${item} FROM album_members JOIN photos ON photos.id = photo_id
      WHERE album_id = :album AND gone = 0 AND ${after} ORDER BY capture_time DESC, uid LIMIT :limit`);
    this.#any = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM photos WHERE gone = 0)').pluck();
  }

  get hasPhotos(): boolean {
    return this.#any.get() === 1;
  }

  /** The current end of the changes feed. */
  get end(): string {
    return `${this.#journal.era}.${this.#journal.seq}`;
  }

  /** @param cursor of the previous page; it includes the end of the feed before the first page */
  timeline(cursor: string | null, limit: number): TimelinePage {
    const [, time, uid, end = ''] = /^(-?\d+)\.([\w-]+)\.(\w+\.\d+)$/.exec(cursor ?? '') ?? [];
    if (cursor !== null && uid === undefined) throw new SourceError('bad_answer', 'The cursor is of another listing.');
    const changesCursor = cursor === null ? this.end : end;
    const start = uid === undefined ? newest : { time: Number(time), uid };
    const { items, next } = page(this.#timeline.all({ ...start, limit: limit + 1 }), limit, placeOf);
    return { items, next: next && `${next}.${changesCursor}`, changesCursor };
  }

  /** Whether nothing has changed since the cursor, as far as known. */
  isEnd(since: string): boolean {
    return since === this.end;
  }

  changes(since: string, limit: number): ChangesPage {
    const [era = '', digits = ''] = since.split('.');
    const seq = /^\d{1,15}$/.test(digits) ? Number(digits) : Infinity;
    if (era !== this.#journal.era || seq > this.#journal.seq) {
      throw new SourceError('cursor_expired', 'The export was read anew: all photos have to be listed again.');
    }
    const rows = this.#changes.all({ since: seq, limit: limit + 1 });
    const events = rows.slice(0, limit).map(({ kind, uid, rev, gone }) => {
      const subject = { kind, uid } as const;
      if (gone) return { type: 'delete', ...subject } as const;
      return { type: 'upsert', ...subject, ...(rev !== null && { rev }) } as const;
    });
    const hasMore = rows.length > limit;
    return { events, next: hasMore ? `${era}.${rows[limit - 1]?.seq ?? seq}` : this.end, more: hasMore };
  }

  node(uid: string): SourceNode | undefined {
    const row = this.#photo.get(uid);
    if (!row) return undefined;
    const { rev, captureTime, node } = row;
    return { uid, rev, sha1: rev, captureTime, ...(JSON.parse(node) as StoredNode) };
  }

  /** The files with the photo's content; undefined if there is no such photo. */
  files(uid: string): PhotoFile[] | undefined {
    return this.#photo.get(uid) && this.#files.all(uid);
  }

  /** The files of its motion part; undefined if there is no such photo, or it has none. */
  motionFiles(uid: string): PhotoFile[] | undefined {
    return this.node(uid)?.motion ? this.#motionFiles.all(uid) : undefined;
  }

  albums(cursor: string | null, limit: number): AlbumsPage {
    const { items, next } = page(this.#albums.all(cursor ?? '', limit + 1), limit, ({ uid }) => uid);
    const albums = items.map(({ id, uid, name, photoCount }) => ({
      uid,
      name,
      photoCount,
      coverUid: this.#albumPhotos.get({ album: id, ...newest, limit: 1 })?.uid ?? null,
    }));
    return { albums, next };
  }

  albumPhotos(albumUid: string, cursor: string | null, limit: number): AlbumPhotosPage {
    const album = this.#album.get(albumUid);
    if (album === undefined) throw new SourceError('not_found', 'There is no such album.');
    const [, time, uid] = /^(-?\d+)\.([\w-]+)$/.exec(cursor ?? '') ?? [];
    const start = uid === undefined ? newest : { time: Number(time), uid };
    const { items, next } = page(this.#albumPhotos.all({ album, ...start, limit: limit + 1 }), limit, placeOf);
    return { items: items.map((item) => ({ uid: item.uid, addedTime: null })), next };
  }
}

const placeOf = ({ captureTime, uid }: Item): string => `${captureTime}.${uid}`;

/** @param rows one more than fits on the page, if there are more */
function page<T>(
  rows: readonly T[],
  limit: number,
  cursorOf: (last: T) => string,
): { items: T[]; next: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? cursorOf(last) : null };
}
