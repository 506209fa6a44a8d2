import type { PhotoKind } from '../../contract.ts';
import { fileType } from '../scan/photo-files.ts';

/** What a file is by its content, which names lie about too often. */
export interface FileFormat {
  readonly kind: PhotoKind;
  readonly mediaType: string;
}

/** Signatures at the start of a file; a dot stands for any byte. */
const signatures: readonly (readonly [signature: string, kind: PhotoKind, mediaType: string])[] = [
  ['\xff\xd8\xff', 'image', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image', 'image/png'],
  ['GIF8', 'image', 'image/gif'],
  ['RIFF....WEBP', 'image', 'image/webp'],
  ['RIFF....AVI ', 'video', 'video/x-msvideo'],
];

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];

/**
 * The format of a file with this name and these first bytes. Where the content says nothing certain, the name decides:
 * most raw formats are TIFF by their first bytes, and all videos of one container look alike.
 */
export function fileFormat(path: string, head: Uint8Array): FileFormat {
  const named = fileType(path) ?? { kind: 'image', mediaType: 'application/octet-stream' };
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(64, head.byteLength)).toString('latin1');
  if (start.startsWith('ftyp', 4)) return isoMedia(start, named);
  const known = signatures.find(([signature]) => matches(start, signature));
  if (known) return { kind: known[1], mediaType: known[2] };
  const tiff = /^(II\*\0|MM\0\*)/.test(start);
  return tiff && named.kind !== 'raw' ? { kind: 'image', mediaType: 'image/tiff' } : named;
}

const matches = (start: string, signature: string): boolean =>
  Array.from(signature).every((character, index) => character === '.' || start[index] === character);

/** HEIC, AVIF, CR3 and MP4 share one container (ISO 14496-12); the brands in its first box tell them apart. */
function isoMedia(start: string, named: FileFormat): FileFormat {
  const length = Math.min(Buffer.from(start, 'latin1').readUInt32BE(0), start.length);
  const brands = [start.slice(8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(start.slice(at, at + 4));
  if (brands[0] === 'crx ') return { kind: 'raw', mediaType: 'image/x-canon-cr3' };
  if (brands.includes('avif') || brands.includes('avis')) return { kind: 'image', mediaType: 'image/avif' };
  if (brands.some((brand) => heicBrands.includes(brand))) {
    return { kind: 'image', mediaType: named.mediaType === 'image/heif' ? 'image/heif' : 'image/heic' };
  }
  if (named.kind === 'video') return named;
  return { kind: 'video', mediaType: brands[0] === 'qt  ' ? 'video/quicktime' : 'video/mp4' };
}
