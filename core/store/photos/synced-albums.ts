import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { PhotoText, StaleTexts } from './photo-text.ts';

export interface AnnouncedAlbum {
  readonly uid: string;
  readonly name: string;
  readonly coverUid: string | null;
}

export interface AlbumMember {
  readonly uid: string;
  readonly addedTime: number | null;
}

/** Photos that are removed from an album at once. */
const photosAtOnce = 200;

/**
 * Writes the albums of one source to `albums` and `album_photos`, for the sync. Ignores photos that are not in the index. If
 * an album is renamed or removed, the texts of its photos are recorded as outdated. Must be called in transactions.
 */
export class SyncedAlbums {
  readonly #source: number;
  readonly #staleTexts: StaleTexts;
  readonly #upsert: Statement<[AnnouncedAlbum & { source: number }], number>;
  readonly #nameOf: Statement<[string], string>;
  readonly #uids: Statement<[number], string>;
  readonly #remove: Statement<[string]>;
  readonly #photos: Statement<[string], number>;
  readonly #part: Statement<[string, number], number>;
  readonly #idsOf: Statement<[string], number>;
  readonly #add: Statement<[{ album: number; items: string }], number>;
  readonly #removePhotos: Statement<[{ album: number; ids: string }]>;
  readonly #follow: Statement<[{ from: number; to: number }]>;

  /** @param source the id of the source; default: the first source */
  constructor(db: Db, source = 0) {
    const plucked = pluckedOn(db);
    this.#source = source;
    this.#staleTexts = new StaleTexts({ db, text: new PhotoText(db) });
    this.#upsert = plucked(`
      INSERT INTO albums (uid, name, cover_uid, source) VALUES (:uid, :name, :coverUid, :source)
      ON CONFLICT (uid) DO UPDATE SET name = excluded.name, cover_uid = excluded.cover_uid RETURNING id`);
    this.#nameOf = plucked('SELECT name FROM albums WHERE uid = ?');
    this.#uids = plucked('SELECT uid FROM albums WHERE source = ?');
    this.#remove = db.prepare('DELETE FROM albums WHERE uid = ?');
    this.#photos = plucked('SELECT photo_id FROM album_photos WHERE album_id = (SELECT id FROM albums WHERE uid = ?)');
    this.#part = plucked(`
      DELETE FROM album_photos WHERE (album_id, photo_id) IN (
        SELECT album_id, photo_id FROM album_photos WHERE album_id = (SELECT id FROM albums WHERE uid = ?) LIMIT ?)
      RETURNING photo_id`);
    this.#idsOf = plucked('SELECT id FROM photos WHERE uid IN (SELECT value FROM json_each(?))');
    this.#add = plucked(`
      INSERT OR IGNORE INTO album_photos (album_id, photo_id, added_at)
      SELECT :album, photos.id, item.value ->> 'addedTime'
      FROM json_each(:items) AS item JOIN photos ON photos.uid = item.value ->> 'uid'
      RETURNING photo_id`);
    this.#removePhotos = db.prepare(
      'DELETE FROM album_photos WHERE album_id = :album AND photo_id IN (SELECT value FROM json_each(:ids))',
    );
    this.#follow = db.prepare(`
      INSERT OR IGNORE INTO album_photos (album_id, photo_id, added_at)
      SELECT album_id, :to, added_at FROM album_photos WHERE photo_id = :from`);
  }

  /** @returns the album's id */
  upsert(album: AnnouncedAlbum): number {
    if (this.#nameOf.get(album.uid) !== album.name) this.#staleTexts.noteAlbum(album.uid);
    const id = this.#upsert.get({ ...album, source: this.#source });
    if (id === undefined) throw new Error('The album was not written');
    return id;
  }

  uids(): string[] {
    return this.#uids.all(this.#source);
  }

  /** Ids of the photos in an album. */
  photos(albumUid: string): number[] {
    return this.#photos.all(albumUid);
  }

  /** Removes some photos of an album, which may have very many, and then the album. @returns false once it is removed */
  removePart(uid: string): boolean {
    const photos = this.#part.all(uid, photosAtOnce);
    this.#staleTexts.note(photos);
    if (photos.length > 0) return true;
    this.#remove.run(uid);
    return false;
  }

  idsOf(photoUids: readonly string[]): number[] {
    return this.#idsOf.all(JSON.stringify(photoUids));
  }

  /** @returns ids of the photos that were not in the album before */
  add(albumId: number, members: readonly AlbumMember[]): number[] {
    return this.#add.all({ album: albumId, items: JSON.stringify(members) });
  }

  removePhotos(albumId: number, photoIds: readonly number[]): void {
    this.#removePhotos.run({ album: albumId, ids: JSON.stringify(photoIds) });
  }

  /** Adds the photo `to` to the albums of the photo `from`. */
  followPhoto(rows: { from: number; to: number }): void {
    this.#follow.run(rows);
  }
}
