import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { displayP3ToSrgb } from '../domain/display-p3.ts';
import { decodingError, type Picture } from './picture.ts';

/** Longest side of a thumbnail in px. */
const THUMBNAIL_SIZE = 512;

/** Longest side of the picture that the placeholder is made from; its result has a few dozen waves at most. */
const HASH_SIZE = 64;

export interface Thumbnail {
  /** WebP in sRGB, upright, without metadata. */
  readonly webp: Uint8Array<ArrayBuffer>;
  readonly thumbhash: Uint8Array<ArrayBuffer>;
}

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/**
 * The picture made no larger than `size`, in 8-bit sRGB. This is the one decoding of the original: JPEGs are decoded at
 * a fraction of their size.
 */
export async function scaledPixels(
  picture: Picture,
  size: number,
  options: { flatten?: boolean } = {},
): Promise<Pixels> {
  let pipeline = picture.upright().resize(size, size, { fit: 'inside', withoutEnlargement: true });
  if (options.flatten) pipeline = pipeline.flatten({ background: 'white' });
  const { data, info } = await pipeline
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw decodingError(error);
    });
  const channels = info.channels === 4 ? 4 : 3;
  if (picture.displayP3) displayP3ToSrgb(data, channels);
  return { data, width: info.width, height: info.height, channels };
}

export async function makeThumbnail(picture: Picture): Promise<Thumbnail> {
  const pixels = await scaledPixels(picture, THUMBNAIL_SIZE);
  const { data, width, height, channels } = pixels;
  const webp = await sharp(data, { raw: { width, height, channels } }).webp().toBuffer();
  const small = sampledRgba(pixels, HASH_SIZE);
  return {
    webp: Uint8Array.from(webp),
    thumbhash: Uint8Array.from(rgbaToThumbHash(small.width, small.height, small.data)),
  };
}

/** Every n-th pixel, RGBA. The placeholder keeps broad shapes alone, so it needs no better filter. */
function sampledRgba({ data, width, height, channels }: Pixels, size: number) {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / size));
  const columns = Math.ceil(width / step);
  const rows = Math.ceil(height / step);
  const rgba = new Uint8Array(columns * rows * 4);
  let to = 0;
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const from = (y * width + x) * channels;
      for (let channel = 0; channel < 4; channel += 1) {
        rgba[to + channel] = channel < channels ? (data[from + channel] ?? 0) : 255;
      }
      to += 4;
    }
  }
  return { data: rgba, width: columns, height: rows };
}
