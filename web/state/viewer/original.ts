import type { Photo, Signature } from '../../../core/http/wire.ts';

/** Types that browsers display; the server converts others to JPEG. */
const shownByBrowsers = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/bmp']);

/** The signed URLs of a photo's original, for viewing and for downloading. */
export interface OriginalUrls {
  readonly view: string;
  readonly download: string;
}

/** The path of the original, unsigned. */
export function originalPath(uid: string): string {
  return `/api/photos/${encodeURIComponent(uid)}/full`;
}

/** The path of a video stream that the server converts for browsers that cannot play the original. */
export function streamPath(uid: string): string {
  return `/api/photos/${encodeURIComponent(uid)}/stream`;
}

/** The path of the motion part of a live photo. */
export function motionPath(uid: string): string {
  return `/api/photos/${encodeURIComponent(uid)}/motion`;
}

/** Whether browsers cannot display the original, or it is rotated. */
export function needsServer({ kind, mime, rotation }: Pick<Photo, 'kind' | 'mime' | 'rotation'>): boolean {
  return kind !== 'video' && (!shownByBrowsers.has(mime) || rotation !== 0);
}

/** @param signature of the path of the original */
export function originalUrls(photo: Photo, { sig, exp }: Signature): OriginalUrls {
  const signed = `${originalPath(photo.uid)}?${new URLSearchParams({ sig, exp: String(exp) }).toString()}`;
  // Each rotation has a URL of its own, so that the browser does not reuse a cached picture.
  const asJpeg = `${signed}&format=jpeg${photo.rotation === 0 ? '' : `&v=${photo.rotation}`}`;
  return { view: needsServer(photo) ? asJpeg : signed, download: `${signed}&download=1` };
}
