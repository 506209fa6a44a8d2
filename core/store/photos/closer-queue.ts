import type { Db, Statement } from '../../db/open.ts';
import type { CloserLevel } from '../../domain/level.ts';
import type { PhotoKind } from '../../domain/photo-kind.ts';
import { WaitingRows } from '../waiting-rows.ts';
import { retryDelay } from '../../plugin-api/toolkit/retry-delay.ts';

/** A photo of which more is to be read. */
export interface AwaitingPhoto {
  readonly id: number;
  readonly uid: string;
  readonly rev: string;
  readonly kind: PhotoKind;
  /** Bytes. */
  readonly size: number;
  /** Without success. */
  readonly attempts: number;
}

/** A photo with the fields that decide the order. */
interface Awaiting extends AwaitingPhoto {
  readonly retryAt: number;
  readonly hasThumbnail: 0 | 1;
  /** Epoch seconds. */
  readonly takenAt: number;
}

const inOrder = (a: Awaiting, b: Awaiting): number =>
  a.retryAt - b.retryAt || a.hasThumbnail - b.hasThumbnail || b.takenAt - a.takenAt || a.id - b.id;

/** Facts in the head of a file that are not in the photo's description. */
interface ReadHead {
  /** px of the upright picture; null if unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /** The level that is read next. */
  readonly awaits: CloserLevel | null;
}

/** Seconds for which a photo is not tried again after reading more of it has failed for good. */
const month = 30 * 86_400;

/** After this many failed reads, more of the photo cannot be read until it has other content. */
const patience = 3;

/**
 * Photos in the index of which more is to be read. Failures do not change them, and each one makes the next try wait
 * longer.
 */
export class CloserQueue {
  readonly #waiting: WaitingRows<Awaiting, { awaits: CloserLevel }>;
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
      count: db
        .prepare<[{ source: number; awaits: CloserLevel; now: number }], number>(
          `SELECT count(*) ${waiting} AND closer_retry_at <= :now`,
        )
        .pluck(),
      next: db
        .prepare<[{ source: number; awaits: CloserLevel }], number>(
          `SELECT closer_retry_at ${waiting} ORDER BY closer_retry_at LIMIT 1`,
        )
        .pluck(),
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

  /** Photos of these sources of which this is to be read now: those without a picture, then the newest; those to try again last. */
  due(awaits: CloserLevel, now: number, limit: number, sources?: readonly number[]): AwaitingPhoto[] {
    return this.#waiting.due({ awaits, now, limit }, sources);
  }

  dueCount(awaits: CloserLevel, now: number, sources?: readonly number[]): number {
    return this.#waiting.count({ awaits, now }, sources);
  }

  /** When the next photo may be read, in epoch seconds and perhaps over; undefined when none waits. */
  nextAt(awaits: CloserLevel, sources?: readonly number[]): number | undefined {
    return this.#waiting.nextAt({ awaits }, sources);
  }

  /** Marks a photo as being decoded. The mark is still there after the process has died. */
  take(id: number): void {
    this.#take.run(id);
  }

  /** Nothing came of it, and the photo is not to blame. */
  putBack(id: number): void {
    this.#putBack.run(id);
  }

  /** @param most after this many failures in a row, the photo is not tried again for a month */
  fail(
    { id, attempts: before }: Pick<AwaitingPhoto, 'id' | 'attempts'>,
    reason: string,
    now: number,
    most = patience,
  ): void {
    const attempts = before + 1;
    this.#fail.run({ id, reason, attempts, retryAt: now + (attempts < most ? retryDelay(attempts) : month) });
  }

  /** Retries photos now of which no more could be read: all, or the one with that uid. @returns how many */
  retryFailed(uid: string | null = null): number {
    return this.#retryFailed.run({ uid }).changes;
  }

  /** At the start: the process ended while these were being decoded. One deadly picture does not hold up the others. */
  recover(now: number): void {
    for (const photo of this.#inHand.all()) this.fail(photo, 'The server died while reading this photo.', now);
    // A clock that was ahead has set times that are never reached.
    this.#notLater.run({ latest: now + month });
  }

  /** Corrects the number of bytes that the source reported. */
  learnSize(id: number, size: number): void {
    this.#learnSize.run({ id, size });
  }

  /** Lets photos of a source with ids from `from` to before `to` wait for their heads that are known by thumbnails alone. */
  awaitHeads(from: number, to: number, source = 0): void {
    this.#awaitHeads.run(from, to, source);
  }

  /** Lets videos with ids from `from` to before `to` wait for their heads, if their facts were never read by ffmpeg. */
  awaitVideos(from: number, to: number): void {
    this.#awaitVideos.run(from, to);
  }

  /** No more of the photo can be read before that, in epoch seconds, and it is not to blame. */
  postpone(id: number, until: number): void {
    this.#postpone.run({ id, until });
  }

  /** The head of the photo cannot be read separately. */
  skipHead(id: number, awaits: CloserLevel): void {
    this.#skip.run({ id, awaits });
  }

  /** Lets pictures of a source with ids from `from` to before `to` wait for their originals instead of their heads. */
  passHeads(from: number, to: number, source = 0): void {
    this.#passHeads.run(from, to, source);
  }

  /** Undoes `passHeads`. */
  headsFirst(from: number, to: number, source = 0): void {
    this.#headsFirst.run(from, to, source);
  }

  /**
   * Call it in a transaction, and `IndexQueue.keepExif` after it. @returns false if the photo's content has changed in the
   * meantime
   */
  keepHead(id: number, rev: string, head: ReadHead): boolean {
    return this.#keepHead.run({ ...head, id, rev }).changes > 0;
  }
}
