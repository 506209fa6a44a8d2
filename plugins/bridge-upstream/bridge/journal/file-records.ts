import { createHash } from 'node:crypto';
import { retryDelay, type SqliteDatabase, type SqliteStatement } from 'photofinch/plugin-api/toolkit';
import { sameStamp, type FileStamp } from '../driver.ts';
import type { FileFacts } from '../facts/file-facts.ts';
import { AlbumRecords } from './album-records.ts';
import type { Feed } from './feed.ts';
import { stampOf, type FileRow } from './file-row.ts';
import { LivePairs, type Kin } from './live-pairs.ts';
import { newUid } from './uid.ts';

/** A file with the facts from the listing and from reading it. */
export interface ReadFile {
  readonly path: string;
  readonly handle: string;
  readonly stamp: FileStamp;
  readonly facts: FileFacts;
  /** 40 hexadecimal digits; null if the content could not be read, for the reason in `error`. */
  readonly sha1: string | null;
  readonly error: string | null;
}

type Columns = Omit<FileRow, 'id' | 'uid' | 'role' | 'main_id' | 'first_seen' | 'album_id' | 'added_at' | 'seq'>;

/** Writes files into the journal, and updates live photos, albums and the feed accordingly. */
export class FileRecords {
  readonly albums: AlbumRecords;
  readonly #feed: Feed;
  readonly #pairs: LivePairs;
  readonly #byId: SqliteStatement<[number], FileRow>;
  readonly #insert: SqliteStatement<[Columns & Pick<FileRow, 'uid' | 'role' | 'first_seen'>]>;
  readonly #update: SqliteStatement<[Columns & { id: number }]>;
  readonly #setPath: SqliteStatement<[string, number]>;
  readonly #release: SqliteStatement<[number]>;
  readonly #remove: SqliteStatement<[number]>;

