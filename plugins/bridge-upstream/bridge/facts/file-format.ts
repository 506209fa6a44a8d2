import { fileFormat as formatOf } from 'photofinch/plugin-api/toolkit';
import type { PhotoKind } from '../../contract.ts';
import { fileType } from '../scan/photo-files.ts';

/** What a file is by its content, which names lie about too often. */
export interface FileFormat {
  readonly kind: PhotoKind;
  readonly mediaType: string;
}

/** What is certain by the first bytes alone. */
const certain = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/x-msvideo']);

/**
 * The format of a file with this name and these first bytes. Where the content says nothing certain, the name decides:
 * most raw formats are TIFF by their first bytes, and all videos of one container look alike.
 */
export function fileFormat(path: string, head: Uint8Array): FileFormat {
  const named = fileType(path) ?? { kind: 'image', mediaType: 'application/octet-stream' };
  const { mime, brand } = formatOf(head) ?? {};
  if (mime === undefined) return named;
  const kind = mime.startsWith('video/') ? 'video' : 'image';
  if (brand === undefined) {
    const known = certain.has(mime) || (mime === 'image/tiff' && named.kind !== 'raw');
    return known ? { kind, mediaType: mime } : named;
  }
  if (brand === 'crx ') return { kind: 'raw', mediaType: 'image/x-canon-cr3' };
  if (kind === 'video') return named.kind === 'video' ? named : { kind, mediaType: mime };
  return mime === 'image/heic' && named.mediaType === 'image/heif' ? named : { kind, mediaType: mime };
}
