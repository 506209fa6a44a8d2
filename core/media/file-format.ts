/** What a file is by its content: names and announced types lie too often. */
export interface FileFormat {
  readonly name: string;
  readonly mime: string;
  /** Who can read it: `sharp`, the HEVC decoder, or nobody here. */
  readonly decoder: 'sharp' | 'heic' | null;
}

const picture = (name: string, mime: string): FileFormat => ({ name, mime, decoder: 'sharp' });
const other = (name: string, mime: string): FileFormat => ({ name, mime, decoder: null });

const heic: FileFormat = { name: 'HEIC', mime: 'image/heic', decoder: 'heic' };
const avif = picture('AVIF', 'image/avif');
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);

/** Signatures at the start of a file; a dot stands for any byte. */
const signatures: readonly (readonly [signature: string, format: FileFormat])[] = [
  ['\xff\xd8\xff', picture('JPEG', 'image/jpeg')],
  ['\x89PNG\r\n\x1a\n', picture('PNG', 'image/png')],
  ['GIF8', picture('GIF', 'image/gif')],
  ['RIFF....WEBP', picture('WebP', 'image/webp')],
  ['II*\0', picture('TIFF', 'image/tiff')],
  ['MM\0*', picture('TIFF', 'image/tiff')],
  ['II+\0', picture('TIFF', 'image/tiff')],
  ['MM\0+', picture('TIFF', 'image/tiff')],
  ['BM', other('BMP', 'image/bmp')],
  ['8BPS', other('Photoshop', 'image/vnd.adobe.photoshop')],
  ['%PDF-', other('PDF', 'application/pdf')],
  ['<svg', other('SVG', 'image/svg+xml')],
  ['PK\x03\x04', other('ZIP', 'application/zip')],
  ['\xff\x0a', other('JPEG XL', 'image/jxl')],
  ['\0\0\0\x0cJXL ', other('JPEG XL', 'image/jxl')],
  ['\0\0\0\x0cjP  ', other('JPEG 2000', 'image/jp2')],
  ['RIFF....AVI ', other('AVI video', 'video/x-msvideo')],
  ['\x1aE\xdf\xa3', other('Matroska video', 'video/x-matroska')],
];

/** Recognises a file by its first 64 bytes; null for a format that nobody here knows. */
export function fileFormat(bytes: Uint8Array): FileFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(64, bytes.byteLength)).toString('latin1');
  if (head.startsWith('ftyp', 4)) return isoMediaFormat(head);
  for (const [signature, format] of signatures) {
    if (matches(head, signature)) return format;
  }
  return null;
}

function matches(head: string, signature: string): boolean {
  return Array.from(signature).every((character, index) => character === '.' || head[index] === character);
}

/** HEIC, AVIF and MP4 share one container; the brands in its first box tell them apart. */
function isoMediaFormat(head: string): FileFormat {
  const boxLength = Math.min(Buffer.from(head, 'latin1').readUInt32BE(0), head.length);
  const brands = [head.slice(8, 12)];
  for (let at = 16; at + 4 <= boxLength; at += 4) brands.push(head.slice(at, at + 4));
  if (brands.includes('avif') || brands.includes('avis')) return avif;
  if (brands.some((brand) => heicBrands.has(brand))) return heic;
  return brands[0] === 'qt  ' ? other('QuickTime video', 'video/quicktime') : other('MP4 video', 'video/mp4');
}
