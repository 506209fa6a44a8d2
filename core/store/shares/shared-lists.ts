import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';

/** The photos of shares that are lists of photos, in the order in which they were chosen. */
export class SharedLists {
  readonly #photos: Statement<[number], number>;
  readonly #has: Statement<[number, number], number>;
  readonly #add: Statement<[{ share: number; photo: number; position: number }]>;
  readonly #follow: Statement<[{ from: number; to: number }]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#photos = plucked('SELECT photo_id FROM share_photos WHERE share_id = ? ORDER BY position, photo_id');
    this.#has = plucked('SELECT 1 FROM share_photos WHERE share_id = ? AND photo_id = ?');
    this.#add = db.prepare(
      'INSERT OR IGNORE INTO share_photos (share_id, photo_id, position) VALUES (:share, :photo, :position)',
    );
    this.#follow = db.prepare(`
      INSERT OR IGNORE INTO share_photos (share_id, photo_id, position)
      SELECT share_id, :to, position FROM share_photos WHERE photo_id = :from`);
  }

  /** The ids of all photos of a share, including those that were deleted or hidden since. */
  of(share: number): number[] {
    return this.#photos.all(share);
  }

  has(share: number, photo: number): boolean {
    return this.#has.get(share, photo) === 1;
  }

  add(share: number, photos: readonly number[]): void {
    photos.forEach((photo, position) => this.#add.run({ share, photo, position }));
  }

  /** Adds the photo `to` to the shares of the photo `from`. */
  followPhoto(rows: { from: number; to: number }): void {
    this.#follow.run(rows);
  }
}
