import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { PhotoKind } from '../../domain/photo-kind.ts';
import type { TextLine } from '../../domain/photo-findings.ts';
import type { Turn } from '../../domain/turn.ts';
import { WaitingRows } from '../waiting-rows.ts';
import { retryDelay } from '../../plugin-api/toolkit/retry-delay.ts';

/** A photo whose text is still to be read. */
export interface UnreadPhoto {
  readonly id: number;
  readonly uid: string;
  readonly kind: PhotoKind;
  readonly attempts: number;
  /** Degrees clockwise by which users rotated it. */
  readonly turned: Turn;
}

/** The name of a model that has only read a store's preview: it reads the original once that is available. */
export const inPreview = (model: string): string => `${model}+preview`;

/** The lines of text in photos, and the photos that wait to be read. */
export class TextLines {
  readonly #waiting: WaitingRows<UnreadPhoto & { retryAt: number }>;
  readonly #outdate: Statement<[{ model: string; fine: string; limit: number }]>;
  readonly #remove: Statement<[number]>;
  readonly #add: Statement<[{ photo: number; line: number; text: string; score: number; shown: number; box: string }]>;
  readonly #done: Statement<[{ photo: number; turned: Turn; model: string }]>;
  readonly #fail: Statement<[{ photo: number; attempts: number; retryAt: number }]>;
  readonly #notLater: Statement<[{ now: number; latest: number }]>;
  readonly #shown: Statement<[number], { text: string; score: number; box: string }>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const unread = `analyses.source = :source AND analyses.text_by IS NULL AND analyses.state = 'done'`;
    const due = db.prepare<[{ source: number; now: number; limit: number }], UnreadPhoto & { retryAt: number }>(`
      SELECT photos.id, photos.uid, photos.kind, photos.turned, text_attempts AS attempts,
        text_retry_at AS retryAt
      FROM analyses INDEXED BY analyses_to_read JOIN photos ON photos.id = photo_id
      WHERE ${unread} AND text_retry_at <= :now AND photos.deleted_at IS NULL
      ORDER BY text_retry_at, photo_id LIMIT :limit`);
    // Deleted photos are few. Counting and subtracting them is faster than checking each waiting photo.
    const count = plucked<[{ source: number; now: number }], number>(`
      SELECT (SELECT count(*) FROM analyses INDEXED BY analyses_to_read WHERE ${unread} AND text_retry_at <= :now) -
        (SELECT count(*) FROM photos CROSS JOIN analyses ON analyses.photo_id = photos.id
          WHERE photos.deleted_at IS NOT NULL AND ${unread} AND text_retry_at <= :now)`);
    const next = plucked<[{ source: number }], number>(`
      SELECT text_retry_at FROM analyses INDEXED BY analyses_to_read JOIN photos ON photos.id = photo_id
      WHERE ${unread} AND text_retry_at > 0 AND photos.deleted_at IS NULL ORDER BY text_retry_at LIMIT 1`);
    this.#waiting = new WaitingRows({ due, count, next, order: (a, b) => a.retryAt - b.retryAt || a.id - b.id });
    const by = 'SELECT photo_id FROM analyses WHERE text_by';
    this.#outdate = db.prepare(`
      UPDATE analyses SET text_by = NULL, text_attempts = 0, text_retry_at = 0
      WHERE photo_id IN (
        ${by} < :model UNION ALL ${by} > :model AND text_by < :fine UNION ALL ${by} > :fine LIMIT :limit)`);
    this.#remove = db.prepare('DELETE FROM text_lines WHERE photo_id = ?');
    this.#add = db.prepare(`
      INSERT INTO text_lines (photo_id, line, text, score, shown, box)
      VALUES (:photo, :line, :text, :score, :shown, :box)`);
    this.#done = db.prepare(`
      UPDATE analyses SET text_by = :model, text_attempts = 0, text_retry_at = 0
      WHERE photo_id = :photo AND (SELECT turned FROM photos WHERE id = :photo) = :turned`);
    this.#fail = db.prepare(`
      UPDATE analyses SET text_attempts = :attempts, text_retry_at = :retryAt WHERE photo_id = :photo`);
    this.#notLater = db.prepare(`
      UPDATE analyses SET text_retry_at = :now WHERE photo_id IN (
        SELECT photo_id FROM analyses WHERE text_by IS NULL AND state = 'done' AND text_retry_at > :latest)`);
    this.#shown = db.prepare('SELECT text, score, box FROM text_lines WHERE photo_id = ? AND shown = 1 ORDER BY line');
  }

  /** Photos of these sources to read now: those without an attempt first. */
  due(now: number, limit: number, sources?: readonly number[]): UnreadPhoto[] {
    return this.#waiting.due({ now, limit }, sources);
  }

  dueCount(now: number, sources?: readonly number[]): number {
    return this.#waiting.count({ now }, sources);
  }

  /** The time at which the next failed photo may be tried, in epoch seconds; undefined if none has failed. */
  nextRetryAt(sources?: readonly number[]): number | undefined {
    return this.#waiting.nextAt({}, sources);
  }

  /**
   * Queues up to `limit` photos that other models have read, or this one in a preview.
   * @param arePreviewsFine whether photos that were read in previews are not queued
   * @returns their number
   */
  outdate(model: string, arePreviewsFine: boolean, limit: number): number {
    return this.#outdate.run({ model, fine: arePreviewsFine ? inPreview(model) : model, limit }).changes;
  }

  /**
   * Replaces the lines of a photo, as read by `model`. A photo that was rotated in the meantime stays in the queue. Must be
   * called in a transaction.
   * @param show the minimum score of a line that is shown by default
   * @returns whether the photo's texts have changed
   */
  keep(
    { id: photo, turned }: Pick<UnreadPhoto, 'id' | 'turned'>,
    model: string,
    lines: readonly TextLine[],
    show: number,
  ): boolean {
    const { changes } = this.#remove.run(photo);
    for (const [line, { text, score, box }] of lines.entries()) {
      const isShown = score >= show ? 1 : 0;
      this.#add.run({ photo, line, text, score, shown: isShown, box: JSON.stringify(box) });
    }
    this.#done.run({ photo, turned, model });
    return changes > 0 || lines.length > 0;
  }

  /** Delays the next attempt, longer after each failure. */
  fail({ id, attempts }: UnreadPhoto, now: number): void {
    this.#fail.run({ photo: id, attempts: attempts + 1, retryAt: now + retryDelay(attempts + 1) });
  }

  /** A clock that was ahead may have set times that would never be reached. */
  notLater(now: number): void {
    this.#notLater.run({ now, latest: now + retryDelay(Infinity) });
  }

  /** The lines that are shown by default, in reading order. */
  shown(photoId: number): TextLine[] {
    return this.#shown.all(photoId).map((row) => ({ ...row, box: JSON.parse(row.box) as TextLine['box'] }));
  }
}
