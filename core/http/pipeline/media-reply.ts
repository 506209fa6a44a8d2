import type { FullPhoto, ThumbBytes, UnchangedContent } from '../../services/media.ts';
import type { CropBytes } from '../../services/people/face-crops.ts';
import type { VideoStream } from '../../services/video-streams.ts';
import { Reply } from './route.ts';

/** The maximum length of a file name in characters; file systems accept no longer ones. */
const longestName = 255;

/** Characters removed from file names: control characters, and direction marks that can disguise an extension. */
const unwantedCharacters = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** The URL of a small picture changes with its content, so a copy is valid forever. */
const forEver = 'private, max-age=31536000, immutable';
/** The URL of an original stays the same if its content changes, so a copy must be revalidated. */
const afterAsking = 'private, no-cache';

export function thumbReply(thumb: ThumbBytes | UnchangedContent): Reply {
  return keptReply(thumb, 'image/webp');
}

export function cropReply(crop: CropBytes | UnchangedContent): Reply {
  return keptReply(crop, 'image/jpeg');
}

function keptReply(picture: ThumbBytes | CropBytes | UnchangedContent, mediaType: string): Reply {
  const headers = { etag: picture.etag, 'cache-control': forEver };
  if (picture.unchanged) return new Reply(null, { status: 304, headers });
  return new Reply(picture.bytes, {
    headers: { ...headers, 'content-type': mediaType, 'content-length': String(picture.bytes.length) },
  });
}

/** @param download whether the browser must save the photo instead of showing it */
export function fullReply(photo: FullPhoto | UnchangedContent, download: boolean): Reply {
  const caching = { etag: photo.etag, 'cache-control': afterAsking };
  if (photo.unchanged) return new Reply(null, { status: 304, headers: caching });
  const isViewable = isShown(photo.mediaType);
  const headers: Record<string, string> = {
    ...caching,
    'content-type': isViewable ? photo.mediaType : 'application/octet-stream',
    'content-length': String(photo.length),
    // A picture that was made for this answer is always sent as a whole.
    'accept-ranges': Buffer.isBuffer(photo.body) ? 'none' : 'bytes',
    'content-disposition': contentDisposition(download || !isViewable ? 'attachment' : 'inline', photo.fileName),
  };
  if (!photo.range) return new Reply(photo.body, { headers });
  const { start, end } = photo.range;
  headers['content-range'] = `bytes ${start}-${end}/${photo.totalLength}`;
  return new Reply(photo.body, { status: 206, headers });
}

/** A video that is converted during playback, so its length is unknown. */
export function streamReply({ body, startsAt }: VideoStream): Reply {
  return new Reply(body ?? Buffer.alloc(0), {
    headers: { 'content-type': 'video/mp4', 'accept-ranges': 'none', 'x-stream-start': String(+startsAt.toFixed(3)) },
  });
}

/**
 * Whether a browser may show a file inline. Only pictures and videos, without SVG: a page or script among the photos must
 * not run with the permissions of this site.
 */
function isShown(mediaType: string): boolean {
  return /^(image|video)\/[\w.+-]+$/.test(mediaType) && !mediaType.includes('svg') && !mediaType.includes('xml');
}

/**
 * `Content-Disposition` for a file (RFC 6266). The name is sent twice: in ASCII for old programs, and in full. Neither can
 * lead to another folder.
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = sendable(fileName) || 'photo';
  return `${type}; filename="${inAscii(name)}"; filename*=UTF-8''${inExtended(name)}`;
}

function sendable(fileName: string): string {
  const name = fileName
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(unwantedCharacters, '')
    .replace(/[/\\]/g, '_')
    .trim();
  const characters = Array.from(name);
  if (characters.length <= longestName) return name;
  const suffix = Array.from(/\.[^.]{1,8}$/u.exec(name)?.[0] ?? '');
  return [...characters.slice(0, longestName - suffix.length), ...suffix].join('');
}

/** Drops accents; replaces other non-ASCII and ambiguous characters with `_`. */
function inAscii(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
}

/** Encodes a name as defined by RFC 8187. */
function inExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
