import sharp from 'sharp';
import type { RgbImage } from 'photofinch/plugin-api';

/** Where a picture, made smaller where needed, lies in a larger black one; and how to get back. */
export interface Placed {
  /** As large as it lies in the canvas. */
  readonly picture: RgbImage;
  /** Pixels of the canvas. */
  readonly width: number;
  readonly height: number;
  /** Canvas pixels for each pixel of the picture. */
  readonly scale: number;
  /** Where the picture begins in the canvas. */
  readonly left: number;
  readonly top: number;
}

/** Detectors want sides of whole strides. */
const stride = 32;

/**
 * Fits a picture into a canvas whose sides are multiples of 32, never enlarging it.
 * @param longest the longest side that the picture may have in the canvas
 * @param padding black around the picture, as a part of its size on each side
 * @param square whether the canvas is `longest` on both sides, as models of fixed size want it
 */
export async function placeOnCanvas(
  image: RgbImage,
  { longest, padding = 0, square = false }: { longest: number; padding?: number; square?: boolean },
): Promise<Placed> {
  const around = 1 + 2 * padding;
  const scale = Math.min(1, longest / (Math.max(image.width, image.height) * around));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const left = Math.round(width * padding);
  const top = Math.round(height * padding);
  return {
    picture: width === image.width && height === image.height ? image : await resized(image, width, height),
    width: square ? longest : upTo(stride, width + 2 * left),
    height: square ? longest : upTo(stride, height + 2 * top),
    scale,
    left,
    top,
  };
}

const upTo = (unit: number, value: number): number => Math.ceil(value / unit) * unit;

async function resized({ data, width, height }: RgbImage, toWidth: number, toHeight: number): Promise<RgbImage> {
  const smaller = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(toWidth, toHeight, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return { width: toWidth, height: toHeight, data: smaller };
}
