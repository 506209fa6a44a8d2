import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import { ChangedAlbums } from '../../journal/changed-albums.ts';
import type { Feed } from '../../journal/feed.ts';

interface AlbumRow {
  readonly id: number;
  readonly uid: string;
  readonly name: string | null;
  readonly missed: number;
  readonly photo_count: number;
}

/** After this many lists without an album, the album counts as removed. */
const missesToGo = 2;
/** If more than this share of the albums, and more than this number, would be removed at once, the list is not trusted. */
const maxRemovedShare = 0.2;
const fewAlbums = 4;

/**
 * Writes albums and their photos. Only albums with a name are listed. An album that is missing in lists loses its name but
 * keeps its photos, so that it is complete if it comes back. It is deleted when no photo refers to it any more.
 */
export class ProtonAlbumRecords extends ChangedAlbums {
  readonly #feed: Feed;
  readonly #byUid: SqliteStatement<[string], AlbumRow>;
  readonly #all: SqliteStatement<[], AlbumRow>;
  readonly #insert: SqliteStatement<[{ uid: string; name: string | null; now: number }]>;
  readonly #rename: SqliteStatement<[string | null, number]>;
  readonly #nameOf: SqliteStatement<[number], string | null>;
  readonly #setMissed: SqliteStatement<[number, number]>;
  readonly #remove: SqliteStatement<[number]>;
  readonly #touch: SqliteStatement<[number, number]>;
  readonly #ofPhoto: SqliteStatement<[string], { album_id: number; capture_time: number }>;
  readonly #join: SqliteStatement<[number, number, string]>;
  readonly #leave: SqliteStatement<[number, string]>;

  constructor(db: SqliteDatabase, feed: Feed) {
    super(db);
    this.#feed = feed;
    this.#byUid = db.prepare('SELECT id, uid, name, missed, photo_count FROM albums WHERE uid = ?');
    this.#all = db.prepare('SELECT id, uid, name, missed, photo_count FROM albums');
    this.#insert = db.prepare('INSERT INTO albums (uid, name, last_activity) VALUES (@uid, @name, @now)');
    this.#rename = db.prepare('UPDATE albums SET name = ? WHERE id = ?');
    this.#nameOf = db.prepare<[number], string | null>('SELECT name FROM albums WHERE id = ?').pluck();
    this.#setMissed = db.prepare('UPDATE albums SET missed = ? WHERE id = ?');
    this.#remove = db.prepare('DELETE FROM albums WHERE id = ?');
    this.#touch = db.prepare('UPDATE albums SET last_activity = ? WHERE id = ?');
    this.#ofPhoto = db.prepare('SELECT album_id, capture_time FROM members WHERE uid = ?');
    this.#join = db.prepare(
      `INSERT INTO members (album_id, capture_time, uid) VALUES (?, ?, ?)
       ON CONFLICT (album_id, uid) DO UPDATE SET capture_time = excluded.capture_time`,
    );
    this.#leave = db.prepare('DELETE FROM members WHERE album_id = ? AND uid = ?');
  }

  /**
   * Updates the albums from the store's list. If too many would be removed at once, only albums without photos are removed;
   * the others lose their photos with the next pass over all nodes.
   * @param now epoch seconds
   */
  take(albums: readonly { readonly uid: string; readonly name: string }[], now: number): void {
    const listed = new Map(albums.map(({ uid, name }) => [uid, name]));
    const all = this.#all.all();
    const leaving = all.filter(
      ({ uid, name, missed }) => name !== null && !listed.has(uid) && missed + 1 >= missesToGo,
    );
    const namedCount = all.filter(({ name }) => name !== null).length;
    const isDoubted = leaving.length > fewAlbums && leaving.length > namedCount * maxRemovedShare;
    for (const album of all) {
      const name = listed.get(album.uid);
      listed.delete(album.uid);
      if (name === undefined) this.#missing(album, isDoubted, now);
      else {
        if (album.missed > 0) this.#setMissed.run(0, album.id);
        if (name !== album.name) {
          this.#rename.run(name, album.id);
          this.changed.add(album.id);
        }
      }
    }
    for (const [uid, name] of listed) this.changed.add(this.#add(uid, name, now));
  }

  /** Sets the albums of a photo. @returns whether that changed anything */
  place(photo: { uid: string; captureTime: number }, albumUids: readonly string[], now: number): boolean {
    const previous = new Map(
      this.#ofPhoto.all(photo.uid).map(({ album_id, capture_time }) => [album_id, capture_time]),
    );
    let hasChanged = false;
    for (const uid of albumUids) {
      const id = this.#idOf(uid, now);
      if (previous.get(id) !== photo.captureTime) {
        this.#join.run(id, photo.captureTime, photo.uid);
        this.changed.add(id);
        hasChanged = true;
      }
      previous.delete(id);
    }
    for (const id of previous.keys()) {
      this.#leave.run(id, photo.uid);
      this.changed.add(id);
      hasChanged = true;
    }
    return hasChanged;
  }

  protected override tell(id: number, now: number): void {
    if (this.#nameOf.get(id) === null) return;
    this.#touch.run(now, id);
    this.#feed.albumChanged(id);
  }

  #missing({ id, uid, name, missed, photo_count }: AlbumRow, isDoubted: boolean, now: number): void {
    if (name !== null) {
      if (missed + 1 < missesToGo || (isDoubted && photo_count > 0)) {
        this.#setMissed.run(Math.min(missed + 1, missesToGo), id);
        return;
      }
      this.#rename.run(null, id);
      this.#feed.gone('album', uid, now);
    }
    if (photo_count > 0) return;
    this.#remove.run(id);
    this.changed.delete(id);
  }

  #idOf(uid: string, now: number): number {
    return this.#byUid.get(uid)?.id ?? this.#add(uid, null, now);
  }

  #add(uid: string, name: string | null, now: number): number {
    return Number(this.#insert.run({ uid, name, now }).lastInsertRowid);
  }
}
