import type { Db, Statement } from '../../db/open.ts';

export interface AlbumRow {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly coverUid: string | null;
}

/** The photos of all albums, each album's as a run of `photos`. */
export interface AlbumMembers {
  readonly photos: Uint32Array;
  readonly runs: ReadonlyMap<number, { readonly start: number; readonly end: number }>;
}

/** Reads the albums of the store, which the indexer writes, and the photos of these and of people's own. */
export class Albums {
  readonly #all: Statement<[], AlbumRow>;
  readonly #one: Statement<[string], AlbumRow>;
  readonly #sizes: Statement<[], { albumId: number; size: number }>;
  readonly #members: Statement<[], number>;

  constructor(db: Db) {
    const columns = 'id, uid, name, cover_uid AS coverUid';
    this.#all = db.prepare(`SELECT ${columns} FROM albums`);
    this.#one = db.prepare(`SELECT ${columns} FROM albums WHERE uid = ?`);
    this.#sizes = db.prepare(
      'SELECT album_id AS albumId, count(*) AS size FROM every_album_photo GROUP BY album_id ORDER BY album_id',
    );
    this.#members = db
      .prepare<[], number>('SELECT photo_id FROM every_album_photo ORDER BY album_id, photo_id')
      .pluck();
  }

  all(): AlbumRow[] {
    return this.#all.all();
  }

  byUid(uid: string): AlbumRow | undefined {
    return this.#one.get(uid);
  }

  members(): AlbumMembers {
    const runs = new Map<number, { start: number; end: number }>();
    let total = 0;
    for (const { albumId, size } of this.#sizes.iterate()) {
      runs.set(albumId, { start: total, end: total + size });
      total += size;
    }
    const photos = new Uint32Array(total);
    let i = 0;
    for (const id of this.#members.iterate()) photos[i++] = id;
    return { photos, runs };
  }
}
