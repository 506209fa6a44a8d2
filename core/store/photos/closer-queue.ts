import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { CloserLevel } from '../../domain/level.ts';
import type { PhotoKind } from '../../domain/photo-kind.ts';
import { WaitingRows } from '../waiting-rows.ts';
import { retryDelay } from '../../plugin-api/toolkit/retry-delay.ts';

/** A photo of which more must be read. */
export interface AwaitingPhoto {
  readonly id: number;
  readonly uid: string;
  readonly rev: string;
  readonly kind: PhotoKind;
  /** Bytes. */
  readonly size: number;
  /** The number of failed attempts. */
  readonly attempts: number;
}

/** A photo with the fields by which the queue is sorted. */
interface QueueEntry extends AwaitingPhoto {
  readonly retryAt: number;
  readonly hasThumbnail: 0 | 1;
  /** Epoch seconds. */
  readonly takenAt: number;
}

const inOrder = (a: QueueEntry, b: QueueEntry): number =>
  a.retryAt - b.retryAt || a.hasThumbnail - b.hasThumbnail || b.takenAt - a.takenAt || a.id - b.id;

/** Facts in the head of a file that are not in the photo's description. */
interface ReadHead {
  /** px of the upright picture; null if unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /** The level to read next. */
  readonly awaits: CloserLevel | null;
}

/** Seconds after which a photo is tried again after too many failures. */
const month = 30 * 86_400;

/** After this many failures, the photo is not tried again for a month, unless its content changes. */
const patience = 3;

/**
 * Photos in the index of which more must be read. Failures leave them as they are, and delay the next try further each time.
 */
