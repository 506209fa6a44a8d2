import type { RgbImage } from 'photofinch/plugin-api';
import { stretch, toSharp } from '../images/squares.ts';

/** A picture, scaled down if needed, in a larger black canvas, with the data to map positions back. */
export interface PlacedPicture {
  /** The picture as scaled for the canvas. */
  readonly picture: RgbImage;
  /** Pixels of the canvas. */
  readonly width: number;
  readonly height: number;
  /** Canvas pixels for each pixel of the picture. */
  readonly scale: number;
  /** The position of the picture in the canvas. */
  readonly left: number;
  readonly top: number;
}

/** Detectors need sides that are multiples of their stride. */
const stride = 32;

/**
 * Fits a picture into a canvas whose sides are multiples of 32, without enlarging it.
 * @param longest the longest side of the picture in the canvas
 * @param padding black around the picture, as a fraction of its size on each side
 * @param square whether the canvas is `longest` on both sides, for models of fixed size
 */
export async function placeOnCanvas(
  image: RgbImage,
  { longest, padding = 0, square = false }: { longest: number; padding?: number; square?: boolean },
): Promise<PlacedPicture> {
  const paddedFactor = 1 + 2 * padding;
  const scale = Math.min(1, longest / (Math.max(image.width, image.height) * paddedFactor));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const left = Math.round(width * padding);
  const top = Math.round(height * padding);
  return {
    picture: width === image.width && height === image.height ? image : await stretch(toSharp(image), width, height),
    width: square ? longest : roundUp(stride, width + 2 * left),
    height: square ? longest : roundUp(stride, height + 2 * top),
    scale,
    left,
    top,
  };
}

const roundUp = (unit: number, value: number): number => Math.ceil(value / unit) * unit;
