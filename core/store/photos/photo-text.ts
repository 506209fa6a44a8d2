import type { Db, Statement } from '../../db/open.ts';

/** Photos whose texts are composed at once: about 3 ms. */
const batch = 50;

/** Writes the full-text index: a row for each photo, composed from other tables. `TextIndex` reads it. */
export class PhotoText {
  readonly #remove: Statement<[string]>;
  readonly #compose: Statement<[string]>;

  constructor(db: Db) {
    const asked = 'SELECT value FROM json_each(?)';
    this.#remove = db.prepare(`DELETE FROM photo_text WHERE rowid IN (${asked})`);
    this.#compose = db.prepare(`
      INSERT INTO photo_text (rowid, name, caption, tags, people, place, albums, camera, auto_tags)
      SELECT photos.id, photos.name, photos.caption,
        (SELECT group_concat(tags.name, ' · ') FROM photo_tags JOIN tags ON tags.id = photo_tags.tag_id
          WHERE photo_tags.photo_id = photos.id),
        (SELECT group_concat(name, ' · ') FROM people WHERE id IN
          (SELECT person_id FROM faces WHERE faces.photo_id = photos.id)),
        places.label,
        (SELECT group_concat(albums.name, ' · ') FROM album_photos JOIN albums ON albums.id = album_photos.album_id
          WHERE album_photos.photo_id = photos.id),
        concat_ws(' · ', photos.camera, photos.lens),
        (SELECT group_concat(tag, ' · ') FROM auto_tags WHERE photo_id = photos.id)
      FROM photos LEFT JOIN places ON places.id = photos.place_id
      WHERE photos.id IN (${asked})`);
  }

  /** Composes the rows of these photos anew. Call it in the transaction that changes the other tables. */
  refresh(photoIds: readonly number[]): void {
    const ids = JSON.stringify(photoIds);
    this.#remove.run(ids);
    this.#compose.run(ids);
  }
}

/**
 * Photos whose rows in the full-text index name other people than the index does. Triggers note such a photo when a name or
 * the owner of a face changes, in the same transaction. A person with ten thousand photos is renamed at once, and the
 * texts follow in batches, if need be after the next start.
 */
export class StaleTexts {
  readonly #db: Db;
  readonly #text: Pick<PhotoText, 'refresh'>;
  readonly #next: Statement<[number], number>;
  readonly #forget: Statement<[string]>;

  constructor({ db, text }: { db: Db; text: Pick<PhotoText, 'refresh'> }) {
    this.#db = db;
    this.#text = text;
    this.#next = db.prepare<[number], number>('SELECT photo_id FROM stale_texts LIMIT ?').pluck();
    this.#forget = db.prepare('DELETE FROM stale_texts WHERE photo_id IN (SELECT value FROM json_each(?))');
  }

  /**
   * Composes some texts anew.
   * @returns whether there may be more
   */
  refreshSome(): boolean {
    return this.#db
      .transaction(() => {
        const photos = this.#next.all(batch);
        if (photos.length === 0) return false;
        this.#text.refresh(photos);
        this.#forget.run(JSON.stringify(photos));
        return photos.length === batch;
      })
      .immediate();
  }
}
