import type { PhotoKind } from 'photofinch/plugin-api';
import { fileFormat } from 'photofinch/plugin-api/toolkit';

export interface MediaType {
  readonly kind: Exclude<PhotoKind, 'live'>;
  readonly mediaType: string;
}

const types = new Map<string, MediaType>();

function add(kind: MediaType['kind'], byExtension: Readonly<Record<string, string>>): void {
  for (const [extension, mediaType] of Object.entries(byExtension)) types.set(extension, { kind, mediaType });
}

add('image', {
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', jpe: 'image/jpeg', png: 'image/png', webp: 'image/webp' },
  ...{ gif: 'image/gif', avif: 'image/avif', heic: 'image/heic', heif: 'image/heif', bmp: 'image/bmp' },
  ...{ tif: 'image/tiff', tiff: 'image/tiff' },
});
add('raw', {
  ...{ dng: 'image/x-adobe-dng', cr2: 'image/x-canon-cr2', cr3: 'image/x-canon-cr3', nef: 'image/x-nikon-nef' },
  ...{ arw: 'image/x-sony-arw', raf: 'image/x-fuji-raf', orf: 'image/x-olympus-orf', rw2: 'image/x-panasonic-rw2' },
  ...{ pef: 'image/x-pentax-pef', srw: 'image/x-samsung-srw' },
});
add('video', {
  ...{ mp4: 'video/mp4', m4v: 'video/x-m4v', mov: 'video/quicktime', '3gp': 'video/3gpp', avi: 'video/x-msvideo' },
  ...{ mkv: 'video/x-matroska', webm: 'video/webm', mts: 'video/mp2t', m2ts: 'video/mp2t', mpg: 'video/mpeg' },
  // The motion parts of stills from Pixel phones.
  ...{ mp: 'video/mp4', mv: 'video/mp4' },
});

/** In lower case; empty for a name without an extension. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

export const stemOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
};

/** The type of a file by its name; undefined if it is not a photo. */
export const typeByName = (name: string): MediaType | undefined => types.get(extensionOf(name));

/** Formats that are identified reliably by the first bytes: file extensions in exports are sometimes wrong. */
const certain = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/avif']);

/** The type of a file by its first bytes, if they identify it, else by its name. */
export function typeOf(nameType: MediaType, head: Uint8Array): MediaType {
  const mediaType = fileFormat(head)?.mime;
  if (mediaType === undefined || nameType.kind === 'raw') return nameType;
  if (certain.has(mediaType)) return nameType.mediaType === 'image/heif' ? nameType : { kind: 'image', mediaType };
  return nameType.kind !== 'video' && mediaType.startsWith('video/') ? { kind: 'video', mediaType } : nameType;
}
