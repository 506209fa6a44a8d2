import type { Db, Statement } from '../../db/open.ts';
import { tagKey } from '../../domain/tag-names.ts';
import type { PhotoText } from './photo-text.ts';

export interface TagCount {
  readonly name: string;
  readonly count: number;
}

interface CountRow {
  tagId: number;
  count: number;
}

/** The tags that people put on photos. A tag without photos does not exist. */
export class Tags {
  readonly #db: Db;
  readonly #text: Pick<PhotoText, 'refresh'>;
  readonly #clear: Statement<[number], number>;
  readonly #ensure: Statement<[string, string]>;
  readonly #put: Statement<[string, number, number]>;
  readonly #dropUnused: Statement<[string]>;
  readonly #follow: Statement<[{ from: number; to: number }]>;
  readonly #names: Statement<[], { id: number; name: string }>;
  readonly #counts: Statement<[], CountRow>;
  readonly #invisibleCounts: Statement<[], CountRow>;

  constructor(parts: { db: Db; text: Pick<PhotoText, 'refresh'> }) {
    const { db, text } = parts;
    this.#db = db;
    this.#text = text;
    this.#clear = db.prepare<[number], number>('DELETE FROM photo_tags WHERE photo_id = ? RETURNING tag_id').pluck();
    // A known tag keeps its first spelling.
    this.#ensure = db.prepare('INSERT INTO tags (name, key) VALUES (?, ?) ON CONFLICT (key) DO NOTHING');
    this.#put = db.prepare(
      'INSERT INTO photo_tags (tag_id, photo_id, position) VALUES ((SELECT id FROM tags WHERE key = ?), ?, ?)',
    );
    this.#dropUnused = db.prepare(`
      DELETE FROM tags
      WHERE id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM photo_tags WHERE tag_id = tags.id)`);
    this.#follow = db.prepare(`
      INSERT OR IGNORE INTO photo_tags (tag_id, photo_id, position)
      SELECT tag_id, :to, position FROM photo_tags WHERE photo_id = :from`);
    this.#names = db.prepare('SELECT id, name FROM tags');
    this.#counts = db.prepare('SELECT tag_id AS tagId, count(*) AS count FROM photo_tags GROUP BY tag_id');
    this.#invisibleCounts = db.prepare(`
      SELECT pt.tag_id AS tagId, count(*) AS count
      FROM (SELECT photo_id FROM photo_flags WHERE hidden = 1
            UNION SELECT id FROM photos WHERE deleted_at IS NOT NULL) gone
      JOIN photo_tags pt ON pt.photo_id = gone.photo_id
      GROUP BY pt.tag_id`);
  }

  /**
   * Replaces the tags of a photo.
   * @param names as `tagNames` makes them
   */
  replace(photo: number, names: readonly string[]): void {
    this.#db
      .transaction(() => {
        const before = this.#clear.all(photo);
        names.forEach((name, position) => {
          this.#ensure.run(name, tagKey(name));
          this.#put.run(tagKey(name), photo, position);
        });
        this.#dropUnused.run(JSON.stringify(before));
        this.#text.refresh([photo]);
      })
      .immediate();
  }

  /** The photo `to` has the tags of the photo `from`, too; the caller refreshes its text. */
  followPhoto(rows: { from: number; to: number }): void {
    this.#follow.run(rows);
  }

  /** All tags by number of photos, without hidden ones. */
  counts(): TagCount[] {
    const invisible = new Map(this.#invisibleCounts.all().map(({ tagId, count }) => [tagId, count]));
    const counts = new Map(this.#counts.all().map(({ tagId, count }) => [tagId, count - (invisible.get(tagId) ?? 0)]));
    return this.#names
      .all()
      .map(({ id, name }) => ({ name, count: counts.get(id) ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}
