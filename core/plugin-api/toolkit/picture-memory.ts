/** What a header tells of a picture, as sharp says it, before anything is decoded. */
export interface PictureHeader {
  readonly format?: string | undefined;
  readonly width: number;
  readonly height: number;
  /** Of the first of several pictures that lie below each other. */
  readonly pageHeight?: number | undefined;
  readonly channels?: number | undefined;
  readonly depth?: string | undefined;
  /** Interlaced, or in several scans: no line of it is complete before the last byte. */
  readonly isProgressive?: boolean | undefined;
  readonly chromaSubsampling?: string | undefined;
  readonly orientation?: number | undefined;
}

const MB = 1_000_000;

/** What the smallest picture takes: the pipeline, and what comes out of it. */
const little = 20 * MB;

/** The beginning of a file, where the header says what follows. */
const headBytes = 65_536;

/** Lines that a pipeline keeps around the one it works at. */
const linesInWork = 2000;

const channelBytes: Readonly<Record<string, number>> = {
  ...{ uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4, complex: 8, double: 8, dpcomplex: 16 },
};

/** Coefficients of 2 bytes for each channel of each pixel, of which the colours may have fewer. */
const coefficientBytes: Readonly<Record<string, number>> = {
  ...{ '4:2:0': 3, '4:1:1': 3, '4:1:0': 2.5, '4:2:2': 4, '4:4:0': 4, '4:4:4': 6, '4:4:4:4': 8, '4:2:0:4': 5 },
};

/**
 * The most memory, in bytes, that decoding a picture takes: measured for each format with the decoders of sharp 0.35, and a
 * little more.
 *
 * Most decoders hand on line by line, and JPEG and WebP at a fraction of their size. An interlaced picture has to be there
 * as a whole, and so do those of some formats always.
 * @param file for what sharp does not tell of its header
 * @param purpose `scaled` to a small picture, or `whole` in its own size as a JPEG
 */
export function pictureMemory(header: PictureHeader, file: Uint8Array, purpose: 'scaled' | 'whole'): number {
  const { format, width, channels = 4, isProgressive = false } = header;
  const height = header.pageHeight ?? header.height;
  const pixels = width * height;
  const perChannel = channelBytes[header.depth ?? ''] ?? 8;
  const whole = pixels * channels * perChannel;
  const lines = Math.min(whole, width * Math.min(height, linesInWork) * channels * perChannel);
  const decoding = ((): number => {
    switch (format) {
      case 'jpeg':
        return isProgressive ? pixels * (1 + (coefficientBytes[header.chromaSubsampling ?? ''] ?? 2 * channels)) : 0;
      case 'png':
        return isProgressive ? whole + lines : lines;
      // The decoder's own picture of 4 channels, with those before the present one.
      case 'gif':
        return pixels * 4 + lines;
      // What is not lossless is decoded at a fraction of its size.
      case 'webp':
        return pixels * (purpose === 'scaled' && !headOf(file).includes('VP8L') ? 2 : 4.4);
      // Planes of the decoder, with its own copies, and the picture in colours made of them.
      case 'heif':
        return pixels * (perChannel > 1 ? 27 : hasHalfColours(headOf(file)) ? 16 : 20);
      // TIFF: a strip may be the whole picture.
      default:
        return whole + lines;
    }
  })();
  if (purpose === 'scaled') return little + decoding;
  // A picture that is turned, and one that is unpacked at a fraction otherwise, is there as a whole; and so is the JPEG.
  return little + decoding + lines + whole + pixels;
}

const headOf = (file: Uint8Array): Buffer =>
  Buffer.from(file.buffer, file.byteOffset, Math.min(headBytes, file.byteLength));

/** Whether an AVIF has one pixel of colour for four (4:2:0): by the fourth byte of its `av1C` box (AV1-ISOBMFF, 2.3.3). */
function hasHalfColours(head: Buffer): boolean {
  const box = head.indexOf('av1C');
  return box >= 0 && ((head[box + 6] ?? 0) & 0b1100) === 0b1100;
}

/** The same for HEIC, in the decoder that is not sharp's: planes, and the picture in colours made of them. */
export function heicMemory(pixels: number, isTiled: boolean): number {
  return little + pixels * (isTiled ? 6.2 : 10);
}
