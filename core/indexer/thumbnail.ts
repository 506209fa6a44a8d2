import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { displayP3ToSrgb } from '../domain/display-p3.ts';
import { decodingError, type Picture } from './picture.ts';

/** Longest side of a thumbnail in px. */
export const THUMBNAIL_SIZE = 512;

/** Longest side of the picture that the placeholder is made from; its result has a few dozen waves at most. */
const HASH_SIZE = 48;

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
  const { data, width, height, channels } = await scaledPixels(picture, THUMBNAIL_SIZE);
  const small = (): Sharp => sharp(data, { raw: { width, height, channels } });
  const [webp, { data: pixels, info }] = await Promise.all([
    small().webp().toBuffer(),
    small()
      .resize(HASH_SIZE, HASH_SIZE, { fit: 'inside', kernel: 'linear' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  ]);
  return {
    webp: Uint8Array.from(webp),
    thumbhash: Uint8Array.from(rgbaToThumbHash(info.width, info.height, pixels)),
  };
}
