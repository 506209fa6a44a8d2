import type { Db, Statement } from '../db/open.ts';

export interface AnnouncedAlbum {
  readonly uid: string;
  readonly name: string;
  readonly coverUid: string | null;
}

/** The sync's writes to `albums` and `album_photos`. */
export class AlbumIntake {
  readonly #upsert: Statement<[AnnouncedAlbum], number>;
  readonly #remove: Statement<[string]>;
  readonly #removeOthers: Statement<[string]>;
  readonly #photosOf: Statement<[number], number>;
  readonly #photosOfUid: Statement<[string], number>;
  readonly #photosOfOthers: Statement<[string], number>;
  readonly #clear: Statement<[number]>;
  readonly #fill: Statement<[{ album: number; items: string }]>;

  constructor(db: Db) {
    this.#upsert = db
      .prepare<[AnnouncedAlbum], number>(
        `INSERT INTO albums (uid, name, cover_uid) VALUES (:uid, :name, :coverUid)
         ON CONFLICT (uid) DO UPDATE SET name = excluded.name, cover_uid = excluded.cover_uid RETURNING id`,
      )
      .pluck();
    this.#remove = db.prepare('DELETE FROM albums WHERE uid = ?');
    const others = 'uid NOT IN (SELECT value FROM json_each(?))';
    this.#removeOthers = db.prepare(`DELETE FROM albums WHERE ${others}`);
    const photos = 'SELECT DISTINCT photo_id FROM album_photos';
    this.#photosOf = db.prepare<[number], number>(`${photos} WHERE album_id = ?`).pluck();
    this.#photosOfUid = db
      .prepare<[string], number>(`${photos} WHERE album_id = (SELECT id FROM albums WHERE uid = ?)`)
      .pluck();
    this.#photosOfOthers = db
      .prepare<[string], number>(`${photos} WHERE album_id IN (SELECT id FROM albums WHERE ${others})`)
      .pluck();
    this.#clear = db.prepare('DELETE FROM album_photos WHERE album_id = ?');
    this.#fill = db.prepare(`
      INSERT OR IGNORE INTO album_photos (album_id, photo_id, added_at)
      SELECT :album, photos.id, item.value ->> 'addedTime'
      FROM json_each(:items) AS item JOIN photos ON photos.uid = item.value ->> 'uid'`);
  }

  /**
   * Writes an album and exactly these photos as its content; photos that the index does not have are left out.
   * @returns ids of all photos that were or are in it: their text says so
   */
  replace(
    album: AnnouncedAlbum,
    items: readonly { readonly uid: string; readonly addedTime: number | null }[],
  ): number[] {
    const id = this.#upsert.get(album);
    if (id === undefined) throw new Error('The album was not written');
    const before = this.#photosOf.all(id);
    this.#clear.run(id);
    this.#fill.run({ album: id, items: JSON.stringify(items) });
    return [...new Set([...before, ...this.#photosOf.all(id)])];
  }

  /** @returns ids of the photos that were in it */
  remove(uid: string): number[] {
    const photos = this.#photosOfUid.all(uid);
    this.#remove.run(uid);
    return photos;
  }

  /** Removes all albums but these. @returns ids of the photos that were in them */
  keepOnly(uids: readonly string[]): number[] {
    const kept = JSON.stringify(uids);
    const photos = this.#photosOfOthers.all(kept);
    this.#removeOthers.run(kept);
    return photos;
  }
}
