import sharp, { type Sharp } from 'sharp';
import { fileFormat, pictureMemory, type FileFormat } from '../plugin-api/toolkit/index.ts';
import { addTurns, turnSides, turnOfOrientation, type Turn } from '../domain/turn.ts';
import { PhotoError, refuseTooManyPixels } from './photo-error.ts';
import { readTags } from './exif.ts';

/** An opened picture: its header was read, but its pixels were not. */
export interface Picture {
  readonly mime: string;
  /** px of the upright picture, after the requested rotation. */
  readonly width: number;
  readonly height: number;
  /** Whether `upright()` returns Display P3 values, which must still be converted to sRGB. */
  readonly displayP3: boolean;
  /**
   * A pipeline that returns the first frame upright. Waits for the memory that it needs.
   * @param complete whether it fails for a picture with a missing part, instead of showing the rest
   */
  upright(complete?: boolean): Sharp;
  /** Whether its bytes show that the end of the picture is missing, which the decoder would not notice. */
  readonly endsEarly: boolean;
  /** To be called when the pixels are no longer needed. */
  close(): void;
}

export interface PictureOptions {
  readonly maxPixels: number;
  /** Whether the result is a small picture, or one in full size. */
  readonly purpose: 'scaled' | 'whole';
  /** Waits until this many bytes of memory may be used. */
  readonly need: (bytes: number) => void;
  /** Degrees clockwise by which the upright picture is rotated. */
  readonly turned?: Turn;
}

const readBySharp = new Set(['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif'].map((name) => `image/${name}`));

/** The decoder for files of this format: `sharp`, the HEVC decoder, or none. */
export function decoderOf(format: FileFormat | null): 'sharp' | 'heic' | null {
  if (format?.mime === 'image/heic') return 'heic';
  return readBySharp.has(format?.mime ?? '') ? 'sharp' : null;
}

/** Timeout for one decoding in seconds. */
const TIMEOUT = 60;

// Each picture is processed only once, so the operation cache of libvips would only waste memory.
sharp.cache(false);
// A process decodes one picture at a time; pictures are decoded concurrently in several processes.
sharp.concurrency(1);

/**
 * Opens a picture according to its bytes, not its name.
 * @throws PhotoError
 */
export async function openPicture(bytes: Uint8Array, options: PictureOptions): Promise<Picture> {
  if (bytes.byteLength === 0) throw new PhotoError('The file is empty.', 'empty');
  const format = fileFormat(bytes);
  if (!format) throw new PhotoError('The file is not a picture: its content is of no known format.', 'unsupported');
  const decoder = decoderOf(format);
  if (decoder === 'heic') return heicPicture(bytes, options);
  if (!decoder) {
    throw new PhotoError(`The file's content is ${format.name}, which cannot be shown as a photo.`, 'unsupported');
  }

  // A truncated picture is better than none: the existing part is shown.
  const open = (complete: boolean): Sharp =>
    sharp(bytes, { failOn: complete ? 'truncated' : 'none', limitInputPixels: options.maxPixels }).timeout({
      seconds: TIMEOUT,
    });
  const header = await sharp(bytes, { failOn: 'none', limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      // The WebP decoder allocates memory for the whole picture before it reports the size.
      const neededMemory = /out of memory -- size == (\d+)MB/.exec(String(error))?.[1];
      if (neededMemory) options.need(Number(neededMemory) * 1024 * 1024);
      throw damaged(format.name);
    });
  const { width, height } = header.autoOrient;
  refuseTooManyPixels(width, header.pageHeight ?? height, options.maxPixels);
  let hasReserved = false;
  const { turned = 0 } = options;
  return {
    mime: format.mime,
    ...turnSides({ width, height: header.pageHeight ?? height }, turned),
    displayP3: false,
    upright: (complete = false) => {
      // A second decoding uses the memory that the first one has released.
      if (!hasReserved) options.need(bytes.length + pictureMemory(header, bytes, options.purpose));
      hasReserved = true;
      return rotated(open(complete).autoOrient(), turned);
    },
    endsEarly: format.mime === 'image/jpeg' && isFilledUp(bytes),
    close: () => undefined,
  };
}

/** Even a rotation by 0° would make sharp decode the whole picture. */
const rotated = (upright: Sharp, by: Turn): Sharp => (by === 0 ? upright : upright.rotate(by));

async function heicPicture(
  bytes: Uint8Array,
  { maxPixels, need, turned: byPeople = 0 }: PictureOptions,
): Promise<Picture> {
  // The decoder takes time and memory to load, and most libraries have no HEIC.
  const { decodeHeic } = await import('./heic.ts');
  const { data, displayP3, turned, free, ...raw } = decodeHeic(bytes, maxPixels, need);
  const tags = turned ? {} : readTags(bytes);
  const angle = addTurns(turnOfOrientation(tags['ifd0']?.['Orientation']), byPeople);
  return {
    mime: 'image/heic',
    ...turnSides(raw, angle),
    displayP3,
    upright: () => sharp(data, { raw: { ...raw, channels: 3 } }).rotate(angle),
    endsEarly: false,
    close: free,
  };
}

function damaged(format: string): PhotoError {
  return new PhotoError(`This ${format} file is damaged: nothing of the picture can be read.`);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Whether the error is a timeout of sharp. */
export function isTimeout(error: unknown): boolean {
  return /timeout/i.test(messageOf(error));
}

/** An error of sharp as a sentence for people. */
export function decodingError(error: unknown): PhotoError {
  const message = messageOf(error);
  if (isTimeout(error)) return new PhotoError(`Decoding the picture took longer than ${TIMEOUT} seconds.`);
  if (/pixel limit/i.test(message))
    return new PhotoError('The picture has more pixels than MAX_PHOTO_PIXELS allows.', 'too_large');
  return new PhotoError('The picture is damaged: its content cannot be decoded.');
}

/** Zeros that may be a valid end of a picture; bytes that a camera appends to a picture do not count. */
const maxZeros = 1024;

/**
 * Whether the end of a JPEG consists of zeros, as after an interrupted download into a preallocated file. The decoder
 * accepts zeros as a picture.
 */
function isFilledUp(jpeg: Uint8Array): boolean {
  let end = jpeg.length;
  while (end > 0 && jpeg[end - 1] === 0) end--;
  const ends = jpeg[end - 2] === 0xff && jpeg[end - 1] === 0xd9;
  return jpeg.length - end > maxZeros && !ends;
}
