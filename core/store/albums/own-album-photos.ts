import type { Db, Statement } from '../../db/open.ts';

/** The distance between the positions of two neighbours, which leaves room for photos between them: see `arrange`. */
const gap = 2 ** 20;

interface PhotoPosition {
  readonly id: number;
  readonly position: number;
}

/**
 * Writes the photos of albums that were made here, and their manual order. Photos without a position come last. Methods that
 * write must be called in transactions.
 */
export class OwnAlbumPhotos {
  readonly #add: Statement<[{ album: number; photos: string; now: number }]>;
  readonly #remove: Statement<[{ album: number; photos: string }]>;
  readonly #gone: Statement<[], number>;
  readonly #drop: Statement<[{ album: number; limit: number }]>;
  readonly #has: Statement<[{ album: number; photo: number }], number>;
  readonly #inOrder: Statement<[number], number>;
  readonly #arranged: Statement<[string], number>;
  readonly #placed: Statement<[number], PhotoPosition>;
  readonly #place: Statement<[{ album: number; photo: number; position: number }]>;
  readonly #follow: readonly Statement<[{ from: number; to: number }]>[];

  constructor(db: Db) {
    this.#add = db.prepare(`
      INSERT OR IGNORE INTO own_album_photos (album_id, photo_id, added_at)
      SELECT :album, value, :now FROM json_each(:photos)`);
    this.#remove = db.prepare(
      'DELETE FROM own_album_photos WHERE album_id = :album AND photo_id IN (SELECT value FROM json_each(:photos))',
    );
    this.#gone = db
      .prepare<[], number>(
        'SELECT DISTINCT album_id FROM own_album_photos WHERE album_id NOT IN (SELECT id FROM own_albums)',
      )
      .pluck();
    this.#drop = db.prepare(`
      DELETE FROM own_album_photos WHERE album_id = :album AND photo_id IN
        (SELECT photo_id FROM own_album_photos WHERE album_id = :album LIMIT :limit)`);
    this.#has = db
      .prepare<[{ album: number; photo: number }], number>(
        'SELECT 1 FROM own_album_photos WHERE album_id = :album AND photo_id = :photo',
      )
      .pluck();
    const behind = 'position IS NULL, position';
    this.#inOrder = db
      .prepare<[number], number>(
        `SELECT photo_id FROM own_album_photos JOIN photos ON photos.id = photo_id WHERE album_id = ?
         ORDER BY ${behind}, CASE WHEN position IS NULL THEN -taken_at END, uid`,
      )
      .pluck();
    this.#arranged = db
      .prepare<[string], number>("SELECT id FROM own_albums WHERE uid = ? AND sorted = 'hand' AND rule IS NULL")
      .pluck();
    this.#placed = db.prepare(
      'SELECT photo_id AS id, position FROM own_album_photos WHERE album_id = ? AND position IS NOT NULL ORDER BY position',
    );
    this.#place = db.prepare(
      'UPDATE own_album_photos SET position = :position WHERE album_id = :album AND photo_id = :photo',
    );
    this.#follow = [
      `UPDATE own_album_photos SET position = (SELECT position FROM own_album_photos f
         WHERE f.album_id = own_album_photos.album_id AND f.photo_id = :from)
       WHERE photo_id = :to AND position IS NULL`,
      `INSERT OR IGNORE INTO own_album_photos (album_id, photo_id, position, added_at)
         SELECT album_id, :to, position, added_at FROM own_album_photos WHERE photo_id = :from`,
    ].map((sql) => db.prepare(sql));
  }

  /** @returns the number of photos that were not in it before */
  add(album: number, photos: readonly number[], now: number): number {
    return this.#add.run({ album, photos: JSON.stringify(photos), now }).changes;
  }

  /** @returns the number of photos that were in it */
  remove(album: number, photos: readonly number[]): number {
    return this.#remove.run({ album, photos: JSON.stringify(photos) }).changes;
  }

  /** Removes some photos of deleted albums. @returns whether there may be more */
  dropSome(limit: number): boolean {
    const [album] = this.#gone.all();
    return album !== undefined && this.#drop.run({ album, limit }).changes > 0;
  }

  has(album: number, photo: number): boolean {
    return this.#has.get({ album, photo }) === 1;
  }

  /** The ids of the photos in manual order, then those without a position, newest first. */
  inOrder(album: number): number[] {
    return this.#inOrder.all(album);
  }

  /** Returns a function that reads the manual order of an album; undefined for an album that has none. */
  byHand(albumUid: string): (() => number[]) | undefined {
    const album = this.#arranged.get(albumUid);
    return album === undefined ? undefined : () => this.inOrder(album);
  }

  /** Gives each photo without a position one after all others, newest first. */
  placeAll(album: number): void {
    const placed = this.#placed.all(album);
    const inOrder = this.inOrder(album);
    let position = placed.at(-1)?.position ?? 0;
    for (const photo of inOrder.slice(placed.length)) this.#place.run({ album, photo, position: (position += gap) });
  }

  /**
   * Places photos of the album next to each other in this order, before another of its photos; null for the end. Only rows
   * of moved photos are written, or all rows if their neighbours leave no gap.
   */
  arrange(album: number, photos: readonly number[], before: number | null): void {
    this.placeAll(album);
    const moved = new Set(photos);
    const others = this.#placed.all(album).filter(({ id }) => !moved.has(id));
    const found = before === null ? -1 : others.findIndex(({ id }) => id === before);
    const at = found === -1 ? others.length : found;
    const start = others[at - 1]?.position ?? 0;
    const end = others[at]?.position ?? start + gap * (photos.length + 1);
    const step = Math.floor((end - start) / (photos.length + 1));
    if (step < 1) {
      const all = [...others.slice(0, at).map(({ id }) => id), ...photos, ...others.slice(at).map(({ id }) => id)];
      for (const [index, photo] of all.entries()) this.#place.run({ album, photo, position: (index + 1) * gap });
      return;
    }
    for (const [index, photo] of photos.entries()) {
      this.#place.run({ album, photo, position: start + step * (index + 1) });
    }
  }

  /** Adds the photo `to` to the albums of the photo `from`, at the same positions. */
  followPhoto(rows: { from: number; to: number }): void {
    for (const step of this.#follow) step.run(rows);
  }
}
