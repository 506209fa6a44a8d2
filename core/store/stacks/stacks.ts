import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';

/** The photos of each stack, computed from facts and decisions; `StackBuilder` decides what is written. */
export class Stacks {
  readonly #photos: Statement<[number], number>;
  readonly #chosen: Statement<[number], number>;
  readonly #idsOf: Statement<[string], number>;
  readonly #put: Statement<[{ photo: number; stack: number; cover: 0 | 1 }]>;
  readonly #remove: Statement<[number]>;
  readonly #newId: Statement<[], number>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#photos = plucked(`
      SELECT s.photo_id FROM stack_photos s JOIN photos p ON p.id = s.photo_id
      WHERE s.stack_id = ? AND p.listed = 1 ORDER BY p.taken_at, p.stem, p.kind = 'raw', p.name, p.uid`);
    this.#chosen = plucked('SELECT photo_id FROM stack_photos WHERE stack_id = ? AND cover = 1');
    this.#idsOf = plucked(
      'SELECT DISTINCT stack_id FROM stack_photos WHERE photo_id IN (SELECT value FROM json_each(?)) ORDER BY 1',
    );
    this.#put = db.prepare(`
      INSERT INTO stack_photos (photo_id, stack_id, cover) VALUES (:photo, :stack, :cover)
      ON CONFLICT (photo_id) DO UPDATE SET stack_id = excluded.stack_id, cover = excluded.cover`);
    this.#remove = db.prepare('DELETE FROM stack_photos WHERE photo_id = ?');
    this.#newId = plucked('UPDATE stack_ids SET last = last + 1 RETURNING last');
  }

  /** The ids of all its photos, oldest first, regardless of what a viewer may see. */
  photosOf(id: number): number[] {
    return this.#photos.all(id);
  }

  /** The photo that users chose to represent a stack. */
  chosenCover(id: number): number | undefined {
    return this.#chosen.get(id);
  }

  /** The stacks that contain any of these photos. */
  idsOf(photos: readonly number[]): number[] {
    return this.#idsOf.all(JSON.stringify(photos));
  }

  put(photo: number, stack: number, isCover: boolean): void {
    this.#put.run({ photo, stack, cover: isCover ? 1 : 0 });
  }

  remove(photo: number): void {
    this.#remove.run(photo);
  }

  /** A new id each time; ids of removed stacks are not used again. */
  newId(): number {
    const id = this.#newId.get();
    if (id === undefined) throw new Error('The ids of stacks are lost');
    return id;
  }
}
