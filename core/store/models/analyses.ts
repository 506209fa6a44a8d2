import { vectorToHalfBlob } from '../../db/vectors.ts';
import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { PictureLevel } from '../../domain/level.ts';
import type { Turn } from '../../domain/turn.ts';
import { WaitingRows } from '../waiting-rows.ts';
import { retryDelay } from '../../plugin-api/toolkit/retry-delay.ts';

/** A photo that waits for its analysis: the first one, or one with other models. */
export interface DueAnalysis {
  readonly id: number;
  readonly uid: string;
  readonly kind: 'image' | 'video' | 'live' | 'raw';
  readonly attempts: number;
  /** The earliest time of the analysis in epoch seconds; 0 for immediately. */
  readonly retryAt: number;
  /** The SHA-1 of the content; null if unknown. */
  readonly sha1: Uint8Array | null;
  /** The models that have analysed the photo; `beforeTurn` if it was rotated since. */
  readonly facesBy: string | null;
  readonly imageBy: string | null;
  readonly labelsBy: string | null;
  readonly textBy: string | null;
  /** The picture in which these models analysed the photo. */
  readonly seen: PictureLevel;
  /** The best picture in which faces of the content may have been found, by these or earlier models. */
  readonly best: PictureLevel;
  /** Degrees clockwise by which users have rotated it. */
  readonly turned: Turn;
}

/** The names of the installed models of each kind; null if there is none. */
export interface AnalysisModels {
  readonly faces: string | null;
  readonly image: string | null;
  readonly labels: string | null;
}

/** Stands in place of the names of models that analysed a photo before it was rotated. */
export const beforeTurn = '';

const inOrder = (a: DueAnalysis, b: DueAnalysis): number => a.retryAt - b.retryAt || a.id - b.id;

