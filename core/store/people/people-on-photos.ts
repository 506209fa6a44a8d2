import type { Db, Statement } from '../../db/open.ts';
import type { PersonRef } from '../../domain/photo.ts';

/** Who is on photos of a viewer, all of them together. */
export class PeopleOnPhotos {
  readonly #named: Statement<[string], PersonRef & { count: number }>;

  constructor(db: Db) {
    this.#named = db.prepare(`
      SELECT n.id, n.name, count(DISTINCT f.photo_id) AS count FROM faces f JOIN people n ON n.id = f.person_id
      WHERE f.photo_id IN (SELECT value FROM json_each(?)) AND n.name IS NOT NULL AND n.hidden = 0
      GROUP BY n.id ORDER BY count DESC, n.id`);
  }

  /**
   * People with a name on photos, and on how many of these, most first; without people whom lists leave out.
   * @param ids of photos that the viewer sees: people who are withheld from them are on none of these
   */
  named(ids: readonly number[]): (PersonRef & { readonly count: number })[] {
    return this.#named.all(JSON.stringify(ids));
  }
}
