import { embeddedJpegs } from 'photofinch/plugin-api/toolkit';
import sharp from 'sharp';
import { exifTags } from './exif-tags.ts';

/** Degrees clockwise by EXIF's orientation; cameras do not write the mirrored ones. */
const turns: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

export interface RawPreview {
  /** From the preview's start to the end of the RAW file: decoders stop at its own end. */
  readonly jpeg: Buffer;
  /** Degrees clockwise that bring it upright; undefined when the preview says so itself. */
  readonly turn: number | undefined;
}

/** The largest JPEG inside a RAW file, which cameras put there to show the picture without developing it; or null. */
export async function rawPreview(raw: Buffer): Promise<RawPreview | null> {
  let best: { jpeg: Buffer; pixels: number; orientation: number | undefined } | null = null;
  for (const jpeg of embeddedJpegs(raw)) {
    // The lossless JPEG of the sensor's data is one that sharp cannot read.
    const header = await sharp(jpeg, { limitInputPixels: false })
      .metadata()
      .catch(() => null);
    const pixels = header ? header.width * header.height : 0;
    if (pixels > (best?.pixels ?? 0)) best = { jpeg, pixels, orientation: header?.orientation };
  }
  if (!best) return null;
  if (best.orientation !== undefined) return { jpeg: best.jpeg, turn: undefined };
  // Most cameras write how the picture was held into the RAW file's own tags alone.
  const { Orientation: orientation } = exifTags(raw);
  return { jpeg: best.jpeg, turn: turns[Number(orientation)] ?? 0 };
}