  constructor(db: SqliteDatabase, feed: Feed) {
    this.#feed = feed;
    this.albums = new AlbumRecords(db, feed);
    this.#pairs = new LivePairs(db, feed);
    this.#byId = db.prepare('SELECT * FROM files WHERE id = ?');
    const columns = [...columnNames, 'uid', 'role', 'first_seen'];
    this.#insert = db.prepare(
      `INSERT INTO files (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')}) ON CONFLICT (path) DO NOTHING`,
    );
    this.#update = db.prepare(
      `UPDATE files SET ${columnNames.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
    );
    this.#setPath = db.prepare('UPDATE files SET path = ? WHERE id = ?');
    this.#release = db.prepare("UPDATE files SET role = 'main' WHERE id = ? AND role = 'held'");
    this.#remove = db.prepare('DELETE FROM files WHERE id = ?');
  }

  /** Runs `write` in one transaction, and adds the changed albums to the feed. @param now epoch seconds */
  transact<T>(now: number, write: () => T): T {
    return this.albums.transact(now, write);
  }

  /** Adds a new file. @param isHeld whether it may be the new name of a missing file */
  add(file: ReadFile, isHeld: boolean, now: number): void {
    const added = this.#insert.run({
      ...columnsOf(file, 0, now),
      uid: newUid(),
      role: isHeld ? 'held' : 'main',
      first_seen: now,
    });
    // Two files of the store may have the same plain name: only the first one is recorded.
    if (!isHeld && added.changes > 0) this.#settle(now, [], Number(added.lastInsertRowid));
  }

  /** Updates a known file that was read again. Only visible changes are added to the feed. */
  update(id: number, file: ReadFile, now: number): void {
    const previous = this.#byId.get(id);
    if (!previous) return;
    const isSameContent = file.sha1 !== null && file.sha1 === previous.sha1;
    const isUnreadAgain = file.sha1 === null && previous.sha1 === null && sameStamp(file.stamp, stampOf(previous));
    // If the bytes are unchanged or currently unreadable, the earlier facts still apply: `touch` does not move a photo in
    // the timeline.
    const earlierFacts = isSameContent || file.sha1 === null ? pick(previous, factNames) : {};
    const attempts = isUnreadAgain ? previous.attempts : 0;
    this.#update.run({ id, ...columnsOf(file, attempts, now), ...earlierFacts });
    if (previous.role !== 'held' && !isSameContent && !(isUnreadAgain && file.error === previous.error))
      this.#settle(now, [previous], id);
  }

  /**
   * [Note: photos that take another's name]
   * A file with other bytes at a known path may be a different photo, as when two files swap their names. So the known file
   * gets a placeholder path and counts as missing, and the new content is recorded as a held file; the end of the scan
   * decides.
   * @returns whether the known file is missing now; false if its bytes are the same
   */
  displace(id: number, file: ReadFile, now: number): boolean {
    const previous = this.#byId.get(id);
    if (!previous || previous.role === 'held' || previous.sha1 === file.sha1) return false;
    this.#setPath.run(`/${id}/${previous.path}`, id);
    this.add(file, true, now);
    return true;
  }

  /** Merges a missing file with the held file that is its new name or its new content. It keeps its uid. */
  rename(knownId: number, heldId: number, now: number): void {
    const knownRow = this.#byId.get(knownId);
    const heldRow = this.#byId.get(heldId);
    if (!knownRow || !heldRow) return;
    this.#remove.run(heldId);
    const keepsTime =
      heldRow.capture_time_source === 'mtime' &&
      knownRow.capture_time_source === 'mtime' &&
      heldRow.sha1 === knownRow.sha1;
    const columns = pick(heldRow, columnNames) as Columns;
    this.#update.run({ id: knownId, ...columns, ...(keepsTime && { capture_time: knownRow.capture_time }) });
    this.#settle(now, [knownRow], knownId);
  }

  /** Turns a held file into a separate photo. */
  release(heldId: number, now: number): void {
    if (this.#release.run(heldId).changes > 0) this.#settle(now, [], heldId);
  }

  /** Removes a file that no longer exists. */
  remove(id: number, now: number): void {
    const row = this.#byId.get(id);
    if (!row) return;
    this.#remove.run(id);
    if (row.role === 'held') return;
    if (row.seq !== null) this.#feed.gone('photo', row.uid, now);
    this.albums.left(row.album_id);
    this.#settle(now, [row]);
  }

  /**
   * @param kin names and identifier of a file before the change
   * @param touched the id of the file after the change
   */
  #settle(now: number, kin: readonly Kin[], touched?: number): void {
    const file = touched === undefined ? undefined : this.#byId.get(touched);
    for (const { id } of this.#pairs.settle(file ? [...kin, file] : kin, touched)) this.albums.place(id, now);
  }
}

/** The columns of what a file itself contains, which stay as long as its bytes do. */
const factNames = [
  ...['kind', 'media_type', 'capture_time', 'capture_time_source', 'utc_offset', 'width', 'height', 'duration'],
  ...['lat', 'lng', 'device', 'orientation', 'content_id'],
] as (keyof Columns)[];

const columnNames = [
  ...['path', 'folder', 'stem', 'handle', 'size', 'mtime_ms', 'ctime_ms', 'rev', 'sha1'],
  ...[...factNames, 'error', 'attempts', 'retry_at'],
] as (keyof Columns)[];

const pick = (row: FileRow, names: readonly (keyof Columns)[]): Partial<Columns> =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

function columnsOf(file: ReadFile, attemptsBefore: number, now: number): Columns {
  const { path, handle, stamp, facts, sha1, error } = file;
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const attempts = sha1 === null ? attemptsBefore + 1 : 0;
  return {
    path,
    folder,
    stem: stemOf(path, folder),
    handle,
    size: stamp.size,
    mtime_ms: stamp.mtimeMs,
    ctime_ms: stamp.ctimeMs,
    kind: facts.kind,
    media_type: facts.mediaType,
    rev: sha1 ?? unreadRev(stamp),
    sha1,
    capture_time: facts.captureTime,
    capture_time_source: facts.captureTimeSource,
    utc_offset: facts.utcOffset,
    width: facts.width,
    height: facts.height,
    duration: facts.duration,
    lat: facts.lat,
    lng: facts.lng,
    device: facts.device,
    orientation: facts.orientation,
    content_id: facts.contentId,
    error,
    attempts,
    retry_at: attempts === 0 ? null : now + retryDelay(attempts),
  };
}

/** The folder and the name without extension, in lower case. */
function stemOf(path: string, folder: string): string {
  const name = path.slice(folder === '' ? 0 : folder.length + 1);
  const dot = name.lastIndexOf('.');
  return `${folder}/${(dot > 0 ? name.slice(0, dot) : name).normalize('NFC').toLowerCase()}`;
}

/** The revision of an unreadable file, derived from its stamp. */
function unreadRev({ size, mtimeMs, ctimeMs }: FileStamp): string {
  const digest = createHash('sha256').update(`${size} ${mtimeMs} ${ctimeMs}`).digest('hex');
  return `unread-${digest.slice(0, 32)}`;
}
