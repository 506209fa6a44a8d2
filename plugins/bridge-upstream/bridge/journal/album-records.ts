import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import { ChangedAlbums } from './changed-albums.ts';
import type { Feed } from './feed.ts';
import { newUid } from './uid.ts';

interface AlbumPlacement {
  readonly id: number;
  readonly album_id: number | null;
  readonly wanted: number | null;
}

/** Each folder that directly contains a main photo is an album, except the root of the store. */
export class AlbumRecords extends ChangedAlbums {
  readonly #feed: Feed;
  readonly #placed: SqliteStatement<[number], AlbumPlacement>;
  readonly #setAlbum: SqliteStatement<[{ id: number; album: number | null; now: number }]>;
  readonly #count: SqliteStatement<[number], { uid: string; photo_count: number }>;
  readonly #remove: SqliteStatement<[number]>;
  readonly #touch: SqliteStatement<[number, number]>;
  readonly #homeless: SqliteStatement<[number], { id: number; folder: string }>;
  readonly #insert: SqliteStatement<[{ uid: string; folder: string; name: string; now: number }]>;
  readonly #move: SqliteStatement<[{ id: number; folder: string; name: string }]>;

  constructor(db: SqliteDatabase, feed: Feed) {
    super(db);
    this.#feed = feed;
    this.#placed = db.prepare(`
      SELECT id, album_id, CASE role WHEN 'main' THEN (SELECT id FROM albums WHERE folder = files.folder) END AS wanted
      FROM files WHERE id = ?`);
    this.#setAlbum = db.prepare(
      'UPDATE files SET album_id = @album, added_at = iif(@album IS NULL, NULL, @now) WHERE id = @id',
    );
    this.#count = db.prepare('SELECT uid, photo_count FROM albums WHERE id = ?');
    this.#remove = db.prepare('DELETE FROM albums WHERE id = ?');
    this.#touch = db.prepare('UPDATE albums SET last_activity = ? WHERE id = ?');
    this.#homeless = db.prepare(
      "SELECT id, folder FROM files WHERE role = 'main' AND album_id IS NULL AND folder <> '' ORDER BY folder LIMIT ?",
    );
    this.#insert = db.prepare(`
      INSERT INTO albums (uid, folder, name, last_activity, seq) VALUES (@uid, @folder, @name, @now, 0)
      ON CONFLICT (folder) DO NOTHING`);
    this.#move = db.prepare(
      'UPDATE albums SET folder = @folder, name = @name WHERE id = @id AND NOT EXISTS (SELECT 1 FROM albums WHERE folder = @folder)',
    );
  }

  /** Adds a photo to the album of its folder, if that exists, and removes it from its previous album. */
  place(fileId: number, now: number): void {
    const file = this.#placed.get(fileId);
    if (!file || file.album_id === file.wanted) return;
    this.#setAlbum.run({ id: file.id, album: file.wanted, now });
    this.left(file.album_id);
    this.left(file.wanted);
  }

  /** Marks an album as changed. */
  left(albumId: number | null): void {
    if (albumId !== null) this.changed.add(albumId);
  }

  /**
   * Creates albums for photos whose folder has none, for at most `limit` photos.
   * @returns the number of these photos
   */
  house(limit: number, now: number): number {
    const homeless = this.#homeless.all(limit);
    for (const { id, folder } of homeless) {
      this.#insert.run({ uid: newUid(), folder, name: nameOf(folder), now });
      this.place(id, now);
    }
    return homeless.length;
  }

  /** Changes the folder of an album, unless another album has that folder. */
  move(id: number, folder: string): void {
    if (this.#move.run({ id, folder, name: nameOf(folder) }).changes > 0) this.left(id);
  }

  protected override tell(id: number, now: number): void {
    const album = this.#count.get(id);
    if (album?.photo_count === 0) {
      this.#remove.run(id);
      this.#feed.gone('album', album.uid, now);
    } else if (album) {
      this.#touch.run(now, id);
      this.#feed.albumChanged(id);
    }
  }
}

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1);
