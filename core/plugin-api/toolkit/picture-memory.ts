/** The header of a picture, as sharp reports it, before decoding. */
export interface PictureHeader {
  readonly format?: string | undefined;
  readonly width: number;
  readonly height: number;
  /** The height of the first page, if several pages are stacked vertically. */
  readonly pageHeight?: number | undefined;
  readonly channels?: number | undefined;
  readonly depth?: string | undefined;
  /** Interlaced or progressive: no line is complete before the last byte. */
  readonly isProgressive?: boolean | undefined;
  readonly chromaSubsampling?: string | undefined;
  readonly orientation?: number | undefined;
}

const MB = 1_000_000;

/** The memory of the smallest picture: the pipeline, and its output. */
const baseMemory = 20 * MB;

/** The beginning of a file, with its header. */
const headBytes = 65_536;

/** Lines that a pipeline buffers around the current one. */
const linesInWork = 2000;

const channelBytes: Readonly<Record<string, number>> = {
  ...{ uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4, complex: 8, double: 8, dpcomplex: 16 },
};

/** Coefficients of 2 bytes per channel and pixel; chroma may be subsampled. */
const coefficientBytes: Readonly<Record<string, number>> = {
  ...{ '4:2:0': 3, '4:1:1': 3, '4:1:0': 2.5, '4:2:2': 4, '4:4:0': 4, '4:4:4': 6, '4:4:4:4': 8, '4:2:0:4': 5 },
};

/**
 * The peak memory of decoding a picture, in bytes: measured for each format with the decoders of sharp 0.35, plus a margin.
 *
 * Most decoders stream line by line, JPEG and WebP also at a reduced size. Interlaced pictures, and those of some formats,
 * have to be in memory completely.
 * @param file for what sharp does not report about its header
 * @param purpose `scaled` to a small picture, or `whole` at full size as a JPEG
 */
export function pictureMemory(header: PictureHeader, file: Uint8Array, purpose: 'scaled' | 'whole'): number {
  const { format, width, channels = 4, isProgressive = false } = header;
  const height = header.pageHeight ?? header.height;
  const pixels = width * height;
  const perChannel = channelBytes[header.depth ?? ''] ?? 8;
  const decoded = pixels * channels * perChannel;
  const lines = Math.min(decoded, width * Math.min(height, linesInWork) * channels * perChannel);
  const decoding = ((): number => {
    switch (format) {
      case 'jpeg':
        return isProgressive ? pixels * (1 + (coefficientBytes[header.chromaSubsampling ?? ''] ?? 2 * channels)) : 0;
      case 'png':
        return isProgressive ? decoded + lines : lines;
      // The decoder's own picture of 4 channels, composed with the previous frames.
      case 'gif':
        return pixels * 4 + lines;
      // Lossy WebP is decoded at a reduced size.
      case 'webp':
        return pixels * (purpose === 'scaled' && !headOf(file).includes('VP8L') ? 2 : 4.4);
      // The planes of the decoder with copies, and the RGB picture made of them.
      case 'heif':
        return pixels * (perChannel > 1 ? 27 : hasHalfColours(headOf(file)) ? 16 : 20);
      // TIFF: a strip may be the whole picture.
      default:
        return decoded + lines;
    }
  })();
  if (purpose === 'scaled') return baseMemory + decoding;
  // A rotated picture, and one that would otherwise be decoded at a reduced size, is in memory completely; so is the JPEG.
  return baseMemory + decoding + lines + decoded + pixels;
}

const headOf = (file: Uint8Array): Buffer =>
  Buffer.from(file.buffer, file.byteOffset, Math.min(headBytes, file.byteLength));

/** Whether an AVIF has 4:2:0 chroma subsampling: by the fourth byte of its `av1C` box (AV1-ISOBMFF, 2.3.3). */
function hasHalfColours(head: Buffer): boolean {
  const box = head.indexOf('av1C');
  return box >= 0 && ((head[box + 6] ?? 0) & 0b1100) === 0b1100;
}

/** The same for HEIC, in its separate decoder: planes, and the RGB picture made of them. */
export function heicMemory(pixels: number, isTiled: boolean): number {
  return baseMemory + pixels * (isTiled ? 6.2 : 10);
}
