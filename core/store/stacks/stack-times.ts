import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { HashWords } from '../../domain/hamming-distance.ts';
import { farthestPair, type StackablePhoto } from '../../domain/stacks/group-stacks.ts';

/** Epoch seconds, both included. */
export interface StackWindow {
  readonly from: number;
  readonly to: number;
}

/** Consecutive seconds in each of which one camera took a photo. Only these can be a burst. */
export interface CameraRun extends StackWindow {
  readonly camera: string;
  /** Whether the run has so many photos that it is no burst. The window is then the part around the requested time. */
  readonly isEndless: boolean;
  /** The seconds of which all photos are read. Of others of an endless run, only photos in stacks are. */
  readonly whole: StackWindow;
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

interface NamedFiles extends StackWindow {
  readonly folder: number;
  readonly stem: string;
}

/** The cameras of a household do not take more photos in one second: the time of more photos is not real. */
const maxInSecond = 200;
/** No burst of a camera has more photos: it is a time-lapse, or has the times of copied files. */
const mostInBurst = 1000;

const columns = `p.id, p.taken_at AS takenAt, p.kind, p.camera, p.stem, p.folder_id AS folder, hex(p.sha1) AS sha1,
  h.word0, h.word1, h.word2, h.word3, s.stack_id AS stack, coalesce(s.cover, 0) AS isCover`;
const tables = `photos p LEFT JOIN photo_hashes h ON h.photo_id = p.id LEFT JOIN stack_photos s ON s.photo_id = p.id`;
const listed = 'p.indexed_at IS NOT NULL AND p.deleted_at IS NULL';
// A picture without a camera has that of its RAW file.
const isOfCamera = `p.kind <> 'video' AND (p.camera = :camera OR p.camera IS NULL AND p.kind <> 'raw' AND EXISTS (
  SELECT 1 FROM photos r WHERE r.folder_id = p.folder_id AND r.stem = p.stem AND r.kind = 'raw' AND r.camera = :camera
    AND r.listed = 1 AND abs(r.taken_at - p.taken_at) <= ${farthestPair}))`;

/** The times of photos, around the times at which some have changed. */
export class StackTimes {
  readonly #maxInRun: number;
  readonly #next: Statement<[], number>;
  readonly #isDue: Statement<[number], number>;
  readonly #count: Statement<[StackWindow], number>;
  readonly #within: Statement<[StackWindow], Row>;
  readonly #heldAt: Statement<[number], Row>;
  readonly #ofCamera: Statement<[{ time: number; camera: string }], { photos: number; taken: number }>;
  readonly #inRun: Statement<[StackWindow & { camera: string; first: number; last: number }], Row>;
  readonly #partners: Statement<[NamedFiles], Row>;
  readonly #timeOf: Statement<[number], number>;
  readonly #done: Statement<[number]>;
  readonly #doneWithin: Statement<[StackWindow & { photos: string }]>;

