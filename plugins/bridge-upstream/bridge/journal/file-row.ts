import type { Node, PhotoKind } from '../../contract.ts';
import type { CatalogFile } from '../catalog.ts';
import type { FileStamp } from '../driver.ts';
import { fileSeconds } from '../facts/name-time.ts';

/** A row of `files`. */
export interface FileRow {
  readonly id: number;
  readonly uid: string;
  readonly path: string;
  readonly folder: string;
  readonly stem: string;
  readonly handle: string;
  readonly size: number;
  readonly mtime_ms: number;
  readonly ctime_ms: number;
  readonly role: 'main' | 'film' | 'held';
  readonly main_id: number | null;
  readonly kind: PhotoKind;
  readonly media_type: string;
  readonly rev: string;
  readonly sha1: string | null;
  readonly capture_time: number;
  readonly capture_time_source: 'exif' | 'name' | 'mtime';
  readonly utc_offset: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly device: string | null;
  readonly orientation: number | null;
  /** The identifier that Apple writes into both files of a live photo; null if there is none, or it has not been read. */
  readonly content_id: string | null;
  readonly error: string | null;
  readonly attempts: number;
  readonly retry_at: number | null;
  readonly first_seen: number;
  readonly album_id: number | null;
  readonly added_at: number | null;
  readonly seq: number | null;
}

export interface NodeRow extends FileRow {
  readonly main_uid: string | null;
  readonly album_uid: string | null;
  /** JSON array. */
  readonly related: string;
  /** JSON object; null for a photo without a motion part. */
  readonly motion: string | null;
}

export const nodeColumns = `
  files.*,
  (SELECT uid FROM files AS main WHERE main.id = files.main_id) AS main_uid,
  (SELECT uid FROM albums WHERE id = files.album_id) AS album_uid,
  (SELECT json_group_array(uid) FROM files AS film WHERE film.main_id = files.id) AS related,
  (SELECT json_object('mediaType', media_type, 'size', size) FROM files AS film
     WHERE film.main_id = files.id ORDER BY film.id LIMIT 1) AS motion`;

/** The stamp with which a file was read. */
export const stampOf = (row: Pick<FileRow, 'size' | 'mtime_ms' | 'ctime_ms'>): FileStamp => ({
  size: row.size,
  mtimeMs: row.mtime_ms,
  ctimeMs: row.ctime_ms,
});

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export function presentNode(row: NodeRow): Node {
  return {
    uid: row.uid,
    kind: row.kind,
    name: nameOf(row.path),
    // Removes the prefix of a displaced file. [Note: photos that take another's name]
    path: row.path.replace(/^\/\d+\//, ''),
    mediaType: row.media_type,
    size: row.size,
    sha1: row.sha1,
    sha1Source: row.sha1 === null ? null : 'computed',
    captureTime: row.capture_time,
    captureTimeSource: row.capture_time_source,
    utcOffset: row.utc_offset,
    modifiedTime: fileSeconds(row.mtime_ms),
    createdTime: null,
    trashed: false,
    rev: row.rev,
    mainUid: row.main_uid,
    relatedUids: JSON.parse(row.related) as string[],
    motion: row.motion === null ? null : (JSON.parse(row.motion) as NonNullable<Node['motion']>),
    tags: [],
    albums: row.album_uid === null ? [] : [{ uid: row.album_uid, addedTime: row.added_at }],
    location: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    camera: row.device === null ? null : { device: row.device, orientation: row.orientation },
    media:
      row.width === null || row.height === null
        ? null
        : { width: row.width, height: row.height, duration: row.duration },
    errors: row.error === null ? [] : [{ field: 'content', message: row.error }],
  };
}

export function presentFile(row: FileRow): CatalogFile {
  return {
    uid: row.uid,
    handle: row.handle,
    name: nameOf(row.path),
    kind: row.kind,
    mediaType: row.media_type,
    rev: row.rev,
    stamp: stampOf(row),
    sha1: row.sha1,
    modifiedTime: fileSeconds(row.mtime_ms),
  };
}
