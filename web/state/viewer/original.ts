import type { Photo, Signature } from '../../../core/http/wire.ts';

/** What browsers show by themselves; of other pictures the server makes a JPEG. */
const shownByBrowsers = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/bmp']);

/** The signed addresses of a photo's original: to look at, and to keep. */
export interface OriginalUrls {
  readonly view: string;
  readonly download: string;
}

/** Where the server has the original, before it is signed. */
export function originalPath(uid: string): string {
  return `/api/photos/${encodeURIComponent(uid)}/full`;
}

/** Where the server converts a video for browsers that cannot play its original. */
export function streamPath(uid: string): string {
  return `/api/photos/${encodeURIComponent(uid)}/stream`;
}

/** Where the server has the motion part of a live photo. */
export function motionPath(uid: string): string {
  return `/api/photos/${encodeURIComponent(uid)}/motion`;
}

/** Whether no browser shows the original as it is, or people turned it. */
export function needsServer({ kind, mime, rotation }: Pick<Photo, 'kind' | 'mime' | 'rotation'>): boolean {
  return kind !== 'video' && (!shownByBrowsers.has(mime) || rotation !== 0);
}

/** @param signature of the original’s path */
export function originalUrls(photo: Photo, { sig, exp }: Signature): OriginalUrls {
  const signed = `${originalPath(photo.uid)}?${new URLSearchParams({ sig, exp: String(exp) }).toString()}`;
  // Another address for each turn, so that no picture of before is taken for this one.
  const asJpeg = `${signed}&format=jpeg${photo.rotation === 0 ? '' : `&v=${photo.rotation}`}`;
  return { view: needsServer(photo) ? asJpeg : signed, download: `${signed}&download=1` };
}
