/** The format of a file by its content: names and declared types are too often wrong. */
export interface FileFormat {
  readonly name: string;
  readonly mime: string;
  /**
   * The major brand of the container that HEIC, AVIF, CR3 and MP4 share (ISO 14496-12); it may be more specific than `mime`.
   */
  readonly brand?: string;
}

const format = (name: string, mime: string): FileFormat => ({ name, mime });

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);

/** Signatures at the start of a file; a dot stands for any byte. */
const signatures: readonly (readonly [signature: string, format: FileFormat])[] = [
  ['\xff\xd8\xff', format('JPEG', 'image/jpeg')],
  ['\x89PNG\r\n\x1a\n', format('PNG', 'image/png')],
  ['GIF8', format('GIF', 'image/gif')],
  ['RIFF....WEBP', format('WebP', 'image/webp')],
  ['II*\0', format('TIFF', 'image/tiff')],
  ['MM\0*', format('TIFF', 'image/tiff')],
  ['II+\0', format('TIFF', 'image/tiff')],
  ['MM\0+', format('TIFF', 'image/tiff')],
  ['BM', format('BMP', 'image/bmp')],
  ['8BPS', format('Photoshop', 'image/vnd.adobe.photoshop')],
  ['%PDF-', format('PDF', 'application/pdf')],
  ['<svg', format('SVG', 'image/svg+xml')],
  ['PK\x03\x04', format('ZIP', 'application/zip')],
  ['\xff\x0a', format('JPEG XL', 'image/jxl')],
  ['\0\0\0\x0cJXL ', format('JPEG XL', 'image/jxl')],
  ['\0\0\0\x0cjP  ', format('JPEG 2000', 'image/jp2')],
  ['RIFF....AVI ', format('AVI video', 'video/x-msvideo')],
  ['\x1aE\xdf\xa3', format('Matroska video', 'video/x-matroska')],
];

/** Recognises a file by its first 64 bytes; null for an unknown format. */
export function fileFormat(bytes: Uint8Array): FileFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(64, bytes.byteLength)).toString('latin1');
  if (head.startsWith('ftyp', 4)) return isoMediaFormat(head);
  return signatures.find(([signature]) => matches(head, signature))?.[1] ?? null;
}

function matches(head: string, signature: string): boolean {
  return Array.from(signature).every((character, index) => character === '.' || head[index] === character);
}

/** The brands in the first box identify the content of the container. */
function isoMediaFormat(head: string): FileFormat {
  const boxLength = Math.min(Buffer.from(head, 'latin1').readUInt32BE(0), head.length);
  const brand = head.slice(8, 12);
  const brands = [brand];
  for (let at = 16; at + 4 <= boxLength; at += 4) brands.push(head.slice(at, at + 4));
  if (brands.includes('avif') || brands.includes('avis')) return { ...format('AVIF', 'image/avif'), brand };
  if (brands.some((candidate) => heicBrands.has(candidate))) return { ...format('HEIC', 'image/heic'), brand };
  if (brand === 'qt  ') return { ...format('QuickTime video', 'video/quicktime'), brand };
  return { ...format('MP4 video', 'video/mp4'), brand };
}
