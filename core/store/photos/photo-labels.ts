import { setImmediate } from 'node:timers/promises';
import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { withheldOn } from '../../db/withheld.ts';
import type { WithheldFrom } from '../../domain/withheld.ts';
import type { Audience } from '../../domain/viewer-scope.ts';
import { isNotWithheld, type ScopeParameters } from './scope-parameters.ts';
import type { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import type { LabelQuery, PhotoLabel } from '../../domain/photo-findings.ts';

export interface LabelHit {
  readonly id: number;
  /** The sum of the scores of the requested labels. */
  readonly score: number;
}

/** The number of rows to read at a time: some milliseconds. */
const pageSize = 5000;

interface LabelSearch {
  readonly least: number;
  readonly allowed: IdSet;
  readonly most: number;
  readonly signal: AbortSignal;
}

/** The labels that models assign to photos. */
export class PhotoLabels {
  readonly #name: Statement<[string]>;
  readonly #idOf: Statement<[string], number>;
  readonly #remove: Statement<[number]>;
  readonly #add: Statement<[{ photo: number; label: number; score: number; shown: number; box: string | null }]>;
  readonly #count: Statement<[{ photo: number; people: number }]>;
  readonly #shown: Statement<[number], { label: string; score: number; box: string | null }>;
  readonly #namesAfter: Statement<[number], { id: number; name: string }>;
  readonly #any: Statement<[], number>;
  readonly #withheld: WithheldFrom;
  readonly #frequency: Statement<[ScopeParameters & { label: number }], number>;
  readonly #page: Statement<[{ label: number; least: number; below: number; after: number; limit: number }], LabelHit>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#withheld = withheldOn(db);
    this.#name = db.prepare('INSERT OR IGNORE INTO labels (name) VALUES (?)');
    this.#idOf = plucked('SELECT id FROM labels WHERE name = ?');
    this.#remove = db.prepare('DELETE FROM photo_labels WHERE photo_id = ?');
    this.#add = db.prepare(`
      INSERT INTO photo_labels (photo_id, label_id, score, shown, box) VALUES (:photo, :label, :score, :shown, :box)`);
    this.#count = db.prepare('UPDATE analyses SET people_seen = :people WHERE photo_id = :photo');
    this.#shown = db.prepare(`
      SELECT labels.name AS label, score, box FROM photo_labels JOIN labels ON labels.id = label_id
      WHERE photo_id = ? AND shown = 1 ORDER BY score DESC, label`);
    this.#namesAfter = db.prepare('SELECT id, name FROM labels WHERE id > ? ORDER BY id');
    this.#any = plucked('SELECT EXISTS (SELECT 1 FROM photo_labels)');
    // Counts only among the highest scores, which an index provides: a frequent thing may have a million photos.
    this.#frequency = plucked(`
      SELECT count(*) FROM (
        SELECT photo_id, shown FROM photo_labels WHERE label_id = :label AND ${isNotWithheld('photo_id')} ORDER BY score DESC, photo_id LIMIT 100) best
      CROSS JOIN photos p ON p.id = best.photo_id AND p.listed = 1
      WHERE best.shown = 1
        AND (:hidden OR NOT EXISTS (SELECT 1 FROM photo_flags WHERE photo_id = p.id AND hidden = 1))`);
    // Both bounds, so that a page begins where the previous one ended: only rows with equal scores may be read again.
    this.#page = db.prepare(`
      SELECT photo_id AS id, score FROM photo_labels
      WHERE label_id = :label AND score >= :least AND score <= :below AND (score < :below OR photo_id > :after)
      ORDER BY score DESC, photo_id LIMIT :limit`);
  }

  /**
   * Replaces the labels of a photo. Must be called in a transaction.
   * @param result.show the minimum score of a label that is shown by default
   * @param result.people the number of people in the photo
   */
  keep(photoId: number, result: { labels: readonly PhotoLabel[]; people: number; show: number }): void {
    this.#remove.run(photoId);
    for (const { label, score, box } of result.labels) {
      this.#name.run(label);
      const id = this.#idOf.get(label);
      if (id === undefined) continue;
      const isShown = score >= result.show ? 1 : 0;
      this.#add.run({ photo: photoId, label: id, score, shown: isShown, box: box && JSON.stringify(box) });
    }
    this.#count.run({ photo: photoId, people: result.people });
  }

  /**
   * The number of photos, among the hundred with the highest scores, that are not withheld from the audience, and not hidden
   * unless those are included; 0 if no photo has the label.
   */
  frequency(label: number, audience: Audience, withHidden: boolean): number {
    return this.#frequency.get({ label, hidden: withHidden ? 1 : 0, withheld: this.#withheld(audience).key }) ?? 0;
  }

  /** The labels that are shown by default, highest score first. */
  shown(photoId: number): PhotoLabel[] {
    return this.#shown
      .all(photoId)
      .map((row) => ({ ...row, box: row.box === null ? null : (JSON.parse(row.box) as PhotoLabel['box']) }));
  }

  /** The labels with a greater id, in order; after 0, all that photos have or had. */
  namesAfter(id: number): { readonly id: number; readonly name: string }[] {
    return this.#namesAfter.all(id);
  }

  /** Whether any photo has a label. */
  any(): boolean {
    return this.#any.get() === 1;
  }

  /**
   * The photos of `allowed` with one of the labels, the highest score first.
   * @param limit the maximum number of photos
   */
  async find({ labels, least }: LabelQuery, allowed: IdSet, limit: number, signal: AbortSignal): Promise<LabelHit[]> {
    const ids = labels.flatMap((name) => this.#idOf.get(name) ?? []);
    const [only] = ids;
    if (only === undefined) return [];
    if (ids.length === 1) return (await this.#of(only, { least, allowed, most: limit, signal })).slice(0, limit);
    const sums = new Map<number, number>();
    for (const label of ids) {
      const hits = await this.#of(label, { least: 0, allowed, most: Infinity, signal });
      for (const { id, score } of hits) sums.set(id, Math.min(1, score + (sums.get(id) ?? 0)));
    }
    return Array.from(sums, ([id, score]) => ({ id, score }))
      .filter(({ score }) => score >= least)
      .sort((x, y) => y.score - x.score || x.id - y.id)
      .slice(0, limit);
  }

  async #of(label: number, query: LabelSearch): Promise<LabelHit[]> {
    const { least, allowed, most, signal } = query;
    const hits: LabelHit[] = [];
    let last: LabelHit = { id: 0, score: 2 };
    for (let isLast = false; !isLast && hits.length < most;) {
      const page = this.#page.all({ label, least, below: last.score, after: last.id, limit: pageSize });
      for (const hit of page) if (allowed.has(hit.id)) hits.push(hit);
      last = page.at(-1) ?? last;
      isLast = page.length < pageSize;
      await setImmediate();
      signal.throwIfAborted();
    }
    return hits;
  }
}
