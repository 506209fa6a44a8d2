import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';

/** The distance between the positions of two neighbours, which leaves room for photos between them: see `arrange`. */
const gap = 2 ** 20;

interface PhotoPosition {
  readonly id: number;
  readonly position: number;
}

interface PlacedFrom {
  readonly album: number;
  /** A position, included. */
  readonly from: number;
}
type Placed = Statement<[PlacedFrom], PhotoPosition>;

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
  readonly #among: Statement<[{ album: number; uids: string }], number>;
  readonly #any: Statement<[number], number>;
  readonly #inOrder: Statement<[number], number>;
  readonly #arranged: Statement<[string], number>;
  readonly #unplaced: Statement<[number], number>;
  readonly #positionOf: Statement<[{ album: number; photo: number }], number | null>;
  readonly #up: Placed;
  readonly #down: Placed;
  readonly #place: Statement<[{ album: number; photo: number; position: number }]>;
  readonly #follow: readonly Statement<[{ from: number; to: number }]>[];

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#add = db.prepare(`
      INSERT OR IGNORE INTO own_album_photos (album_id, photo_id, added_at)
      SELECT :album, value, :now FROM json_each(:photos)`);
    this.#remove = db.prepare(
      'DELETE FROM own_album_photos WHERE album_id = :album AND photo_id IN (SELECT value FROM json_each(:photos))',
    );
    this.#gone = plucked(
      'SELECT DISTINCT album_id FROM own_album_photos WHERE album_id NOT IN (SELECT id FROM own_albums)',
    );
    this.#drop = db.prepare(`
      DELETE FROM own_album_photos WHERE album_id = :album AND photo_id IN
        (SELECT photo_id FROM own_album_photos WHERE album_id = :album LIMIT :limit)`);
    this.#has = plucked('SELECT 1 FROM own_album_photos WHERE album_id = :album AND photo_id = :photo');
    this.#among = plucked(`
      SELECT o.photo_id FROM json_each(:uids) asked CROSS JOIN photos p ON p.uid = asked.value
      CROSS JOIN own_album_photos o ON o.album_id = :album AND o.photo_id = p.id`);
    this.#any = plucked('SELECT 1 FROM own_album_photos WHERE album_id = ? LIMIT 1');
    const behind = 'position IS NULL, position';
    this.#inOrder = plucked(`
      SELECT photo_id FROM own_album_photos JOIN photos ON photos.id = photo_id WHERE album_id = ?
      ORDER BY ${behind}, CASE WHEN position IS NULL THEN -taken_at END, uid`);
    this.#arranged = plucked("SELECT id FROM own_albums WHERE uid = ? AND sorted = 'hand' AND rule IS NULL");
    this.#unplaced = plucked(`
      SELECT photo_id FROM own_album_photos JOIN photos ON photos.id = photo_id WHERE album_id = ? AND position IS NULL
      ORDER BY taken_at DESC, uid`);
    this.#positionOf = plucked('SELECT position FROM own_album_photos WHERE album_id = :album AND photo_id = :photo');
    const placed = 'SELECT photo_id AS id, position FROM own_album_photos WHERE album_id = :album AND position';
    this.#up = db.prepare(`${placed} >= :from ORDER BY position`);
    this.#down = db.prepare(`${placed} <= :from ORDER BY position DESC`);
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

  /** The ids of those of some photos that are in it, also of ones that nobody sees, or that have left their store. */
  among(album: number, uids: readonly string[]): number[] {
    return this.#among.all({ album, uids: JSON.stringify(uids) });
  }

  /** Whether an album has no photos, not even hidden ones. */
  isEmpty(album: number): boolean {
    return this.#any.get(album) === undefined;
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
    const photos = this.#unplaced.all(album);
    if (photos.length === 0) return;
    const last = this.#first(this.#down, { album, from: Number.MAX_SAFE_INTEGER });
    this.#placeFrom((last?.position ?? 0) + gap, gap, { album, photos });
  }

  /**
   * Places photos of the album next to each other in this order, before another of its photos; null for the end, undefined
   * for the front. If the other photo is moved as well, the next one that is not takes its part. Only rows of moved photos
   * are written, or all rows if their neighbours leave no gap.
   */
  arrange(album: number, photos: readonly number[], before: number | null | undefined): void {
    this.placeAll(album);
    const moved = new Set(photos);
    const { MIN_SAFE_INTEGER: front, MAX_SAFE_INTEGER: end } = Number;
    const from = typeof before === 'number' ? (this.#positionOf.get({ album, photo: before }) ?? end) : front;
    const next = before === null ? undefined : this.#first(this.#up, { album, from }, moved);
    const last = this.#first(this.#down, { album, from: next ? next.position - 1 : end }, moved);
    const room = gap * (photos.length + 1);
    const start = last?.position ?? (next ? next.position - room : 0);
    const step = Math.floor(((next?.position ?? start + room) - start) / (photos.length + 1));
    if (step >= 1) {
      this.#placeFrom(start + step, step, { album, photos });
      return;
    }
    const others = this.#up.all({ album, from: front }).flatMap(({ id }) => (moved.has(id) ? [] : [id]));
    const at = next ? others.indexOf(next.id) : others.length;
    this.#placeFrom(gap, gap, { album, photos: [...others.slice(0, at), ...photos, ...others.slice(at)] });
  }

  /** The first photo from a position on, in a direction, that is not moved. */
  #first(direction: Placed, from: PlacedFrom, moved: ReadonlySet<number> = new Set()): PhotoPosition | undefined {
    for (const photo of direction.iterate(from)) if (!moved.has(photo.id)) return photo;
    return undefined;
  }

  #placeFrom(first: number, step: number, { album, photos }: { album: number; photos: readonly number[] }): void {
    for (const [index, photo] of photos.entries()) this.#place.run({ album, photo, position: first + step * index });
  }

  /** Adds the photo `to` to the albums of the photo `from`, at the same positions. */
  followPhoto(rows: { from: number; to: number }): void {
    for (const step of this.#follow) step.run(rows);
  }
}
