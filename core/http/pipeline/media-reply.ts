import type { FullPhoto, ThumbBytes, Unchanged } from '../../services/media.ts';
import type { CropBytes } from '../../services/people/face-crops.ts';
import type { VideoStream } from '../../services/video-streams.ts';
import { Reply } from './route.ts';

/** Characters of a name that are sent: a file system takes no longer one. */
const longestName = 255;

/** Characters removed from file names: control characters, and direction marks that can disguise an extension. */
const unwanted = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** The URL of a small picture changes with its content, so a copy is good for ever. */
const forEver = 'private, max-age=31536000, immutable';
/** An original's URL stays while its content may change: a copy is good after asking. */
const afterAsking = 'private, no-cache';

export function thumbReply(thumb: ThumbBytes | Unchanged): Reply {
  return keptReply(thumb, 'image/webp');
}

export function cropReply(crop: CropBytes | Unchanged): Reply {
  return keptReply(crop, 'image/jpeg');
}

function keptReply(picture: ThumbBytes | CropBytes | Unchanged, mediaType: string): Reply {
  const headers = { etag: picture.etag, 'cache-control': forEver };
  if (picture.unchanged) return new Reply(null, { status: 304, headers });
  return new Reply(picture.bytes, {
    headers: { ...headers, 'content-type': mediaType, 'content-length': String(picture.bytes.length) },
  });
}

/** @param download whether the browser is to save the photo rather than show it */
export function fullReply(photo: FullPhoto | Unchanged, download: boolean): Reply {
  const caching = { etag: photo.etag, 'cache-control': afterAsking };
  if (photo.unchanged) return new Reply(null, { status: 304, headers: caching });
  const shown = isShown(photo.mediaType);
  const headers: Record<string, string> = {
    ...caching,
    'content-type': shown ? photo.mediaType : 'application/octet-stream',
    'content-length': String(photo.length),
    // A picture that was made for this answer is sent whole.
    'accept-ranges': Buffer.isBuffer(photo.body) ? 'none' : 'bytes',
    'content-disposition': contentDisposition(download || !shown ? 'attachment' : 'inline', photo.fileName),
  };
  if (!photo.range) return new Reply(photo.body, { headers });
  const { start, end } = photo.range;
  headers['content-range'] = `bytes ${start}-${end}/${photo.totalLength}`;
  return new Reply(photo.body, { status: 206, headers });
}

/** A video that is converted while it plays, so its length is unknown. */
export function streamReply({ body, startsAt }: VideoStream): Reply {
  return new Reply(body ?? Buffer.alloc(0), {
    headers: { 'content-type': 'video/mp4', 'accept-ranges': 'none', 'x-stream-start': String(+startsAt.toFixed(3)) },
  });
}

/**
 * Whether a browser may show a file inline. Pictures and videos only, no SVG: a page or script among the photos must
 * not run with the rights of this site.
 */
function isShown(mediaType: string): boolean {
  return /^(image|video)\/[\w.+-]+$/.test(mediaType) && !mediaType.includes('svg') && !mediaType.includes('xml');
}

/**
 * `Content-Disposition` for a file (RFC 6266). The name comes twice: in ASCII, for programs that know no better, and
 * whole. Neither leads to another folder.
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = sendable(fileName) || 'photo';
  return `${type}; filename="${inAscii(name)}"; filename*=UTF-8''${inExtended(name)}`;
}

function sendable(fileName: string): string {
  const name = fileName
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(unwanted, '')
    .replace(/[/\\]/g, '_')
    .trim();
  const characters = Array.from(name);
  if (characters.length <= longestName) return name;
  const suffix = Array.from(/\.[^.]{1,8}$/u.exec(name)?.[0] ?? '');
  return [...characters.slice(0, longestName - suffix.length), ...suffix].join('');
}

/** Accents are dropped; other non-ASCII and ambiguous characters become `_`. */
function inAscii(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
}

/** As RFC 8187 has it. */
function inExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
