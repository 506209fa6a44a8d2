import type { Db, Statement } from '../../db/open.ts';

export interface AlbumRow {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly coverUid: string | null;
}

/** The ids of an album's photos. */
export type AlbumMembers = readonly [album: number, photos: Uint32Array];

/** Reads the albums of the store, which the indexer writes, and the photos of these and of albums made here. */
export class Albums {
  readonly #all: Statement<[], AlbumRow>;
  readonly #one: Statement<[string], AlbumRow>;
  readonly #membersAfter: Statement<[{ album: number; limit: number }], { album: number; photos: string }>;
  readonly #members: Statement<[number], number>;

  constructor(db: Db) {
    const columns = 'id, uid, name, cover_uid AS coverUid';
    this.#all = db.prepare(`SELECT ${columns} FROM albums`);
    this.#one = db.prepare(`SELECT ${columns} FROM albums WHERE uid = ?`);
    this.#members = db.prepare<[number], number>('SELECT photo_id FROM every_album_photo WHERE album_id = ?').pluck();
    // One text for each album: separate rows take three times as long. For the limit, see `inAlbums` of photo-text.ts.
    this.#membersAfter = db.prepare(`
      SELECT id AS album, (SELECT json_group_array(photo_id) FROM
        (SELECT photo_id FROM every_album_photo WHERE album_id = a.id LIMIT -1)) AS photos
      FROM every_album a WHERE id > :album ORDER BY id LIMIT :limit`);
  }

  all(): AlbumRow[] {
    return this.#all.all();
  }

  byUid(uid: string): AlbumRow | undefined {
    return this.#one.get(uid);
  }

  members(album: number): Uint32Array {
    return Uint32Array.from(this.#members.all(album));
  }

  /** The photos of the next albums after one, by album id; empty after the last. */
  membersAfter(album: number, limit: number): AlbumMembers[] {
    return this.#membersAfter
      .all({ album, limit })
      .map((row) => [row.album, Uint32Array.from(JSON.parse(row.photos) as number[])]);
  }
}
