import sharp from 'sharp';
import { embeddedJpegs } from '../plugin-api/toolkit/index.ts';
import { turnOfOrientation, type Turn } from '../domain/turn.ts';
import { readTags } from './exif.ts';

/** A preview that a camera embedded in a RAW file, to show it without developing it. */
export interface EmbeddedPreview {
  /** From the start of the JPEG to the end of the RAW file: decoders stop at the end of the JPEG. */
  readonly jpeg: Buffer<ArrayBuffer>;
  /** Degrees clockwise to the upright position, in addition to its own orientation. */
  readonly turn: Turn;
}

/**
 * The largest JPEG inside a RAW file, or null.
 * @param largerThan px: a preview whose longest side is not larger is ignored
 */
export async function embeddedPreview(
  raw: Uint8Array<ArrayBuffer>,
  largerThan: number,
): Promise<EmbeddedPreview | null> {
  let best: Buffer<ArrayBuffer> | null = null;
  let says: number | undefined;
  let bestSide = largerThan;
  for (const candidate of embeddedJpegs(raw)) {
    // sharp cannot read the lossless JPEG of the sensor data.
    const header = await sharp(candidate, { limitInputPixels: false })
      .metadata()
      .catch(() => null);
    const side = header ? Math.max(header.width, header.height) : 0;
    if (side <= bestSide) continue;
    best = candidate;
    bestSide = side;
    says = header?.orientation;
  }
  if (!best) return null;
  if (says !== undefined) return { jpeg: best, turn: 0 };
  // Most cameras write the orientation only into the tags of the RAW file itself.
  return { jpeg: best, turn: turnOfOrientation(readTags(raw)['ifd0']?.['Orientation']) };
}
