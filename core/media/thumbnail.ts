import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { displayP3ToSrgb } from './display-p3.ts';
import { hashedSide, perceptualHash } from '../domain/perceptual-hash.ts';
import type { RgbImage } from '../plugin-api/ml-provider.ts';
import { releaseMemory } from '../plugin-api/toolkit/index.ts';
import { decodingError, isTimeout, type Picture } from './picture.ts';

/** Longest side of a thumbnail in px. */
export const thumbnailSize = 512;

/** Half the time of the default effort, for files that are 3 % larger with the same quality. */
const webpEffort = 2;

/** Catmull-Rom: visually as sharp as the default Lanczos3, in less time. */
const kernel = 'cubic';

/**
 * The longest side of the picture from which the placeholder is computed; the result has at most a few dozen frequencies.
 */
const HASH_SIZE = 64;

export interface Thumbnail {
  /** WebP in sRGB, upright, without metadata. */
  readonly webp: Uint8Array<ArrayBuffer>;
  readonly thumbhash: Uint8Array<ArrayBuffer>;
  /** See `perceptualHash`. */
  readonly hash: Uint8Array<ArrayBuffer> | null;
}

export interface Pixels {
  /** In a separate buffer, so that it can be transferred to another thread. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** The decoded pixels of a picture. */
interface DecodedPixels extends Pixels {
  /** Whether the picture was complete. */
  readonly complete: boolean;
}

/**
 * The picture scaled down to `size`, in 8-bit sRGB. This is the only decoding of the original: JPEGs are decoded at a
 * reduced size. A picture with a missing part is decoded a second time, to get the rest.
 */
export async function scaledPixels(
  picture: Picture,
  size: number,
  options: { flatten?: boolean } = {},
): Promise<DecodedPixels> {
  const decode = (complete: boolean): Promise<Pixels> => {
    let pipeline = picture.upright(complete).resize(size, size, { fit: 'inside', withoutEnlargement: true, kernel });
    if (options.flatten) pipeline = pipeline.flatten({ background: 'white' });
    return rawPixels(pipeline.toColourspace('srgb').raw({ depth: 'uchar' }));
  };
  let complete = !picture.endsEarly;
  const pixels = await decode(true).catch((error: unknown) => {
    if (isTimeout(error)) throw decodingError(error);
    complete = false;
    return decode(false).catch((secondError: unknown) => {
      throw decodingError(secondError);
    });
  });
  if (picture.displayP3) displayP3ToSrgb(pixels.data, pixels.channels);
  return { ...pixels, complete };
}

async function rawPixels(pipeline: Sharp): Promise<Pixels> {
  const { data, info } = await pipeline.toUint8Array();
  const { width, height, channels } = info;
  return { data: data as Uint8Array<ArrayBuffer>, width, height, channels: channels === 4 ? 4 : 3 };
}

/** @param pixels of `picture`, decoded in the size of the thumbnail or larger */
export async function makeThumbnail(picture: Picture, pixels: Pixels): Promise<Thumbnail> {
  const thumbnail = await fitted(pixels, picture, thumbnailSize);
  const { data, width, height, channels } = thumbnail;
  const webp = await sharp(data, { raw: { width, height, channels } }).webp({ effort: webpEffort }).toUint8Array();
  const small = sampledRgba(thumbnail, HASH_SIZE);
  const hash = await hashOf(thumbnail);
  if (thumbnail !== pixels) releaseMemory(data);
  return {
    webp: webp.data as Uint8Array<ArrayBuffer>,
    thumbhash: Uint8Array.from(rgbaToThumbHash(small.width, small.height, small.data)),
    hash,
  };
}

/**
 * Pixels scaled down to `size`, with the sides that the picture itself would have in that size: decoding it in another size
 * first must not change the aspect ratio.
 */
async function fitted(pixels: Pixels, picture: { width: number; height: number }, size: number): Promise<Pixels> {
  if (Math.max(pixels.width, pixels.height) <= size) return pixels;
  const { data, width, height, channels } = pixels;
  const factor = size / Math.max(picture.width, picture.height);
  const sides = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * factor)));
  return rawPixels(
    sharp(data, { raw: { width, height, channels } }).resize(sides[0], sides[1], { fit: 'fill', kernel }).raw(),
  );
}

/** The picture for models: transparent parts become white. `pixels` are used up. */
export async function rgbImage(
  pixels: Pixels,
  picture: { width: number; height: number },
  size: number,
): Promise<RgbImage> {
  const image = await fitted(pixels, picture, size);
  if (image !== pixels) releaseMemory(pixels.data);
  const { data, width, height, channels } = image;
  if (channels === 3) return { width, height, data };
  const flat = sharp(data, { raw: { width, height, channels } }).flatten({ background: 'white' });
  return { width, height, data: (await rawPixels(flat.raw())).data };
}

async function hashOf({ data, width, height, channels }: Pixels): Promise<Uint8Array<ArrayBuffer> | null> {
  const grey = await sharp(data, { raw: { width, height, channels } })
    .flatten({ background: 'white' })
    .greyscale()
    .resize(hashedSide, hashedSide, { fit: 'fill' })
    .raw()
    .toBuffer();
  return perceptualHash(grey);
}

/** Every n-th pixel as RGBA. The placeholder contains only low frequencies, so a better filter is not needed. */
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
