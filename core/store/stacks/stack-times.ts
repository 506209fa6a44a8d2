import type { Db, Statement } from '../../db/open.ts';
import type { HashWords } from '../../domain/hamming-distance.ts';
import { farthestPair, type StackablePhoto } from '../../domain/stacks/group-stacks.ts';

/** Consecutive seconds that each have a photo, or were requested. Epoch seconds, both included. */
export interface StackWindow {
  readonly from: number;
  readonly to: number;
}

/** A photo with the facts about its stack. */
export interface StackedPhoto extends StackablePhoto {
  /** The current stack of the photo. */
  readonly stack: number | null;
  readonly isCover: boolean;
  /** Whether so many photos were taken in the same second that the time cannot be real; only decisions stack the photo. */
  readonly isCrowded: boolean;
}

type Row = Omit<StackedPhoto, 'hash' | 'isCover' | 'isCrowded'> & {
  readonly isCover: number;
  readonly word0: number | null;
  readonly word1: number;
  readonly word2: number;
  readonly word3: number;
};

/** The cameras of a household do not take more photos in one second: the time of more photos is not real. */
const maxInSecond = 200;

const columns = `p.id, p.taken_at AS takenAt, p.kind, p.camera, p.stem, p.folder_id AS folder, hex(p.sha1) AS sha1,
  h.word0, h.word1, h.word2, h.word3, s.stack_id AS stack, coalesce(s.cover, 0) AS isCover`;
const tables = `photos p LEFT JOIN photo_hashes h ON h.photo_id = p.id LEFT JOIN stack_photos s ON s.photo_id = p.id`;
const listed = 'p.indexed_at IS NOT NULL AND p.deleted_at IS NULL';

/** The times of photos, around the times at which some have changed. */
export class StackTimes {
  readonly #next: Statement<[], number>;
  readonly #count: Statement<[number], number>;
  readonly #within: Statement<[StackWindow], Row>;
  readonly #heldAt: Statement<[number], Row>;
  readonly #partners: Statement<[{ folder: number; stem: string; from: number; to: number }], number>;
  readonly #timesOf: Statement<[string], number>;
  readonly #done: Statement<[StackWindow]>;

  constructor(db: Db) {
    this.#next = db.prepare<[], number>('SELECT taken_at FROM stack_times_due ORDER BY taken_at LIMIT 1').pluck();
    this.#count = db
      .prepare<[number], number>(
        `SELECT count(*) FROM (SELECT 1 FROM photos p WHERE p.taken_at = ? AND ${listed} LIMIT ${maxInSecond + 1})`,
      )
      .pluck();
    this.#within = db.prepare(`SELECT ${columns} FROM ${tables} WHERE p.taken_at BETWEEN :from AND :to AND ${listed}`);
    this.#heldAt = db.prepare(`
      SELECT ${columns} FROM ${tables} LEFT JOIN stack_decisions d ON d.photo_id = p.id
      WHERE p.taken_at = ? AND ${listed} AND (s.photo_id IS NOT NULL OR d.photo_id IS NOT NULL)`);
    this.#partners = db
      .prepare<[{ folder: number; stem: string; from: number; to: number }], number>(
        `SELECT p.taken_at FROM photos p
         WHERE p.folder_id = :folder AND p.stem = :stem AND p.taken_at BETWEEN :from AND :to AND ${listed}`,
      )
      .pluck();
    this.#timesOf = db
      .prepare<[string], number>(
        `SELECT DISTINCT p.taken_at FROM photos p WHERE p.id IN (SELECT value FROM json_each(?)) AND ${listed}`,
      )
      .pluck();
    this.#done = db.prepare('DELETE FROM stack_times_due WHERE taken_at BETWEEN :from AND :to');
  }

  /** The first time around which photos have changed. */
  nextDue(): number | undefined {
    return this.#next.get();
  }

  /** The times at which these photos were taken, without photos that are not listed. */
  timesOf(ids: readonly number[]): number[] {
    return this.#timesOf.all(JSON.stringify(ids));
  }

  /** A time, together with the adjacent seconds before and after it that have photos. */
  window(time: number): StackWindow {
    let [from, to] = [time, time];
    while (this.#isSecond(from - 1)) from--;
    while (this.#isSecond(to + 1)) to++;
    return { from, to };
  }

  /** The photos of a window around a time. */
  photos({ from, to }: StackWindow, time: number): StackedPhoto[] {
    if ((this.#count.get(time) ?? 0) <= maxInSecond) return this.#read({ from, to });
    const crowd = this.#heldAt.all(time).map((row) => ({ ...photoOf(row), isCrowded: true }));
    return [...this.#read({ from, to: time - 1 }), ...crowd, ...this.#read({ from: time + 1, to })];
  }

  /** The times of files with the same name in the same folder, if they are near enough to be of the same photo. */
  partnerTimes({ folder, stem, takenAt }: StackablePhoto): number[] {
    if (folder === null || stem === null) return [];
    return this.#partners.all({ folder, stem, from: takenAt - farthestPair, to: takenAt + farthestPair });
  }

  /** Records that the stacks of a window are up to date. */
  settled({ from, to }: StackWindow): void {
    this.#done.run({ from, to });
  }

  #isSecond(time: number): boolean {
    const count = this.#count.get(time) ?? 0;
    return count > 0 && count <= maxInSecond;
  }

  #read(window: StackWindow): StackedPhoto[] {
    return window.from > window.to ? [] : this.#within.all(window).map(photoOf);
  }
}

function photoOf({ word0, word1, word2, word3, isCover, ...row }: Row): StackedPhoto {
  const hash: HashWords | null = word0 === null ? null : [word0, word1, word2, word3];
  return { ...row, sha1: row.sha1 === '' ? null : row.sha1, hash, isCover: isCover === 1, isCrowded: false };
}
