/**
 * The syntax of the upstream's uids. It makes them safe as part of a file name: without a dot, they cannot lead out of a
 * folder.
 */
const uidPattern = /^[A-Za-z0-9_=~-]{1,256}$/;

export const isUid = (value: unknown): value is string => typeof value === 'string' && uidPattern.test(value);

/** The volume in a uid: the part before `~`. Undefined if there is none. */
export function volumeOf(uid: string): string | undefined {
  const at = uid.indexOf('~');
  return at > 0 ? uid.slice(0, at) : undefined;
}

/** A line of `/timeline/ids`. */
export interface ListedPhoto {
  readonly uid: string;
  /** Epoch seconds; null if the store has no time. */
  readonly captureTime: number | null;
}

/** A photo, or the motion part of one, as returned by `/nodes`. */
export interface UpstreamNode {
  readonly uid: string;
  readonly name: string;
  readonly mediaType: string;
  /** Epoch seconds. */
  readonly captureTime: number;
  readonly createdTime: number | null;
  readonly modifiedTime: number;
  /** Unparsed: a revision is derived from it if there is no sha1. */
  readonly modificationTime: string | null;
  /** The size according to the uploader; otherwise that of the encrypted file, which is larger. */
  readonly size: number;
  /** The sha1 according to the uploader; 40 lower-case hexadecimal digits. */
  readonly sha1: string | null;
  readonly tags: readonly string[];
  readonly albums: readonly string[];
  readonly relatedUids: readonly string[];
}

/** The response of `/nodes` for one uid. */
export type NodeAnswer =
  | { readonly uid: string; readonly node: UpstreamNode }
  /** The store does not have this photo. */
  | { readonly uid: string; readonly node: null };

type Fields = Readonly<Record<string, unknown>>;

/*
 * The upstream's protocol has no version and may change without notice. A line without a uid is ignored; any other
 * unexpected field counts as unknown, so that it does not affect the rest.
 */

/** Undefined if it is not a line of a list. */
export function readListed(line: string): ListedPhoto | undefined {
  const fields = parse(line);
  const uid = fields?.['uid'];
  return isUid(uid) ? { uid, captureTime: seconds(fields?.['captureTime']) } : undefined;
}

/** Undefined if it is not a response for a node. */
export function readNodeAnswer(line: string): NodeAnswer | undefined {
  const fields = parse(line);
  const uid = fields?.['uid'];
  if (!fields || !isUid(uid)) return undefined;
  if (fields['missing'] === true) return { uid, node: null };
  return typeof fields['name'] === 'string' ? { uid, node: nodeOf(uid, fields) } : undefined;
}

function nodeOf(uid: string, fields: Fields): UpstreamNode {
  const created = seconds(fields['creationTime']);
  const modified = seconds(fields['modificationTime']);
  const captured = seconds(fields['captureTime']);
  const { sha1, size, mediaType, name, modificationTime } = fields;
  return {
    uid,
    name: wellFormed(text(name).slice(0, 1000)) || 'unnamed',
    mediaType: /^[\w.+-]+\/[\w.+-]+$/.test(text(mediaType))
      ? text(mediaType).toLowerCase()
      : 'application/octet-stream',
    captureTime: captured ?? created ?? modified ?? 0,
    createdTime: created,
    modifiedTime: modified ?? created ?? captured ?? 0,
    modificationTime: typeof modificationTime === 'string' ? wellFormed(modificationTime) : null,
    size: Number.isSafeInteger(size) && (size as number) >= 0 ? (size as number) : 0,
    sha1: /^[0-9a-f]{40}$/i.test(text(sha1)) ? text(sha1).toLowerCase() : null,
    tags: list(fields['tags'])
      .filter((tag): tag is string => typeof tag === 'string' && tag.length <= 64)
      .map(wellFormed),
    albums: [...new Set(list(fields['albums']).filter(isUid))],
    relatedUids: [...new Set(list(fields['relatedPhotoNodeUids']).filter(isUid))],
  };
}

function parse(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Removes lone surrogates, which JSON can represent and UTF-8 cannot, and which truncating a text may leave. */
const wellFormed = (value: string): string => Buffer.from(value).toString();

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Seconds beyond the range of a JavaScript date are invalid. */
const farthest = 8.64e12;

function seconds(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(ms) ? null : Math.max(-farthest, Math.min(farthest, Math.floor(ms / 1000)));
}
