import type { Db, Statement } from '../db/open.ts';
import { rawOn } from '../db/statements.ts';
import { aspectByte } from './aspect.ts';
import { localDate } from '../domain/local-date.ts';
import type { PhotoKind } from '../domain/photo-kind.ts';
import { turnSides, type Turn } from '../domain/turn.ts';
import { Cameras } from './cameras.ts';
import { ARCHIVED, COVERS, FAULTY, HIDDEN, kindBits, type TimelineEntry } from './entry.ts';

type RawEntry = [
  id: number,
  takenAt: number,
  takenAtLocal: string,
  kind: PhotoKind,
  thumbRevision: number,
  place: number | null,
  lat: number | null,
  lng: number | null,
  width: number | null,
  height: number | null,
  camera: string | null,
  isFaulty: number,
  turned: Turn,
  folder: number | null,
  stack: number | null,
];

const columns =
  'p.id, p.taken_at, p.taken_at_local, p.kind, p.thumb_revision, p.place_id, p.lat, p.lng, p.width, p.height, p.camera, p.fault IS NOT NULL, p.turned, p.folder_id, s.stack_id * 2 + s.cover';
const photos = 'photos p LEFT JOIN stack_photos s ON s.photo_id = p.id';

/** The number of rows to read at once: some four milliseconds. */
const rowsPerSlice = 2000;

/** The maximum number of uids to read at once. */
const uidsPerStatement = 10_000;

/** Reads the rows of the timeline from SQLite. */
export class TimelineRows {
  readonly cameras = new Cameras();
  readonly #slice: Statement<[number, number], RawEntry>;
  readonly #some: Statement<[string], RawEntry>;
  readonly #flags: Statement<[string], { id: number; flags: number }>;
  readonly #allFlags: Statement<[], { id: number; flags: number }>;
  readonly #uid: Statement<[number], string>;
  readonly #uids: Statement<[string], { id: number; uid: string }>;

  constructor(db: Db) {
    const raw = rawOn(db);
    this.#slice = raw(`SELECT ${columns} FROM ${photos} WHERE p.listed = 1 AND p.id > ? ORDER BY p.id LIMIT ?`);
    this.#some = raw(
      `SELECT ${columns} FROM ${photos} WHERE p.listed = 1 AND p.id IN (SELECT value FROM json_each(?))`,
    );
    const flags = `SELECT photo_id AS id, archived * ${ARCHIVED} + hidden * ${HIDDEN} AS flags FROM photo_flags`;
    this.#allFlags = db.prepare(flags);
    this.#flags = db.prepare(`${flags} WHERE photo_id IN (SELECT value FROM json_each(?))`);
    this.#uid = db.prepare<[number], string>('SELECT uid FROM photos WHERE id = ?').pluck();
    this.#uids = db.prepare('SELECT id, uid FROM photos WHERE id IN (SELECT value FROM json_each(?))');
  }

  /** All listed photos by id, in slices of a few milliseconds each. */
  *slices(): Generator<TimelineEntry[]> {
    const flags = new Map<number, number>();
    for (const row of this.#allFlags.iterate()) flags.set(row.id, row.flags);
    let last = 0;
    for (;;) {
      const slice = this.#slice.all(last, rowsPerSlice);
      yield slice.map((raw) => this.#entry(raw, flags.get(raw[0]) ?? 0));
      if (slice.length < rowsPerSlice) return;
      last = slice.at(-1)![0];
    }
  }

  /** The listed photos among these ids, in any order. */
  some(ids: readonly number[]): TimelineEntry[] {
    const list = JSON.stringify(ids);
    const flags = new Map(this.#flags.all(list).map((row) => [row.id, row.flags]));
    return this.#some.all(list).map((raw) => this.#entry(raw, flags.get(raw[0]) ?? 0));
  }

  /** The uids of photos, in the order of the ids; empty for photos that no longer exist. */
  uidsOf = (ids: readonly number[]): string[] => {
    const [only] = ids;
    if (only !== undefined && ids.length === 1) return [this.#uid.get(only) ?? ''];
    const uids = new Map<number, string>();
    for (let start = 0; start < ids.length; start += uidsPerStatement) {
      const list = JSON.stringify(ids.slice(start, start + uidsPerStatement));
      for (const { id, uid } of this.#uids.iterate(list)) uids.set(id, uid);
    }
    return ids.map((id) => uids.get(id) ?? '');
  };

  #entry(raw: RawEntry, flags: number): TimelineEntry {
    const [id, takenAt, takenAtLocal, kind, thumbRevision, place, lat, lng, ...details] = raw;
    const [width, height, camera, isFaulty, turned, folder, stack] = details;
    const sides = turnSides({ width, height }, turned);
    const { month, monthDay } = localDate(takenAt, takenAtLocal);
    return {
      id,
      takenAt,
      flags: flags | kindBits[kind] | (isFaulty === 1 ? FAULTY : thumbRevision > 0 ? COVERS : 0),
      place: place ?? 0,
      folder: folder ?? 0,
      month,
      monthDay,
      lat: lat === null || lng === null ? NaN : lat,
      lng: lat === null || lng === null ? NaN : lng,
      camera: this.cameras.idOf(camera),
      aspect: aspectByte(sides.width, sides.height),
      stack: stack ?? 0,
    };
  }
}
