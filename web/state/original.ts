import type { Photo, Signature } from '../../core/http/wire.ts';

/** What browsers show by themselves; of other pictures the server makes a JPEG. */
const shownByBrowsers = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/bmp']);

export function originalPath(uid: string): string {
  return `/api/photos/${encodeURIComponent(uid)}/full`;
}

/** The signed addresses of a photo's original: to look at, and to keep. */
export function originalUrls(photo: Photo, { sig, exp }: Signature): { view: string; download: string } {
  const signed = `${originalPath(photo.uid)}?${new URLSearchParams({ sig, exp: String(exp) }).toString()}`;
  const asItIs = photo.kind === 'video' || shownByBrowsers.has(photo.mime);
  return { view: asItIs ? signed : `${signed}&format=jpeg`, download: `${signed}&download=1` };
}
