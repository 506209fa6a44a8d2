import { createHash } from 'node:crypto';
import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { PhotoKind } from '../../../contract.ts';
import type { Feed } from '../../journal/feed.ts';
import { fileType } from '../../scan/photo-files.ts';
import type { UpstreamNode } from '../wire/node.ts';
import { ProtonAlbumRecords } from './album-records.ts';
import { motionRole, type PhotoRow } from './photo-row.ts';

type Columns = Omit<PhotoRow, 'id' | 'wrong_sha1' | 'missed' | 'missed_since' | 'seq'>;

/** The error of a listed photo about which nothing else is known. */
const unknownError = 'Proton’s bridge lists this photo and does not say what it is; it is asked again.';

/** Writes photos into the journal, and updates albums and the feed accordingly. */
export class PhotoRecords {
  readonly albums: ProtonAlbumRecords;
  readonly #feed: Feed;
  readonly #byUid: SqliteStatement<[string], PhotoRow>;
  readonly #insert: SqliteStatement<[Columns]>;
  readonly #update: SqliteStatement<[Columns & { id: number }]>;
  readonly #motionParts: SqliteStatement<[string], PhotoRow>;
  readonly #remove: SqliteStatement<[number]>;
  readonly #setPass: SqliteStatement<[number, string]>;
  readonly #setWrongSha1: SqliteStatement<[string, string]>;
  readonly #setSize: SqliteStatement<[number, string]>;

