import type { FullPhoto, ThumbBytes, Unchanged } from '../../services/media.ts';
import type { CropBytes } from '../../services/people/face-crops.ts';
import { contentDisposition } from './file-name-header.ts';
import { Reply } from './route.ts';

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

/**
 * Whether a browser may show a file as what it says it is. Pictures and videos only, and no SVG: a page or a script that
 * somebody put among the photos must not run with the rights of this site.
 */
function isShown(mediaType: string): boolean {
  return /^(image|video)\/[\w.+-]+$/.test(mediaType) && !mediaType.includes('svg') && !mediaType.includes('xml');
}
