import type { Node, PhotoKind } from '../../../contract.ts';
import type { CatalogFile } from '../../catalog.ts';

/** The value of `files.role` in the row of a motion part, the video of a live photo. */
export const motionRole = 'film';

/** A row of `files`. */
export interface PhotoRow {
  readonly id: number;
  readonly uid: string;
  readonly role: 'main' | typeof motionRole;
  readonly main_uid: string | null;
  readonly kind: PhotoKind;
  readonly name: string;
  readonly media_type: string;
  readonly rev: string;
  readonly size: number;
  readonly claimed_sha1: string | null;
  readonly wrong_sha1: string | null;
  readonly modification_time: string | null;
  readonly capture_time: number;
  readonly modified_time: number;
  readonly created_time: number | null;
  /** JSON array. */
  readonly tags: string;
  readonly favourite: 0 | 1;
  readonly pass: number;
  readonly error: string | null;
  readonly missed: number;
  readonly missed_since: number | null;
  readonly seq: number | null;
}

export interface NodeRow extends PhotoRow {
  readonly known_main: string | null;
  /** JSON arrays. */
  readonly related: string;
  readonly albums: string;
  /** JSON object; null for a photo without a motion part. */
  readonly motion: string | null;
}

export const nodeColumns = `
  files.*,
  (SELECT uid FROM files AS main WHERE main.uid = files.main_uid) AS known_main,
  (SELECT json_group_array(uid) FROM files AS part WHERE part.main_uid = files.uid AND part.role = '${motionRole}') AS related,
  (SELECT json_group_array(albums.uid) FROM members JOIN albums ON albums.id = album_id
     WHERE members.uid = files.uid AND name IS NOT NULL) AS albums,
  (SELECT json_object('mediaType', media_type, 'size', size) FROM files AS part
     WHERE part.main_uid = files.uid AND part.role = '${motionRole}' ORDER BY part.id LIMIT 1) AS motion`;

/** The claimed sha1; null if the bytes have shown that it is wrong. */
const sha1Of = ({ claimed_sha1, wrong_sha1 }: PhotoRow): string | null =>
  claimed_sha1 === wrong_sha1 ? null : claimed_sha1;

const wrongClaim = {
  field: 'sha1',
  message: 'The SHA-1 that the uploader noted is not that of the bytes: it is left out.',
};

export function presentNode(row: NodeRow): Node {
  const sha1 = sha1Of(row);
  return {
    uid: row.uid,
    kind: row.kind,
    name: row.name,
    mediaType: row.media_type,
    size: row.size,
    sha1,
    sha1Source: sha1 === null ? null : 'claimed',
    captureTime: row.capture_time,
    captureTimeSource: 'upstream',
    utcOffset: null,
    modifiedTime: row.modified_time,
    createdTime: row.created_time,
    trashed: false,
    rev: row.rev,
    mainUid: row.role === motionRole ? row.known_main : null,
    relatedUids: JSON.parse(row.related) as string[],
    tags: JSON.parse(row.tags) as string[],
    favourite: row.favourite === 1,
    motion: row.motion === null ? null : (JSON.parse(row.motion) as NonNullable<Node['motion']>),
    albums: (JSON.parse(row.albums) as string[]).map((uid) => ({ uid, addedTime: null })),
    location: null,
    camera: null,
    media: null,
    errors: [
      ...(row.error === null ? [] : [{ field: 'content', message: row.error }]),
      ...(row.wrong_sha1 !== null && row.wrong_sha1 === row.claimed_sha1 ? [wrongClaim] : []),
    ],
  };
}

export const presentFile = (row: PhotoRow): CatalogFile => ({
  uid: row.uid,
  handle: row.uid,
  name: row.name,
  kind: row.kind,
  mediaType: row.media_type,
  rev: row.rev,
  stamp: { size: row.size, mtimeMs: row.modified_time * 1000, ctimeMs: 0 },
  sha1: sha1Of(row),
  modifiedTime: row.modified_time,
});
