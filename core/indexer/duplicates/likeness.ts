import { thumbHashToRGBA } from 'thumbhash';
import { dot } from '../../domain/dot-product.ts';

/** px: the placeholder has a few waves in each direction, so more pixels add no information. */
const side = 16;

/**
 * Mean difference of the channels, in levels of 255, below which a picture counts as grey. Placeholders are coarse: those of
 * grey pictures have up to 6.1, and of coloured ones at least 14 in nineteen cases out of twenty.
 */
const grey = 8;

/** Coarse colours of a photo. */
export interface Colours {
  /** 16 × 16 pixels of three channels, with a mean of 0 and a length of 1. */
  readonly rgb: Float32Array;
  /** The same for a single channel: the mean of the three. */
  readonly luminance: Float32Array;
  readonly grey: boolean;
}

/** @param thumbhash the placeholder of a photo */
export function coloursOf(thumbhash: Uint8Array): Colours {
  const { w, h, rgba } = thumbHashToRGBA(thumbhash);
  const rgb = new Float32Array(side * side * 3);
  const luminance = new Float32Array(side * side);
  let spread = 0;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const from = (Math.floor(((y + 0.5) * h) / side) * w + Math.floor(((x + 0.5) * w) / side)) * 4;
      const red = rgba[from] ?? 0;
      const green = rgba[from + 1] ?? 0;
      const blue = rgba[from + 2] ?? 0;
      const pixel = y * side + x;
      rgb[pixel * 3] = red;
      rgb[pixel * 3 + 1] = green;
      rgb[pixel * 3 + 2] = blue;
      luminance[pixel] = (red + green + blue) / 3;
      spread += Math.max(red, green, blue) - Math.min(red, green, blue);
    }
  }
  return { rgb: normalised(rgb), luminance: normalised(luminance), grey: spread < grey * side * side };
}

/** The correlation of the colours, −1 to 1: of the luminance only, if one of the two is grey. */
export function likeness(a: Colours, b: Colours): number {
  return a.grey || b.grey ? dot(a.luminance, b.luminance) : dot(a.rgb, b.rgb);
}

function normalised(values: Float32Array): Float32Array {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  for (let i = 0; i < values.length; i += 1) values[i] = (values[i] ?? 0) - mean;
  const length = Math.sqrt(dot(values, values)) || 1;
  for (let i = 0; i < values.length; i += 1) values[i] = (values[i] ?? 0) / length;
  return values;
}