  constructor(db: Db, maxInRun = mostInBurst) {
    const plucked = pluckedOn(db);
    this.#maxInRun = maxInRun;
    this.#next = plucked('SELECT taken_at FROM stack_times_due ORDER BY taken_at LIMIT 1');
    this.#isDue = plucked('SELECT 1 FROM stack_times_due WHERE taken_at = ?');
    this.#count = plucked(`
      SELECT count(*) FROM (
        SELECT 1 FROM photos p WHERE p.taken_at BETWEEN :from AND :to AND ${listed} LIMIT ${maxInSecond + 1})`);
    this.#within = db.prepare(`SELECT ${columns} FROM ${tables} WHERE p.taken_at BETWEEN :from AND :to AND ${listed}`);
    this.#heldAt = db.prepare(`
      SELECT ${columns} FROM ${tables} LEFT JOIN stack_decisions d ON d.photo_id = p.id
      WHERE p.taken_at = ? AND ${listed} AND (s.photo_id IS NOT NULL OR d.photo_id IS NOT NULL)`);
    this.#ofCamera = db.prepare(`
      SELECT count(*) AS photos, count(*) FILTER (WHERE ${isOfCamera}) AS taken
      FROM (SELECT kind, camera, folder_id, stem, taken_at FROM photos p
            WHERE p.taken_at = :time AND ${listed} LIMIT ${maxInSecond + 1}) p`);
    this.#inRun = db.prepare(`
      SELECT ${columns} FROM ${tables}
      WHERE p.taken_at BETWEEN :from AND :to AND ${listed} AND ${isOfCamera}
        AND (p.taken_at BETWEEN :first AND :last OR s.photo_id IS NOT NULL)`);
    this.#partners = db.prepare(`
      SELECT ${columns} FROM ${tables}
      WHERE p.folder_id = :folder AND p.stem = :stem AND p.taken_at BETWEEN :from AND :to AND ${listed}`);
    this.#timeOf = plucked(`SELECT p.taken_at FROM photos p WHERE p.id = ? AND ${listed}`);
    this.#done = db.prepare('DELETE FROM stack_times_due WHERE taken_at = ?');
    this.#doneWithin = db.prepare(`
      DELETE FROM stack_times_due WHERE taken_at BETWEEN :from AND :to AND NOT EXISTS (
        SELECT 1 FROM photos p
        WHERE p.taken_at BETWEEN stack_times_due.taken_at - 1 AND stack_times_due.taken_at + 1 AND ${listed}
          AND p.id NOT IN (SELECT value FROM json_each(:photos)))`);
  }

  /** The first time around which photos have changed. */
  nextDue(): number | undefined {
    return this.#next.get();
  }

  /** The time of a photo; undefined if it is not listed. */
  timeOf(photo: number): number | undefined {
    return this.#timeOf.get(photo);
  }

  /** The photos of a second, and of the seconds before and after it, whose runs it may join. */
  around(time: number): StackedPhoto[] {
    const all = { from: time - 1, to: time + 1 };
    if ((this.#count.get(all) ?? 0) <= maxInSecond) return this.#within.all(all).map(photoOf);
    const near = [time, time - 1, time + 1].filter((second) => !this.#isCrowded(second));
    const crowd = this.#isCrowded(time) ? this.#heldAt.all(time) : [];
    return [
      ...near.flatMap((second) => this.#within.all({ from: second, to: second }).map(photoOf)),
      ...crowd.map((row) => ({ ...photoOf(row), isCrowded: true })),
    ];
  }

  /**
   * The run of a camera around a time at which it took a photo. Of an endless run, so much that all its photos that can have
   * been in a shorter run before are in it; and as many seconds as possible whose photos are due.
   */
  run(camera: string, time: number): CameraRun {
    const [before, after] = [this.#side(camera, time, -1), this.#side(camera, time, 1)];
    const whole = { from: before.end, to: after.end };
    const isEndless = before.photos + after.photos + this.#taken(camera, time) > this.#maxInRun;
    if (!isEndless) return { camera, ...whole, isEndless, whole };
    const last = this.#lastDue(camera, time);
    const { end } = this.#side(camera, last, 1);
    return { camera, from: before.end, to: end, isEndless, whole: { from: time, to: last } };
  }

  /** The photos of a run; of an endless one, those of its whole seconds and their neighbours, and those in stacks. */
  photosIn({ camera, from, to, whole }: CameraRun): StackedPhoto[] {
    return this.#inRun.all({ camera, from, to, first: whole.from - 1, last: whole.to + 1 }).map(photoOf);
  }

  /** Files with the same name in the same folder, if their times are near enough to be of the same photo. */
  partners({ id, folder, stem, takenAt }: StackablePhoto): StackedPhoto[] {
    if (folder === null || stem === null) return [];
    return this.#partners
      .all({ folder, stem, from: takenAt - farthestPair, to: takenAt + farthestPair })
      .filter((row) => row.id !== id)
      .map((row) => ({ ...photoOf(row), isCrowded: this.#isCrowded(row.takenAt) }));
  }

  /**
   * Records that the stacks around a time are up to date, and those around the other seconds of the runs, if all photos near
   * them were read.
   */
  settled(time: number, runs: readonly CameraRun[], photos: Iterable<number>): void {
    this.#done.run(time);
    const read = runs.length === 0 ? '' : JSON.stringify([...photos]);
    for (const { whole } of runs) {
      if (whole.from < whole.to || whole.from !== time) this.#doneWithin.run({ ...whole, photos: read });
    }
  }

  /** The part of a run on one side of a time: up to its end, or with more photos than a run may have. */
  #side(camera: string, time: number, step: -1 | 1): { end: number; photos: number } {
    let [end, photos] = [time, 0];
    while (photos <= this.#maxInRun) {
      const taken = this.#taken(camera, end + step);
      if (taken === 0) break;
      photos += taken;
      end += step;
    }
    return { end, photos };
  }

  /** The last of the seconds from a time on that are due, with as many photos as a run may have. */
  #lastDue(camera: string, time: number): number {
    let [last, photos] = [time, 0];
    while (photos <= this.#maxInRun && this.#isDue.get(last + 1) !== undefined) {
      const taken = this.#taken(camera, last + 1);
      if (taken === 0) break;
      photos += taken;
      last++;
    }
    return last;
  }

  /** The number of photos that a camera took in a second. */
  #taken(camera: string, time: number): number {
    const { photos, taken } = this.#ofCamera.get({ camera, time }) ?? { photos: 0, taken: 0 };
    return photos > maxInSecond ? 0 : taken;
  }

  #isCrowded(second: number): boolean {
    return (this.#count.get({ from: second, to: second }) ?? 0) > maxInSecond;
  }
}

function photoOf({ word0, word1, word2, word3, isCover, ...row }: Row): StackedPhoto {
  const hash: HashWords | null = word0 === null ? null : [word0, word1, word2, word3];
  return { ...row, sha1: row.sha1 === '' ? null : row.sha1, hash, isCover: isCover === 1, isCrowded: false };
}