  constructor(db: SqliteDatabase, feed: Feed) {
    this.#feed = feed;
    this.albums = new ProtonAlbumRecords(db, feed);
    this.#byUid = db.prepare('SELECT * FROM files WHERE uid = ?');
    this.#insert = db.prepare(
      `INSERT INTO files (${columnNames.join(', ')}) VALUES (${columnNames.map((name) => `@${name}`).join(', ')})`,
    );
    this.#update = db.prepare(
      `UPDATE files SET ${columnNames.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
    );
    this.#motionParts = db.prepare(`SELECT * FROM files WHERE main_uid = ? AND role = '${motionRole}'`);
    this.#remove = db.prepare('DELETE FROM files WHERE id = ?');
    this.#setPass = db.prepare('UPDATE files SET pass = ? WHERE uid = ?');
    this.#setWrongSha1 = db.prepare('UPDATE files SET wrong_sha1 = ? WHERE uid = ?');
    this.#setSize = db.prepare('UPDATE files SET size = ? WHERE uid = ?');
  }

  /** Runs `write` in one transaction, and adds the changed albums to the feed. @param now epoch seconds */
  transact<T>(now: number, write: () => T): T {
    return this.albums.transact(now, write);
  }

  /**
   * Writes a listed photo. It belongs to the timeline, even if it refers to a main photo: only an unlisted node that
   * another photo refers to is a motion part.
   * @param motions its motion parts; undefined if they are unknown
   * @param pass the number of the current pass over all nodes
   */
  write(node: UpstreamNode, motions: readonly UpstreamNode[] | undefined, pass: number, now: number): void {
    const previous = this.#byUid.get(node.uid);
    const previousParts = this.#motionParts.all(node.uid);
    const isVideo = node.mediaType.startsWith('video/');
    const parts = (motions ?? []).filter(({ uid }) => !this.#isListed(uid));
    // If the photo still refers to a part that the store did not find, the part may be found the next time.
    const isKept = ({ uid }: PhotoRow): boolean => motions === undefined || node.relatedUids.includes(uid);
    const hasMotion = !isVideo && (parts.length > 0 || previousParts.some(isKept));
    this.#put(previous, { ...columnsOf(node, previous, pass), ...(hasMotion && { kind: 'live' }) });
    const place = { uid: node.uid, captureTime: node.captureTime };
    if (this.albums.place(place, node.albums, now) && previous) this.#tell(node.uid);
    if (previous?.role === motionRole && previous.main_uid !== null) this.#leftBy(previous.main_uid);
    if (motions === undefined) return;
    for (const part of parts) {
      const row = this.#byUid.get(part.uid);
      // Only photos of the timeline are in albums.
      if (row) this.#leaveAlbums(row, now);
      this.#put(row, { ...columnsOf(part, row, pass), role: motionRole, main_uid: node.uid });
    }
    for (const row of previousParts) if (!isKept(row)) this.#drop(row, now);
  }

  /** Whether the last complete list contained it as a separate photo. */
  #isListed(uid: string): boolean {
    const row = this.#byUid.get(uid);
    return row?.role === 'main' && row.missed === 0;
  }

  /** Updates a live photo whose motion part turned out to be a separate video. */
  #leftBy(uid: string): void {
    const still = this.#byUid.get(uid);
    if (still?.kind === 'live' && this.#motionParts.all(uid).length === 0)
      this.#put(still, { ...still, kind: 'image' });
  }

  /** Adds a listed photo about which nothing else is known: it exists, but cannot be read yet. */
  writeUnknown(uid: string, captureTime: number, pass: number): void {
    if (this.#byUid.get(uid)) {
      this.#setPass.run(pass, uid);
      return;
    }
    this.#put(undefined, {
      ...{ uid, role: 'main', main_uid: null, kind: 'image', name: 'unnamed', media_type: 'application/octet-stream' },
      ...{
        rev: `unread-${digestOf(uid)}`,
        size: 0,
        claimed_sha1: null,
        modification_time: null,
        tags: '[]',
        favourite: 0,
      },
      ...{ capture_time: captureTime, modified_time: captureTime, created_time: null, pass, error: unknownError },
    });
  }

  /** Marks a photo as visited by a pass, regardless of the result. */
  passed(uid: string, pass: number): void {
    this.#setPass.run(pass, uid);
  }

  /** Removes a photo that no longer exists, and its motion parts. */
  remove(uid: string, now: number): void {
    const row = this.#byUid.get(uid);
    if (!row) return;
    for (const part of this.#motionParts.all(uid)) this.#drop(part, now);
    this.#drop(row, now);
  }

  /** Records that the sha1 claimed by the uploader does not match the bytes. */
  disprove(uid: string, claimedSha1: string, now: number): void {
    const row = this.#byUid.get(uid);
    if (row?.claimed_sha1 !== claimedSha1 || row.wrong_sha1 === claimedSha1) return;
    this.transact(now, () => {
      this.#setWrongSha1.run(claimedSha1, uid);
      this.#tell(uid);
    });
  }

  /** Records the actual size: the store may only know the size of the encrypted file. */
  learnSize(uid: string, size: number): void {
    if (this.#byUid.get(uid)?.size !== size) this.#setSize.run(size, uid);
  }

  #put(previous: PhotoRow | undefined, columns: Columns): void {
    if (!previous) this.#insert.run(columns);
    else if (columnNames.every((name) => name === 'pass' || previous[name] === columns[name]))
      this.#setPass.run(columns.pass, columns.uid);
    else this.#update.run({ id: previous.id, ...columns });
    const isNews = !previous || toldColumns.some((name) => previous[name] !== columns[name]);
    // A motion part that was never in the timeline does not leave it.
    if (isNews && (columns.role === 'main' || (previous?.role === 'main' && previous.seq !== null)))
      this.#tell(columns.uid);
  }

  #leaveAlbums({ uid, capture_time: captureTime }: PhotoRow, now: number): void {
    this.albums.place({ uid, captureTime }, [], now);
  }

  #drop(row: PhotoRow, now: number): void {
    this.#leaveAlbums(row, now);
    this.#remove.run(row.id);
    if (row.seq !== null) this.#feed.gone('photo', row.uid, now);
  }

  #tell(uid: string): void {
    const row = this.#byUid.get(uid);
    if (row) this.#feed.photoChanged(row.id);
  }
}

/**
 * The columns that the service sees. The size is not one of them: it may be that of the encrypted file until the bytes are
 * read, so a different size does not count as a change.
 */
const toldColumns = [
  ...['role', 'main_uid', 'kind', 'name', 'media_type', 'rev', 'claimed_sha1'],
  ...['capture_time', 'modified_time', 'created_time', 'tags', 'favourite', 'error'],
] as (keyof Columns)[];

const columnNames = ['uid', ...toldColumns, 'size', 'modification_time', 'pass'] as (keyof Columns)[];

const favouriteTag = 'Favorites';

/** Tags that are already expressed by `kind` and `favourite`. */
const toldElsewhere: ReadonlySet<string> = new Set([favouriteTag, 'Videos', 'LivePhotos', 'MotionPhotos', 'Raw']);

function columnsOf(node: UpstreamNode, previous: PhotoRow | undefined, pass: number): Columns {
  const rev = revOf(node, previous);
  // A size learned from the bytes stays valid as long as the bytes are the same.
  const size = previous?.error === null && previous.rev === rev && node.sha1 === null ? previous.size : node.size;
  return {
    ...{ uid: node.uid, role: 'main', main_uid: null, kind: kindOf(node), name: node.name, media_type: node.mediaType },
    ...{ rev, size, claimed_sha1: node.sha1, modification_time: node.modificationTime, capture_time: node.captureTime },
    ...{ modified_time: node.modifiedTime, created_time: node.createdTime, pass, error: null },
    tags: JSON.stringify(node.tags.filter((tag) => !toldElsewhere.has(tag))),
    favourite: node.tags.includes(favouriteTag) ? 1 : 0,
  };
}

/**
 * The upstream reports no revisions. The first one that was derived is kept as long as nothing indicates that the bytes
 * changed: a sha1 that becomes known later is not a change.
 */
function revOf({ sha1, modificationTime, size }: UpstreamNode, previous: PhotoRow | undefined): string {
  const rev = sha1 ?? `time-${digestOf(`${modificationTime ?? ''} ${size}`)}`;
  if (previous?.error !== null) return rev;
  if (sha1 !== null && previous.claimed_sha1 !== null) return sha1 === previous.claimed_sha1 ? previous.rev : rev;
  return modificationTime === previous.modification_time ? previous.rev : rev;
}

function kindOf({ mediaType, name, tags }: UpstreamNode): PhotoKind {
  if (mediaType.startsWith('video/')) return 'video';
  return tags.includes('Raw') || rawType.test(mediaType) || fileType(name)?.kind === 'raw' ? 'raw' : 'image';
}

const rawType = /^image\/(x-(adobe-dng|canon|nikon|sony|fuji|olympus|panasonic|pentax|samsung)|dng|x-raw|x-dcraw)/;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
