import { setImmediate } from 'node:timers/promises';
import type { Db, Statement } from '../../db/open.ts';
import type { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import type { LabelQuery, PhotoLabel } from '../../domain/found-in-photo.ts';

export interface LabelHit {
  readonly id: number;
  /** The scores of the asked labels, added up. */
  readonly score: number;
}

/** The most hits of an answer: the surest ones. */
const mostHits = 2000;
/** Rows that are read at a time: some milliseconds. */
const pageSize = 5000;

/** The labels of photos: what a model says that they show. */
export class PhotoLabels {
  readonly #name: Statement<[string]>;
  readonly #idOf: Statement<[string], number>;
  readonly #remove: Statement<[number]>;
  readonly #add: Statement<[{ photo: number; label: number; score: number; shown: number; box: string | null }]>;
  readonly #count: Statement<[{ photo: number; people: number }]>;
  readonly #shown: Statement<[number], { label: string; score: number; box: string | null }>;
  readonly #page: Statement<[{ label: number; least: number; below: number; after: number; limit: number }], LabelHit>;
  readonly #sums: Statement<[{ labels: string; least: number }], LabelHit>;

  constructor(db: Db) {
    this.#name = db.prepare('INSERT OR IGNORE INTO labels (name) VALUES (?)');
    this.#idOf = db.prepare<[string], number>('SELECT id FROM labels WHERE name = ?').pluck();
    this.#remove = db.prepare('DELETE FROM photo_labels WHERE photo_id = ?');
    this.#add = db.prepare(`
      INSERT INTO photo_labels (photo_id, label_id, score, shown, box) VALUES (:photo, :label, :score, :shown, :box)`);
    this.#count = db.prepare('UPDATE analyses SET people_seen = :people WHERE photo_id = :photo');
    this.#shown = db.prepare(`
      SELECT labels.name AS label, score, box FROM photo_labels JOIN labels ON labels.id = label_id
      WHERE photo_id = ? AND shown = 1 ORDER BY score DESC, label`);
    this.#page = db.prepare(`
      SELECT photo_id AS id, score FROM photo_labels
      WHERE label_id = :label AND score >= :least AND (score < :below OR (score = :below AND photo_id > :after))
      ORDER BY score DESC, photo_id LIMIT :limit`);
    this.#sums = db.prepare(`
      SELECT photo_id AS id, sum(score) AS score FROM photo_labels
      WHERE label_id IN (SELECT value FROM json_each(:labels))
      GROUP BY photo_id HAVING sum(score) >= :least ORDER BY score DESC, id`);
  }

  /**
   * Replaces what is known of a photo. Call it in a transaction.
   * @param show the least score of a label that is shown unasked
   * @param people how many the photo shows
   */
  keep(photoId: number, found: { labels: readonly PhotoLabel[]; people: number; show: number }): void {
    this.#remove.run(photoId);
    for (const { label, score, box } of found.labels) {
      this.#name.run(label);
      const id = this.#idOf.get(label);
      if (id === undefined) continue;
      const shown = score >= found.show ? 1 : 0;
      this.#add.run({ photo: photoId, label: id, score, shown, box: box && JSON.stringify(box) });
    }
    this.#count.run({ photo: photoId, people: found.people });
  }

  /** What the photo surely shows, the surest first. */
  shown(photoId: number): PhotoLabel[] {
    return this.#shown
      .all(photoId)
      .map((row) => ({ ...row, box: row.box === null ? null : (JSON.parse(row.box) as PhotoLabel['box']) }));
  }

  /** The photos of `allowed` that a word means, the surest first. */
  async find({ labels, least }: LabelQuery, allowed: IdSet, signal: AbortSignal): Promise<LabelHit[]> {
    const ids = labels.flatMap((name) => this.#idOf.get(name) ?? []);
    const [only] = ids;
    if (only === undefined) return [];
    if (ids.length > 1) {
      const all = this.#sums.all({ labels: JSON.stringify(ids), least });
      return all.filter(({ id }) => allowed.has(id)).slice(0, mostHits);
    }
    const hits: LabelHit[] = [];
    let last: LabelHit = { id: 0, score: 2 };
    for (let isLast = false; !isLast && hits.length < mostHits;) {
      const page = this.#page.all({ label: only, least, below: last.score, after: last.id, limit: pageSize });
      hits.push(...page.filter(({ id }) => allowed.has(id)));
      last = page.at(-1) ?? last;
      isLast = page.length < pageSize;
      await setImmediate();
      signal.throwIfAborted();
    }
    return hits.slice(0, mostHits);
  }
}
