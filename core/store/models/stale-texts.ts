import type { Db, Statement } from '../../db/open.ts';
import type { TextIndex } from '../photos/tags.ts';

/** Photos whose texts are composed at once: about 3 ms. */
const batch = 50;

/**
 * Photos whose rows in the full-text index name other people than the index does. Triggers note such a photo when a name or
 * the owner of a face changes, in the same transaction. A person with ten thousand photos is renamed at once, and the
 * texts follow in batches, if need be after the next start.
 */
export class StaleTexts {
  readonly #db: Db;
  readonly #text: TextIndex;
  readonly #next: Statement<[number], number>;
  readonly #forget: Statement<[string]>;

  constructor({ db, text }: { db: Db; text: TextIndex }) {
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