export class CloserQueue {
  readonly #waiting: WaitingRows<QueueEntry, { awaits: CloserLevel }>;
  readonly #take: Statement<[number]>;
  readonly #putBack: Statement<[number]>;
  readonly #fail: Statement<[{ id: number; reason: string; attempts: number; retryAt: number }]>;
  readonly #retryFailed: Statement<[{ uid: string | null }]>;
  readonly #notLater: Statement<[{ latest: number }]>;
  readonly #inHand: Statement<[], { id: number; attempts: number }>;
  readonly #skip: Statement<[{ id: number; awaits: CloserLevel }]>;
  readonly #passHeads: Statement<[number, number, number]>;
  readonly #headsFirst: Statement<[number, number, number]>;
  readonly #learnSize: Statement<[{ id: number; size: number }]>;
  readonly #keepHead: Statement<[ReadHead & { id: number; rev: string }]>;
  readonly #awaitHeads: Statement<[number, number, number]>;
  readonly #awaitVideos: Statement<[number, number]>;
  readonly #postpone: Statement<[{ id: number; until: number }]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const awaiting = `FROM photos INDEXED BY photos_awaiting
      WHERE state = 'indexed' AND deleted_at IS NULL AND awaits`;
    const waiting = `${awaiting} = :awaits AND source = :source`;
    this.#waiting = new WaitingRows({
      due: db.prepare(`
        SELECT id, uid, rev, kind, size, closer_attempts AS attempts,
          closer_retry_at AS retryAt, thumb_revision > 0 AS hasThumbnail, taken_at AS takenAt
        ${waiting} AND closer_retry_at <= :now
        ORDER BY closer_retry_at, (thumb_revision > 0), taken_at DESC, id LIMIT :limit`),
      order: inOrder,
      count: plucked<[{ source: number; awaits: CloserLevel; now: number }], number>(
        `SELECT count(*) ${waiting} AND closer_retry_at <= :now`,
      ),
      next: plucked<[{ source: number; awaits: CloserLevel }], number>(
        `SELECT closer_retry_at ${waiting} ORDER BY closer_retry_at LIMIT 1`,
      ),
    });
    this.#take = db.prepare('UPDATE photos SET in_hand = 1 WHERE id = ?');
    this.#putBack = db.prepare('UPDATE photos SET in_hand = 0 WHERE id = ?');
    this.#fail = db.prepare(`
      UPDATE photos SET in_hand = 0, error = :reason, closer_attempts = :attempts, closer_retry_at = :retryAt
      WHERE id = :id AND state = 'indexed'`);
    const failed = `${awaiting} IN ('head', 'original') AND closer_retry_at >`;
    this.#retryFailed = db.prepare(`
      UPDATE photos SET closer_retry_at = 0 WHERE id IN (SELECT id ${failed} 0 AND (:uid IS NULL OR uid = :uid))`);
    this.#notLater = db.prepare(`
      UPDATE photos SET closer_retry_at = :latest WHERE id IN (SELECT id ${failed} :latest)`);
    this.#inHand = db.prepare(
      `SELECT id, closer_attempts AS attempts FROM photos WHERE in_hand = 1 AND state = 'indexed'`,
    );
    this.#skip = db.prepare(
      `UPDATE photos SET awaits = :awaits, error = NULL, closer_attempts = 0, closer_retry_at = 0 WHERE id = :id`,
    );
    this.#passHeads = db.prepare(`
      UPDATE photos SET awaits = 'original', error = NULL, closer_attempts = 0, closer_retry_at = 0
      WHERE id >= ? AND id < ? AND source = ? AND awaits = 'head' AND kind IN ('image', 'live')`);
    this.#headsFirst = db.prepare(`
      UPDATE photos SET awaits = 'head'
      WHERE id >= ? AND id < ? AND source = ? AND awaits = 'original' AND examined = 'thumbnail' AND closer_attempts = 0`);
    this.#learnSize = db.prepare('UPDATE photos SET size = :size WHERE id = :id');
    this.#keepHead = db.prepare(`
      UPDATE photos SET examined = 'head', awaits = :awaits, width = coalesce(:width, width),
        height = coalesce(:height, height), error = NULL, in_hand = 0, closer_attempts = 0, closer_retry_at = 0
      WHERE id = :id AND indexed_rev = :rev`);
    this.#awaitHeads = db.prepare(`
      UPDATE photos SET awaits = 'head', closer_attempts = 0, closer_retry_at = 0
      WHERE id >= ? AND id < ? AND source = ? AND examined = 'thumbnail' AND awaits IS NULL`);
    this.#awaitVideos = db.prepare(`
      UPDATE photos SET awaits = 'head', closer_attempts = 0, closer_retry_at = 0
      WHERE id IN (SELECT id FROM photos INDEXED BY photos_videos
        WHERE kind = 'video' AND state = 'indexed' AND deleted_at IS NULL AND id >= ? AND id < ? AND awaits IS NULL
          AND NOT EXISTS (SELECT 1 FROM videos WHERE photo_id = photos.id))`);
    this.#postpone = db.prepare(
      'UPDATE photos SET in_hand = 0, error = NULL, closer_attempts = 0, closer_retry_at = :until WHERE id = :id',
    );
  }

  /** Photos of these sources that are due for this level: first those without a picture, newest first; retries last. */
  due(level: CloserLevel, now: number, limit: number, sources?: readonly number[]): AwaitingPhoto[] {
    return this.#waiting.due({ awaits: level, now, limit }, sources);
  }

  dueCount(level: CloserLevel, now: number, sources?: readonly number[]): number {
    return this.#waiting.count({ awaits: level, now }, sources);
  }

  /** The time at which the next photo is due, in epoch seconds, possibly in the past; undefined if none waits. */
  nextAt(level: CloserLevel, sources?: readonly number[]): number | undefined {
    return this.#waiting.nextAt({ awaits: level }, sources);
  }

  /** Marks a photo as being decoded. The mark survives a crash of the process. */
  take(id: number): void {
    this.#take.run(id);
  }

  /** Removes the mark after an attempt that failed for a reason other than the photo. */
  putBack(id: number): void {
    this.#putBack.run(id);
  }

  /** @param maxAttempts after this many consecutive failures, the photo is not tried again for a month */
  fail(
    { id, attempts: before }: Pick<AwaitingPhoto, 'id' | 'attempts'>,
    reason: string,
    now: number,
    maxAttempts = patience,
  ): void {
    const attempts = before + 1;
    this.#fail.run({ id, reason, attempts, retryAt: now + (attempts < maxAttempts ? retryDelay(attempts) : month) });
  }

  /** Retries now the photos of which no more could be read: all, or the one with the given uid. @returns their number */
  retryFailed(uid: string | null = null): number {
    return this.#retryFailed.run({ uid }).changes;
  }

  /**
   * Must be called at the start: the process ended while these photos were being decoded. They count as failed, so that a
   * photo that crashes the server does not block the others.
   */
  recover(now: number): void {
    for (const photo of this.#inHand.all()) this.fail(photo, 'The server died while reading this photo.', now);
  }

  /** A clock that was ahead may have set times that would never be reached. */
  notLater(now: number): void {
    this.#notLater.run({ latest: now + month });
  }

  /** Corrects the number of bytes that the source reported. */
  learnSize(id: number, size: number): void {
    this.#learnSize.run({ id, size });
  }

  /**
   * Queues photos of a source with ids from `from` to before `to` for reading their heads, if only their thumbnails were
   * read.
   */
  awaitHeads(from: number, to: number, source = 0): void {
    this.#awaitHeads.run(from, to, source);
  }

  /** Queues videos with ids from `from` to before `to` for reading their heads, if ffmpeg has never read them. */
  awaitVideos(from: number, to: number): void {
    this.#awaitVideos.run(from, to);
  }

  /** Delays a photo until the given time in epoch seconds, without counting a failure. */
  postpone(id: number, until: number): void {
    this.#postpone.run({ id, until });
  }

  /** Skips the head of a photo, which cannot be read separately. */
  skipHead(id: number, level: CloserLevel): void {
    this.#skip.run({ id, awaits: level });
  }

  /** Queues pictures of a source with ids from `from` to before `to` for reading their originals instead of their heads. */
  passHeads(from: number, to: number, source = 0): void {
    this.#passHeads.run(from, to, source);
  }

  /** Undoes `passHeads`. */
  headsFirst(from: number, to: number, source = 0): void {
    this.#headsFirst.run(from, to, source);
  }

  /**
   * Must be called in a transaction, followed by `IndexQueue.keepExif`.
   * @returns false if the photo's content has changed in the meantime
   */
  keepHead(id: number, rev: string, head: ReadHead): boolean {
    return this.#keepHead.run({ ...head, id, rev }).changes > 0;
  }
}
