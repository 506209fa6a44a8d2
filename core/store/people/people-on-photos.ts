import type { Db, Statement } from '../../db/open.ts';
import type { PersonRef } from '../../domain/photo.ts';

/** The people in a set of photos. */
export class PeopleOnPhotos {
  readonly #named: Statement<[string], PersonRef & { count: number }>;

  constructor(db: Db) {
    this.#named = db.prepare(`
      SELECT n.id, n.name, count(DISTINCT f.photo_id) AS count FROM faces f JOIN people n ON n.id = f.person_id
      WHERE f.photo_id IN (SELECT value FROM json_each(?)) AND n.name IS NOT NULL AND n.hidden = 0
      GROUP BY n.id ORDER BY count DESC, n.id`);
  }

  /**
   * Named people in photos, with the number of photos of each, most first; without people whom lists leave out.
   * @param ids photos that the viewer may see, so people who are withheld from the viewer are in none of them
   */
  named(ids: readonly number[]): (PersonRef & { readonly count: number })[] {
    return this.#named.all(JSON.stringify(ids));
  }
}