/** The machine-learning stage of each photo: `waiting` → `done` or `failed`. */
export class Analyses {
  readonly #wait: Statement<[number]>;
  /** These statements remove the findings in earlier content. */
  readonly #forget: readonly Statement<[number]>[];
  readonly #keep: Statement<[number]>;
  readonly #of: Statement<[number], DueAnalysis>;
  readonly #last: Statement<[number], DueAnalysis>;
  readonly #waiting: WaitingRows<DueAnalysis>;
  readonly #dueAfter: Statement<
    [{ source: number; retryAt: number; id: number; now: number; limit: number }],
    DueAnalysis
  >;
  readonly #outdate: Statement<[AnalysisModels & { limit: number }]>;
  readonly #showOriginals: Statement<[number, number, number]>;
  readonly #done: Statement<[AnalysisModels & { id: number; seen: PictureLevel; turned: Turn }]>;
  readonly #turned: Statement<[number]>;
  readonly #fail: Statement<[{ id: number; reason: string; attempts: number; retryAt: number }]>;
  readonly #notLater: Statement<[{ now: number; latest: number }]>;
  readonly #retryFailed: Statement<[number]>;
  readonly #imageEmbedding: Statement<[{ photoId: number; model: string; embedding: Buffer }]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#wait = db.prepare(`
      INSERT INTO analyses (photo_id) VALUES (?)
      ON CONFLICT (photo_id) DO UPDATE SET state = 'waiting', error = NULL, attempts = 0, retry_at = 0,
        seen = 'thumbnail',
        faces_by = NULL, image_by = NULL, tagged_by = NULL, labels_by = NULL,
        text_by = NULL, text_attempts = 0, text_retry_at = 0, people_seen = NULL`);
    this.#forget = [
      db.prepare('DELETE FROM photo_labels WHERE photo_id = ?'),
      db.prepare('DELETE FROM text_lines WHERE photo_id = ?'),
    ];
    this.#keep = db.prepare('INSERT OR IGNORE INTO analyses (photo_id) VALUES (?)');
    const columns = `photos.id, photos.uid, photos.kind, photos.sha1, analyses.attempts, analyses.retry_at AS retryAt,
      analyses.faces_by AS facesBy, analyses.image_by AS imageBy,
      analyses.labels_by AS labelsBy, analyses.text_by AS textBy, analyses.seen, photos.turned,
      CASE WHEN photos.examined = 'original' THEN 'original' ELSE analyses.seen END AS best`;
    this.#of = db.prepare(`
      SELECT ${columns} FROM analyses JOIN photos ON photos.id = analyses.photo_id
      WHERE analyses.photo_id = ? AND analyses.state <> 'done' AND photos.deleted_at IS NULL`);
    this.#last = db.prepare(`
      SELECT ${columns} FROM analyses JOIN photos ON photos.id = analyses.photo_id WHERE analyses.photo_id = ?`);
    const waiting = `analyses.source = :source AND analyses.state <> 'done' AND analyses.retry_at <= :now`;
    const dueFrom = (start: string): string => `
      SELECT ${columns} FROM analyses JOIN photos ON photos.id = analyses.photo_id
      WHERE ${start} ${waiting} AND photos.deleted_at IS NULL
      ORDER BY analyses.retry_at, analyses.photo_id LIMIT :limit`;
    const due = db.prepare<[{ source: number; now: number; limit: number }], DueAnalysis>(dueFrom(''));
    // Deleted photos are few: counting and subtracting them is faster than checking each waiting photo.
    const count = plucked<[{ source: number; now: number }], number>(`
      SELECT (SELECT count(*) FROM analyses INDEXED BY analyses_due WHERE ${waiting}) -
        (SELECT count(*) FROM photos CROSS JOIN analyses ON analyses.photo_id = photos.id
          WHERE photos.deleted_at IS NOT NULL AND ${waiting})`);
    const next = plucked<[{ source: number }], number>(`
      SELECT analyses.retry_at FROM analyses JOIN photos ON photos.id = analyses.photo_id
      WHERE analyses.source = :source AND analyses.state <> 'done' AND analyses.state = 'failed' AND photos.deleted_at IS NULL
      ORDER BY analyses.retry_at LIMIT 1`);
    this.#waiting = new WaitingRows({ due, count, next, order: inOrder });
    this.#dueAfter = db.prepare(`
      SELECT * FROM (${dueFrom('analyses.retry_at = :retryAt AND analyses.photo_id > :id AND')})
      UNION ALL SELECT * FROM (${dueFrom('analyses.retry_at > :retryAt AND')}) LIMIT :limit`);
    // Each comparison uses an index. With OR, SQLite would scan all finished analyses.
    const doneWith = (part: string): string => `SELECT photo_id FROM analyses WHERE state = 'done' AND ${part}`;
    const outdated = ['faces', 'image', 'labels'].flatMap((part) => [
      doneWith(`${part}_by IS NULL AND :${part} IS NOT NULL`),
      doneWith(`${part}_by < :${part}`),
      doneWith(`${part}_by > :${part}`),
    ]);
    this.#outdate = db.prepare(`
      UPDATE analyses SET state = 'waiting', attempts = 0, retry_at = 0
      WHERE photo_id IN (${outdated.join(' UNION ALL ')} LIMIT :limit)`);
    this.#showOriginals = db.prepare(`
      UPDATE analyses SET state = 'waiting', attempts = 0, retry_at = 0
      WHERE photo_id >= ? AND photo_id < ? AND state = 'done' AND seen = 'thumbnail' AND EXISTS (
        SELECT 1 FROM photos WHERE id = photo_id AND source = ? AND examined = 'original' AND awaits IS NULL)`);
    this.#done = db.prepare(`
      UPDATE analyses SET state = 'done', error = NULL, attempts = 0, retry_at = 0,
        faces_by = coalesce(:faces, faces_by), image_by = coalesce(:image, image_by),
        labels_by = coalesce(:labels, labels_by), seen = :seen
      WHERE photo_id = :id AND (SELECT turned FROM photos WHERE id = :id) = :turned`);
    const outdate = (by: string): string => `${by} = CASE WHEN ${by} IS NOT NULL THEN '${beforeTurn}' END`;
    this.#turned = db.prepare(`
      UPDATE analyses SET state = 'waiting', error = NULL, attempts = 0, retry_at = 0,
        ${outdate('faces_by')}, ${outdate('image_by')}, ${outdate('labels_by')}, tagged_by = NULL,
        text_by = NULL, text_attempts = 0, text_retry_at = 0
      WHERE photo_id = ?`);
    this.#fail = db.prepare(`
      UPDATE analyses SET state = 'failed', error = :reason, attempts = :attempts, retry_at = :retryAt
      WHERE photo_id = :id`);
    this.#retryFailed = db.prepare(`
      UPDATE analyses SET retry_at = 0 WHERE photo_id IN (
        SELECT photo_id FROM analyses WHERE state <> 'done' AND state = 'failed' AND retry_at > 0 LIMIT ?)`);

    this.#notLater = db.prepare(`
      UPDATE analyses SET retry_at = :now WHERE photo_id IN (
        SELECT photo_id FROM analyses WHERE state <> 'done' AND retry_at > :latest)`);

    this.#imageEmbedding = db.prepare(`
      INSERT INTO image_embeddings (photo_id, model, embedding) VALUES (:photoId, :model, :embedding)
      ON CONFLICT (model, photo_id) DO UPDATE SET embedding = excluded.embedding`);
  }

  /** Must be called for new content: the photo waits for its analysis. */
  wait(photoId: number): void {
    this.#wait.run(photoId);
    for (const forget of this.#forget) forget.run(photoId);
  }

  /**
   * Must be called when a photo was rotated: models analyse it again, as if other models had analysed it before. Their
   * findings stay until then; faces also stay afterwards.
   */
  turned(photoId: number): void {
    this.#turned.run(photoId);
  }

  /** Must be called for known content: an existing analysis stays as it is; without one, the photo waits for it. */
  keep(photoId: number): void {
    this.#keep.run(photoId);
  }

  /** The analysis that a photo waits for; undefined if there is none. */
  of(photoId: number): DueAnalysis | undefined {
    return this.#of.get(photoId);
  }

  /** The analysis of a photo, waiting or done. */
  last(photoId: number): DueAnalysis | undefined {
    return this.#last.get(photoId);
  }

  /** Like `due`, but starts after the analysis with this `retryAt` and `id`. */
  dueAfter(
    { retryAt, id }: Pick<DueAnalysis, 'retryAt' | 'id'>,
    now: number,
    limit: number,
    sources?: readonly number[],
  ): DueAnalysis[] {
    const rowsOf = (source: number): DueAnalysis[] => this.#dueAfter.all({ source, retryAt, id, now, limit });
    return this.#waiting.first(rowsOf, limit, sources);
  }

  /**
   * The analyses of photos of these sources that are due: first those without an attempt, then by the time of the next try.
   */
  due(now: number, limit: number, sources?: readonly number[]): DueAnalysis[] {
    return this.#waiting.due({ now, limit }, sources);
  }

  dueCount(now: number, sources?: readonly number[]): number {
    return this.#waiting.count({ now }, sources);
  }

  /** The time of the next retry of a failed analysis in epoch seconds; undefined if none has failed. */
  nextRetryAt(sources?: readonly number[]): number | undefined {
    return this.#waiting.nextAt({}, sources);
  }

  /** Queues up to `limit` photos that these models have not analysed. @returns their number */
  outdate({ faces, image, labels }: AnalysisModels, limit: number): number {
    return this.#outdate.run({ faces, image, labels, limit }).changes;
  }

  /**
   * Queues photos with ids from `from` to before `to` whose originals were read, but which the models saw only as
   * thumbnails.
   */
  showOriginals(from: number, to: number, source = 0): void {
    this.#showOriginals.run(from, to, source);
  }

  fail(photoId: number, attempts: number, reason: string, now: number): void {
    this.#fail.run({ id: photoId, reason, attempts, retryAt: now + retryDelay(attempts) });
  }

  /** Makes up to `limit` failed analyses due at once; all if it is negative. @returns their number */
  retryFailed(limit: number): number {
    return this.#retryFailed.run(limit).changes;
  }

  /** A clock that was ahead may have set times that would never be reached. */
  notLater(now: number): void {
    this.#notLater.run({ now, latest: now + retryDelay(Infinity) });
  }

  /** @param embedding from an `imageText` model */
  embed(photoId: number, model: string, embedding: Float32Array): void {
    this.#imageEmbedding.run({ photoId, model, embedding: vectorToHalfBlob(embedding) });
  }

  /**
   * Records that these models have analysed the photo, in a picture of this level. Null for a kind means that no such model
   * ran; the earlier model stays recorded. A photo that was rotated in the meantime stays queued.
   */
  finish(
    { id, turned }: Pick<DueAnalysis, 'id' | 'turned'>,
    { faces, image, labels }: AnalysisModels,
    level: PictureLevel,
  ): void {
    this.#done.run({ id, turned, faces, image, labels, seen: level });
  }
}
