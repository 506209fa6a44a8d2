import type { Db, Statement } from '../../db/open.ts';
import { withheldOn } from '../../db/withheld.ts';
import type { WithheldItems, WithheldFrom } from '../../domain/withheld.ts';
import type { Audience } from '../../domain/viewer-scope.ts';

/** The number of sets whose faces are counted; households need few. */
const maxCounted = 16;

/** SQL: the counts to subtract from `person_counts c` for the viewer; `d` has no row if there is nothing to subtract. */
export const joinWithheldFaces = `
  LEFT JOIN temp.withheld_faces d ON d.key = :withheld AND d.person_id = c.person_id`;

/**
 * The number of each person's faces and photos that are withheld from some audiences; lists subtract them from the total
 * counts. They are counted when such an audience requests a list, and again after faces, photos or decisions have changed.
 * The table is temporary: it is in memory, and belongs only to this connection.
 */
export class WithheldFaces {
  readonly #db: Db;
  readonly #withheld: WithheldFrom;
  readonly #count: Statement<[{ key: number; photos: string; people: string }]>;
  readonly #forget: Statement<[number]>;
  /** The counted version of each key. */
  readonly #counted = new Map<number, string>();

  constructor(db: Db) {
    this.#db = db;
    this.#withheld = withheldOn(db);
    db.exec(`CREATE TEMP TABLE IF NOT EXISTS withheld_faces (
      key INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      kept INTEGER NOT NULL,               -- 1: the person is withheld, not only some photos
      faces INTEGER NOT NULL,              -- as in person_counts
      photos INTEGER NOT NULL,
      hidden_faces INTEGER NOT NULL,
      hidden_photos INTEGER NOT NULL,
      PRIMARY KEY (key, person_id)
    ) STRICT, WITHOUT ROWID`);
    this.#count = db.prepare(`
      INSERT INTO temp.withheld_faces (key, person_id, kept, faces, photos, hidden_faces, hidden_photos)
        SELECT :key, person_id, max(kept), sum(faces * (1 - hidden)), sum(sign(faces) * (1 - hidden)),
          sum(faces * hidden), sum(sign(faces) * hidden)
        FROM (
          SELECT f.person_id, 0 AS kept, count(*) AS faces, coalesce(g.hidden, 0) AS hidden
          FROM json_each(:photos) w CROSS JOIN faces f ON f.photo_id = w.value
            CROSS JOIN photos p ON p.id = f.photo_id AND p.listed = 1 LEFT JOIN photo_flags g ON g.photo_id = p.id
          WHERE f.person_id IS NOT NULL GROUP BY f.person_id, f.photo_id
          UNION ALL SELECT value, 1, 0, 0 FROM json_each(:people))
        GROUP BY person_id`);
    this.#forget = db.prepare('DELETE FROM temp.withheld_faces WHERE key = ?');
  }

  /** The photos withheld from an audience, after counting their faces. */
  counted(audience: Audience): WithheldItems {
    const withheld = this.#withheld(audience);
    const { key, version, photos, people } = withheld;
    if (key === 0 || this.#counted.get(key) === version) return withheld;
    this.#drop(key);
    this.#count.run({ key, photos: JSON.stringify([...photos]), people: JSON.stringify([...people]) });
    // Rows of a transaction may still be rolled back, also those of a temporary table.
    if (!this.#db.inTransaction) this.#counted.set(key, version);
    const [oldest] = this.#counted.keys();
    if (this.#counted.size > maxCounted && oldest !== undefined) this.#drop(oldest);
    return withheld;
  }

  #drop(key: number): void {
    this.#forget.run(key);
    this.#counted.delete(key);
  }
}
