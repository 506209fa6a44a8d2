import sharp from 'sharp';
import { embeddedJpegs } from '../plugin-api/toolkit/index.ts';

/**
 * The largest JPEG inside a RAW file, which cameras put there to show the picture without developing it; or null.
 * @param largerThan px: a preview whose longest side is no longer is not worth having
 * @returns bytes from its start to the end of the file: decoders stop at its own end
 */
export async function embeddedPreview(
  raw: Uint8Array<ArrayBuffer>,
  largerThan: number,
): Promise<Buffer<ArrayBuffer> | null> {
  let best: Buffer<ArrayBuffer> | null = null;
  let bestSide = largerThan;
  for (const candidate of embeddedJpegs(raw)) {
    const side = await longestSide(candidate);
    if (side > bestSide) {
      best = candidate;
      bestSide = side;
    }
  }
  return best;
}

async function longestSide(jpeg: Buffer): Promise<number> {
  try {
    const { width, height } = await sharp(jpeg, { limitInputPixels: false }).metadata();
    return Math.max(width, height);
  } catch {
    // The lossless JPEG of the sensor's data is one that sharp cannot read.
    return 0;
  }
}
