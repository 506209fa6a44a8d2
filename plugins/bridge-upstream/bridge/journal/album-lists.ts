import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { AlbumPhotosAnswer, AlbumsAnswer } from '../../contract.ts';
import type { Page } from '../catalog.ts';
import {
  afterPosition,
  readAlbumPhotosCursor,
  readAlbumsCursor,
  writeAlbumPhotosCursor,
  writeAlbumsCursor,
  type TimePosition,
} from './cursors.ts';

interface AlbumRow {
  readonly uid: string;
  readonly name: string;
  readonly photoCount: number;
  readonly coverUid: string | null;
  readonly lastActivityTime: number;
}

interface MemberRow {
  readonly uid: string;
  readonly captureTime: number;
  readonly addedTime: number | null;
}

/** The SQL fragments with which a journal selects its albums. */
export interface AlbumTables {
  /** The condition on `albums` that selects the listed ones. */
  readonly told: string;
  /** The photos of an album: a table with the column `album_id`, and a condition. */
  readonly photos: { readonly table: string; readonly where: string; readonly addedTime: string };
}

/** The albums ordered by uid, and the photos of one album, newest first. */
export class AlbumLists {
  readonly #albums: SqliteStatement<[string, number], AlbumRow>;
  readonly #albumId: SqliteStatement<[string], number>;
  readonly #photos: SqliteStatement<[{ id: number; limit: number }], MemberRow>;
  readonly #photosAfter: SqliteStatement<[{ id: number; limit: number } & TimePosition], MemberRow>;

  constructor(db: SqliteDatabase, { told: condition, photos }: AlbumTables) {
    const { table, where, addedTime } = photos;
    this.#albums = db.prepare(`
      SELECT uid, name, photo_count AS photoCount, last_activity AS lastActivityTime,
        (SELECT uid FROM ${table} WHERE ${where} AND album_id = albums.id ORDER BY capture_time DESC, uid LIMIT 1) AS coverUid
      FROM albums WHERE ${condition} AND uid > ? ORDER BY uid LIMIT ?`);
    this.#albumId = db.prepare<[string], number>(`SELECT id FROM albums WHERE uid = ? AND ${condition}`).pluck();
    const members = (after: string): string =>
      `SELECT uid, capture_time AS captureTime, ${addedTime} AS addedTime FROM ${table}
       WHERE ${where} AND album_id = @id ${after} ORDER BY capture_time DESC, uid LIMIT @limit`;
    this.#photos = db.prepare(members(''));
    this.#photosAfter = db.prepare(members(`AND ${afterPosition}`));
  }

  /** @throws BadCursor */
  albums({ cursor, limit }: Page): AlbumsAnswer {
    const rows = this.#albums.all(cursor === null ? '' : readAlbumsCursor(cursor), limit + 1);
    const albums = rows.slice(0, limit);
    const last = albums.at(-1);
    return { albums, next: rows.length > limit && last ? writeAlbumsCursor(last.uid) : null };
  }

  /** Undefined if there is no such album. @throws BadCursor */
  photos(albumUid: string, { cursor, limit }: Page): AlbumPhotosAnswer | undefined {
    const after = cursor === null ? null : readAlbumPhotosCursor(cursor);
    const id = this.#albumId.get(albumUid);
    if (id === undefined) return undefined;
    const rows =
      after === null
        ? this.#photos.all({ id, limit: limit + 1 })
        : this.#photosAfter.all({ ...after, id, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, next: rows.length > limit && last ? writeAlbumPhotosCursor(last) : null };
  }
}
