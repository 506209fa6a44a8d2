import { setImmediate as breathe } from 'node:timers/promises';
import { IdSet, type SqliteDatabase, type SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { ListedPhoto } from '../wire/node.ts';
import { motionRole, type PhotoRow } from './photo-row.ts';

/** Rows compared per step, which takes a few milliseconds. */
const rowsPerStep = 2000;

interface WantedPhoto {
  readonly id: number;
  readonly uid: string;
  readonly capture_time: number | null;
}

/** A position in the index of missed photos. */
interface MissedPosition {
  /** The number of consecutive lists without the photo. */
  readonly missed: number;
  readonly id: number;
}

interface MissedPhoto extends MissedPosition {
  readonly uid: string;
  /** Epoch seconds. */
  readonly missed_since: number;
}

/** Ordered like the partial index of missed photos, so the cost does not grow with the library. */
export const missedPhotos = `SELECT id, uid, missed, missed_since FROM files
  WHERE missed > 0 AND role = 'main' AND (missed, id) > (@missed, @id) ORDER BY missed, id LIMIT @limit`;

/**
 * Compares one list of the store with the journal. Photos to request are collected in a table and seen photos in a bitset,
 * so memory use stays low, and a list without changes writes nothing.
 */
export class ListComparison {
  readonly #db: SqliteDatabase;
  readonly #seen = new IdSet();
  readonly #known: SqliteStatement<[string], Pick<PhotoRow, 'id' | 'role' | 'error'>>;
  readonly #want: SqliteStatement<[string, number | null]>;
  readonly #rows: SqliteStatement<[number, number], { id: number; missed: number }>;
  readonly #seenAgain: SqliteStatement<[number]>;
  readonly #miss: SqliteStatement<[number, number]>;
  readonly #wanted: SqliteStatement<[number, number], WantedPhoto>;
  readonly #asked: SqliteStatement<[number]>;
  readonly #countWanted: SqliteStatement<[], number>;
  readonly #countMissed: SqliteStatement<[], number>;
  readonly #missed: SqliteStatement<[MissedPosition & { limit: number }], MissedPhoto>;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#known = db.prepare('SELECT id, role, error FROM files WHERE uid = ?');
    this.#want = db.prepare('INSERT OR IGNORE INTO wanted (uid, capture_time) VALUES (?, ?)');
    this.#rows = db.prepare("SELECT id, missed FROM files WHERE id > ? AND role = 'main' ORDER BY id LIMIT ?");
    this.#seenAgain = db.prepare('UPDATE files SET missed = 0, missed_since = NULL WHERE id = ?');
    this.#miss = db.prepare(
      'UPDATE files SET missed = missed + 1, missed_since = coalesce(missed_since, ?) WHERE id = ?',
    );
    this.#wanted = db.prepare('SELECT id, uid, capture_time FROM wanted WHERE id > ? ORDER BY id LIMIT ?');
    this.#asked = db.prepare('DELETE FROM wanted WHERE id <= ?');
    this.#countWanted = db.prepare<[], number>('SELECT count(*) FROM wanted').pluck();
    this.#countMissed = db.prepare<[], number>("SELECT count(*) FROM files WHERE missed > 0 AND role = 'main'").pluck();
    this.#missed = db.prepare(missedPhotos);
    db.exec('DELETE FROM wanted');
  }

  /** Processes some lines of the list. */
  take(photos: readonly ListedPhoto[]): void {
    const toRead = photos.filter(({ uid }) => {
      const knownPhoto = this.#known.get(uid);
      if (knownPhoto) this.#seen.add(knownPhoto.id);
      // A listed motion part is a separate video.
      return knownPhoto?.error !== null || knownPhoto.role === motionRole;
    });
    if (toRead.length === 0) return;
    this.#db.transaction(() => {
      for (const { uid, captureTime } of toRead) this.#want.run(uid, captureTime);
    })();
  }

  /**
   * To be called when the list is known to be complete: increments the count of missed lists of each photo that is not in
   * it. If the process is killed, some photos may not be counted, but none is counted twice.
   * @param now epoch seconds
   */
  async compare(now: number, signal: AbortSignal): Promise<void> {
    for (let after = 0; ;) {
      const rows = this.#rows.all(after, rowsPerStep);
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      const returned = rows.filter(({ id, missed }) => missed > 0 && this.#seen.has(id));
      const missing = rows.filter(({ id }) => !this.#seen.has(id));
      if (returned.length + missing.length > 0) {
        this.#db.transaction(() => {
          for (const { id } of returned) this.#seenAgain.run(id);
          for (const { id } of missing) this.#miss.run(now, id);
        })();
      }
      signal.throwIfAborted();
      await breathe();
    }
  }

  get countWanted(): number {
    return this.#countWanted.get() ?? 0;
  }

  /** The number of photos of the timeline that were missing in the last list. */
  get countMissed(): number {
    return this.#countMissed.get() ?? 0;
  }

  /** The photos to request, in the order of the list. */
  wanted(after: number, limit: number): WantedPhoto[] {
    return this.#wanted.all(after, limit);
  }

  /** Marks the photos up to this one as requested. */
  asked(lastId: number): void {
    this.#asked.run(lastId);
  }

  /** The photos that were missing in lists, after a position. */
  missed({ missed, id }: MissedPosition, limit: number): MissedPhoto[] {
    return this.#missed.all({ missed, id, limit });
  }
}
