import type { PhotoKind } from '../../contract.ts';

export interface FileType {
  readonly kind: PhotoKind;
  readonly mediaType: string;
}

const types = new Map<string, FileType>();

function add(kind: PhotoKind, byExtension: Readonly<Record<string, string>>): void {
  for (const [extension, mediaType] of Object.entries(byExtension)) types.set(extension, { kind, mediaType });
}

add('image', {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
});
add('raw', {
  dng: 'image/x-adobe-dng',
  cr2: 'image/x-canon-cr2',
  cr3: 'image/x-canon-cr3',
  nef: 'image/x-nikon-nef',
  arw: 'image/x-sony-arw',
  raf: 'image/x-fuji-raf',
  orf: 'image/x-olympus-orf',
  rw2: 'image/x-panasonic-rw2',
  pef: 'image/x-pentax-pef',
  srw: 'image/x-samsung-srw',
});
add('video', {
  mp4: 'video/mp4',
  m4v: 'video/x-m4v',
  mov: 'video/quicktime',
  '3gp': 'video/3gpp',
  avi: 'video/x-msvideo',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  mts: 'video/mp2t',
  m2ts: 'video/mp2t',
});

/** The extension in lower case; empty for a name without one. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The type of a file by its extension; undefined if it is not a photo. */
export const fileType = (path: string): FileType | undefined => types.get(extensionOf(path));
