import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { isFace } from '../people/sql-parts.ts';

/** Counts of some photos, with the same meaning as the counts of all. */
export interface CountsAmong {
  readonly pending: number;
  readonly failed: number;
  readonly readAgain: number;
  readonly faces: number;
}

/** Counts of the index. Partial indexes of SQLite answer them, so that no table is scanned. */
export class LibraryCounts {
  readonly #listed: Statement<[], number>;
  readonly #unfinished: Statement<[], number>;
  readonly #failed: Statement<[], number>;
  readonly #again: Statement<[], number>;
  readonly #people: Statement<[], number>;
  readonly #faces: Statement<[], number>;
  readonly #among: Statement<[string], CountsAmong>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    // All photos minus the few that are unlisted or hidden, so that no table is scanned.
    this.#listed = plucked(`
      SELECT (SELECT count(*) FROM photos)
        - (SELECT count(*) FROM photos INDEXED BY photos_deleted WHERE deleted_at IS NOT NULL)
        - (SELECT count(*) FROM photos INDEXED BY photos_due
             WHERE state <> 'indexed' AND deleted_at IS NULL AND indexed_at IS NULL)
        - (SELECT count(*) FROM photo_flags f CROSS JOIN photos p ON p.id = f.photo_id
             WHERE f.hidden = 1 AND p.listed = 1)`);
    this.#unfinished = plucked("SELECT count(*) FROM photos WHERE state <> 'indexed' AND deleted_at IS NULL");
    this.#failed = plucked("SELECT count(*) FROM photos WHERE state = 'failed' AND deleted_at IS NULL");
    this.#again = plucked(`
      SELECT count(*) FROM photos INDEXED BY photos_again
      WHERE state <> 'indexed' AND deleted_at IS NULL AND indexed_at IS NOT NULL
        AND id NOT IN (SELECT photo_id FROM photo_flags WHERE hidden = 1)`);
    this.#people = plucked(`
      SELECT count(*) FROM person_counts WHERE (faces > 0 OR (named = 1 AND hidden_faces = 0))
        AND person_id NOT IN (SELECT id FROM people WHERE hidden = 1)`);
    // Faces of hidden and deleted photos, and non-faces, are few: they are counted, and subtracted from the total.
    this.#faces = plucked(`
      SELECT (SELECT count(*) FROM faces) - (SELECT count(*) FROM face_rejections)
        - (SELECT count(*) FROM (SELECT photo_id FROM photo_flags WHERE hidden = 1
              UNION SELECT id FROM photos INDEXED BY photos_deleted WHERE deleted_at IS NOT NULL) gone
            CROSS JOIN faces f ON f.photo_id = gone.photo_id
            WHERE ${isFace('f.id')})`);
    this.#among = db.prepare(`
      SELECT count(*) FILTER (WHERE state NOT IN ('indexed', 'failed')) AS pending,
        count(*) FILTER (WHERE state = 'failed') AS failed,
        count(*) FILTER (WHERE state <> 'indexed' AND indexed_at IS NOT NULL AND NOT hidden) AS readAgain,
        coalesce(sum(faces) FILTER (WHERE NOT hidden), 0) AS faces
      FROM (
        SELECT p.state, p.indexed_at, coalesce(g.hidden, 0) AS hidden,
          (SELECT count(*) FROM faces f WHERE f.photo_id = p.id AND ${isFace('f.id')}) AS faces
        FROM json_each(?) some CROSS JOIN photos p ON p.id = some.value LEFT JOIN photo_flags g ON g.photo_id = p.id
        WHERE p.deleted_at IS NULL)`);
  }

  /** The number of photos in lists, including archived and excluding hidden ones. */
  listed(): number {
    return this.#listed.get() ?? 0;
  }

  /** The number of listed photos that wait to be read again. */
  readAgain(): number {
    return this.#again.get() ?? 0;
  }

  /** The counts of only these photos. */
  among(photos: Iterable<number>): CountsAmong {
    return this.#among.get(JSON.stringify([...photos])) ?? { pending: 0, failed: 0, readAgain: 0, faces: 0 };
  }

  read(): { pending: number; failed: number; people: number; faces: number } {
    const failed = this.#failed.get() ?? 0;
    return {
      pending: (this.#unfinished.get() ?? 0) - failed,
      failed,
      people: this.#people.get() ?? 0,
      faces: this.#faces.get() ?? 0,
    };
  }
}
