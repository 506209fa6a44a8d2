import sharp from 'sharp';
import type { RgbImage } from 'photofinch/plugin-api';

/** A picture in the top left corner of a larger black one, made smaller where needed; and how to get back. */
export interface Placed {
  readonly canvas: RgbImage;
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
  const canvasWidth = square ? longest : upTo(stride, width + 2 * left);
  const canvasHeight = square ? longest : upTo(stride, height + 2 * top);

  const resized = width === image.width && height === image.height ? image.data : await resize(image, width, height);
  const data = new Uint8Array(canvasWidth * canvasHeight * 3);
  for (let row = 0; row < height; row += 1) {
    const line = resized.subarray(row * width * 3, (row + 1) * width * 3);
    data.set(line, ((row + top) * canvasWidth + left) * 3);
  }
  return { canvas: { width: canvasWidth, height: canvasHeight, data }, scale, left, top };
}

const upTo = (unit: number, value: number): number => Math.ceil(value / unit) * unit;

async function resize({ data, width, height }: RgbImage, toWidth: number, toHeight: number): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .resize(toWidth, toHeight, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
}
