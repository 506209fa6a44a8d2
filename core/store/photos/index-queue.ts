import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { Level } from '../../domain/level.ts';
import type { PhotoFault } from '../../domain/photo-fault.ts';
import { retryDelay } from '../../plugin-api/toolkit/retry-delay.ts';
import { EditedFacts } from './edited-facts.ts';
import type { IndexedPhoto, PhotoDescription } from './indexed-photo.ts';
import { shownKind } from './motions.ts';
import { WaitingRows } from '../waiting-rows.ts';
import { MovedPhotos } from './moved-photos.ts';

/** A photo that waits to be read. */
export interface DuePhoto {
  readonly id: number;
  readonly uid: string;
  readonly rev: string;
  /** The number of failed attempts. */
  readonly attempts: number;
}

/** The thumbnail of a photo with known content. Without one, the original is read again if the server can decode it. */
interface ShownAgain extends Pick<IndexedPhoto, 'rev' | 'thumbhash'> {
  readonly pictured: 'as before' | 'anew' | 'no more';
}

export interface WorkCounts {
  /** The number of photos that may be read now. */
  readonly due: number;
  readonly failed: number;
}

/** The number of server crashes during a photo after which the photo fails. */
const MAX_DEATHS = 3;

/** The queue of photos to read, and the result of each: `pending` → `indexed` or `failed`. */
export class IndexQueue {
  readonly #waiting: WaitingRows<DuePhoto & { retryAt: number }>;
  readonly #failedCount: Statement<[], number>;
  readonly #take: Statement<[number]>;
  readonly #postpone: Statement<[{ id: number; now: number }]>;
  readonly #inHand: Statement<[], { id: number; attempts: number; deaths: number }>;
  readonly #markDeath: Statement<
    [
      {
        id: number;
        attempts: number;
        deaths: number;
        state: string;
        error: string | null;
        retryAt: number;
        fault: PhotoFault | null;
        now: number;
      },
    ]
  >;
  readonly #attempts: Statement<[number], number>;
  readonly #fail: Statement<
    [{ id: number; reason: string; fault: PhotoFault; attempts: number; retryAt: number; now: number }]
  >;
  readonly #identify: Statement<[Pick<IndexedPhoto, 'kind' | 'name' | 'mime' | 'size'> & { id: number }]>;
  readonly #retryFailed: Statement<[{ uid: string | null }]>;
  readonly #notLater: Statement<[{ now: number; latest: number }]>;
  readonly #readAgain: Statement<[string]>;
  readonly #holds: Statement<[{ id: number; rev: string; sha1: Uint8Array | null }], number>;
  readonly #describe: Statement<[Omit<PhotoDescription, 'modifiedAt'> & { id: number }]>;
  readonly #modified: Statement<[{ id: number; modifiedAt: number | null }]>;
  readonly #knownAs: Statement<[number], { examined: Level | null; hasThumbnail: 0 | 1 }>;
  readonly #sidesOf: Statement<[number], { width: number; height: number; wasRead: 0 | 1 }>;
  readonly #showAgain: Statement<[ShownAgain & { id: number }]>;
  readonly #store: Statement<
    [Omit<IndexedPhoto, 'exif' | 'hasThumbnail' | 'modifiedAt'> & { id: number; hasThumbnail: number; now: number }]
  >;
  readonly #exif: Statement<[{ id: number; exif: string }]>;
  readonly #exifOf: Statement<[number], string>;
  readonly #edited: EditedFacts;
  readonly moved: MovedPhotos;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const waiting = `FROM photos WHERE state <> 'indexed' AND deleted_at IS NULL AND source = :source`;
    this.#waiting = new WaitingRows({
      // New photos come first, newest first in the order of the source; then retries.
      due: db.prepare(
        `SELECT id, uid, rev, attempts, retry_at AS retryAt ${waiting} AND retry_at <= :now
         ORDER BY retry_at, id LIMIT :limit`,
      ),
      order: (a, b) => a.retryAt - b.retryAt || a.id - b.id,
      count: plucked<[{ source: number; now: number }], number>(`SELECT count(*) ${waiting} AND retry_at <= :now`),
      next: plucked<[{ source: number }], number | null>(`SELECT min(retry_at) ${waiting}`),
    });
    this.#failedCount = plucked(`SELECT count(*) FROM photos WHERE state = 'failed' AND deleted_at IS NULL`);

    this.#take = db.prepare('UPDATE photos SET in_hand = 1 WHERE id = ?');
    this.#postpone = db.prepare('UPDATE photos SET in_hand = 0, retry_at = :now WHERE id = :id');
    this.#inHand = db.prepare('SELECT id, attempts, deaths FROM photos WHERE in_hand = 1');
    this.#markDeath = db.prepare(`
      UPDATE photos SET in_hand = 0, attempts = :attempts, deaths = :deaths, state = :state, error = :error,
        retry_at = :retryAt, fault = CASE WHEN thumb_revision = 0 THEN coalesce(:fault, fault) ELSE fault END,
        indexed_at = CASE WHEN :fault IS NULL THEN indexed_at ELSE coalesce(indexed_at, :now) END
      WHERE id = :id`);
    this.#attempts = plucked('SELECT attempts FROM photos WHERE id = ?');
    this.#fail = db.prepare(`
      UPDATE photos SET state = 'failed', error = :reason, attempts = :attempts, retry_at = :retryAt, in_hand = 0,
        fault = CASE WHEN thumb_revision = 0 THEN :fault ELSE fault END, indexed_at = coalesce(indexed_at, :now)
      WHERE id = :id`);
    this.#identify = db.prepare(`
      UPDATE photos SET kind = :kind, name = :name, mime = :mime, size = :size
      WHERE id = :id AND indexed_rev IS NULL`);
    this.#notLater = db.prepare(`
      UPDATE photos SET retry_at = :now
      WHERE id IN (SELECT id FROM photos WHERE state <> 'indexed' AND deleted_at IS NULL
        AND retry_at > :now AND (state = 'pending' OR retry_at > :latest))`);
    this.#readAgain = db.prepare(`
      UPDATE photos SET state = 'pending', retry_at = 0
      WHERE id IN (SELECT value FROM json_each(?)) AND state = 'indexed'`);
    this.#retryFailed = db.prepare(`
      UPDATE photos SET retry_at = 0
      WHERE state = 'failed' AND deleted_at IS NULL AND (:uid IS NULL OR uid = :uid)`);

    this.#describe = db.prepare(`
      UPDATE photos SET kind = ${shownKind}, name = :name,
        taken_at = :takenAt, taken_at_local = :takenAtLocal, duration = :duration, camera = :camera, lens = :lens,
        caption = :caption, lat = :lat, lng = :lng, place_id = :placeId
      WHERE id = :id
        AND (kind, name, taken_at, taken_at_local, duration, camera, lens, caption, lat, lng, place_id) IS NOT
          (${shownKind}, :name, :takenAt, :takenAtLocal, :duration, :camera, :lens, :caption, :lat, :lng, :placeId)`);
    this.#modified = db.prepare(
      'UPDATE photos SET modified_at = :modifiedAt WHERE id = :id AND modified_at IS NOT :modifiedAt',
    );
    this.#knownAs = db.prepare('SELECT examined, thumb_revision > 0 AS hasThumbnail FROM photos WHERE id = ?');
    this.#sidesOf = db.prepare(
      `SELECT width, height, examined <> 'thumbnail' AND kind IN ('image', 'live') AND indexed_rev IS rev AS wasRead
       FROM photos WHERE id = ? AND width IS NOT NULL AND height IS NOT NULL`,
    );
    this.#showAgain = db.prepare(`
      UPDATE photos SET thumbhash = coalesce(:thumbhash, thumbhash),
        thumb_revision = CASE :pictured WHEN 'anew' THEN thumbs_made + 1 WHEN 'no more' THEN 0 ELSE thumb_revision END,
        thumbs_made = thumbs_made + (:pictured = 'anew'),
        awaits = CASE WHEN :pictured = 'no more' AND kind IN ('image', 'live') THEN 'original' ELSE awaits END,
        indexed_rev = :rev, state = CASE WHEN rev = :rev THEN 'indexed' ELSE 'pending' END,
        error = NULL, attempts = 0, deaths = 0, retry_at = 0, in_hand = 0
      WHERE id = :id`);
    this.#store = db.prepare(`
      UPDATE photos SET kind = ${shownKind}, name = :name, mime = :mime, size = :size, sha1 = :sha1,
        taken_at = :takenAt, taken_at_local = :takenAtLocal, duration = :duration, camera = :camera, lens = :lens,
        caption = :caption, lat = :lat, lng = :lng, place_id = :placeId, width = :width, height = :height, thumbhash = :thumbhash,
        thumb_revision = CASE WHEN :hasThumbnail THEN thumbs_made + 1 ELSE 0 END,
        thumbs_made = thumbs_made + :hasThumbnail, fault = :fault,
        examined = :examined, awaits = :awaits, closer_attempts = 0, closer_retry_at = 0,
        indexed_rev = :rev, state = CASE WHEN rev = :rev THEN 'indexed' ELSE 'pending' END,
        error = NULL, attempts = 0, deaths = 0, retry_at = 0, in_hand = 0, indexed_at = coalesce(indexed_at, :now)
      WHERE id = :id`);
    this.#exif = db.prepare(`
      INSERT INTO photo_exif (photo_id, exif) VALUES (:id, :exif)
      ON CONFLICT (photo_id) DO UPDATE SET exif = excluded.exif`);
    this.#exifOf = plucked('SELECT exif FROM photo_exif WHERE photo_id = ?');

    this.#edited = new EditedFacts(db);
    this.moved = new MovedPhotos(db);
    // The bytes may be newer than the revision, so their hash decides if it is known.
    this.#holds = plucked(
      'SELECT CASE WHEN :sha1 IS NULL THEN indexed_rev IS :rev ELSE sha1 IS :sha1 END FROM photos WHERE id = :id',
    );
  }

  /** Photos of these sources that are due; default: the first source. */
  due(now: number, limit: number, sources?: readonly number[]): DuePhoto[] {
    return this.#waiting.due({ now, limit }, sources);
  }

  counts(now: number, sources?: readonly number[]): WorkCounts {
    return { due: this.#waiting.count({ now }, sources), failed: this.#failedCount.get() ?? 0 };
  }

  /** The time at which the next waiting photo is due, in epoch seconds; undefined if none waits. */
  nextRetryAt(sources?: readonly number[]): number | undefined {
    return this.#waiting.nextAt({}, sources);
  }

  /** Marks a photo as being decoded. The mark survives a crash of the process. */
  take(id: number): void {
    this.#take.run(id);
  }

  /** Returns a photo to the queue, after those without an attempt, without counting an attempt. */
  postpone(id: number, now: number): void {
    this.#postpone.run({ id, now });
  }

  /**
   * Must be called at the start: photos marked by `take` were being decoded when the process ended. This counts as an
   * attempt, and the photo goes to the end of the queue, so that a photo that crashes the server does not block the others.
   */
  recover(now: number): void {
    for (const photo of this.#inHand.all()) {
      const attempts = photo.attempts + 1;
      const deaths = photo.deaths + 1;
      const guilty = deaths >= MAX_DEATHS;
      this.#markDeath.run({
        id: photo.id,
        attempts,
        deaths,
        state: guilty ? 'failed' : 'pending',
        error: guilty ? 'The server died three times while reading this photo.' : null,
        retryAt: guilty ? now + retryDelay(attempts) : now,
        fault: guilty ? 'unreadable' : null,
        now,
      });
    }
  }

  /** A clock that was ahead may have set times that would never be reached; only failed photos wait for a time to come. */
  notLater(now: number): void {
    this.#notLater.run({ now, latest: now + retryDelay(Infinity) });
  }

  /** Stores the facts of the file, for a photo that was never indexed. */
  identify(id: number, file: Pick<IndexedPhoto, 'kind' | 'name' | 'mime' | 'size'>): void {
    this.#identify.run({ ...file, id });
  }

  /** Marks a photo as failed. Lists show it with its fault from then on, so that it is not overlooked. */
  fail(id: number, failure: { reason: string; fault: PhotoFault }, now: number): void {
    const attempts = (this.#attempts.get(id) ?? 0) + 1;
    this.#fail.run({ ...failure, id, attempts, retryAt: now + retryDelay(attempts), now });
  }

  /** Retries failed photos now: all, or the one with the given uid. @returns their number */
  retryFailed(uid: string | null = null): number {
    return this.#retryFailed.run({ uid }).changes;
  }

  /** Queues indexed photos to be read again; until then they stay as they are. */
  readAgain(ids: readonly number[]): void {
    this.#readAgain.run(JSON.stringify(ids));
  }

  /** Whether the photo is stored with this content. */
  holds(id: number, content: Pick<IndexedPhoto, 'rev' | 'sha1'>): boolean {
    return this.#holds.get({ id, rev: content.rev, sha1: content.sha1 }) === 1;
  }

  /** The part of the photo that was read, regardless of its current content. */
  knownAs(id: number): { readonly examined: Level | null; readonly hasThumbnail: 0 | 1 } | undefined {
    return this.#knownAs.get(id);
  }

  /** The size in px; undefined if unknown. `upright`: whether it is from the file and not from the store. */
  sidesOf(id: number): { readonly width: number; readonly height: number; readonly upright: boolean } | undefined {
    const sides = this.#sidesOf.get(id);
    return sides && { width: sides.width, height: sides.height, upright: sides.wasRead === 1 };
  }

  /** Stores a new description of known content; the facts read from the content stay. */
  showAgain(id: number, description: ShownAgain): void {
    this.#showAgain.run({ ...description, id });
  }

  /**
   * Updates the description, except for fields with user decisions. Must be called in a transaction.
   * @returns whether anything has changed
   */
  describe(id: number, { modifiedAt, ...description }: PhotoDescription): boolean {
    this.#modified.run({ id, modifiedAt });
    return this.#describe.run({ ...this.#edited.over(id, description), id }).changes > 0;
  }

  /**
   * Stores the facts of the content with the revision `photo.rev`; user decisions override them. If there is a newer
   * revision, the photo stays pending. Must be called in a transaction.
   */
  store(id: number, { exif, hasThumbnail, modifiedAt, ...photo }: IndexedPhoto, now: number): void {
    this.keepExif(id, exif);
    this.#modified.run({ id, modifiedAt });
    this.#store.run({ ...this.#edited.over(id, photo), id, hasThumbnail: hasThumbnail ? 1 : 0, now });
  }

  /** Stores the EXIF tags of a photo as JSON. Must be called in a transaction. */
  keepExif(id: number, exif: string): void {
    this.#exif.run({ id, exif });
  }

  /** The EXIF tags of a photo, as JSON. */
  exifOf(id: number): string | undefined {
    return this.#exifOf.get(id);
  }
}
