import sharp from 'sharp';
import { exifTags } from './exif-tags.ts';

const startOfJpeg = Buffer.from([0xff, 0xd8, 0xff]);

/** RAW files carry a handful of JPEGs; a damaged one may look as if it carried thousands. */
const mostCandidates = 64;

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
  let at = raw.indexOf(startOfJpeg);
  for (let seen = 0; at >= 0 && seen < mostCandidates; seen += 1) {
    const jpeg = raw.subarray(at);
    // The lossless JPEG of the sensor's data is one that sharp cannot read.
    const header = await sharp(jpeg, { limitInputPixels: false })
      .metadata()
      .catch(() => null);
    const pixels = header ? header.width * header.height : 0;
    if (pixels > (best?.pixels ?? 0)) best = { jpeg, pixels, orientation: header?.orientation };
    at = raw.indexOf(startOfJpeg, at + startOfJpeg.length);
  }
  if (!best) return null;
  if (best.orientation !== undefined) return { jpeg: best.jpeg, turn: undefined };
  // Most cameras write how the picture was held into the RAW file's own tags alone.
  const { Orientation: orientation } = exifTags(raw);
  return { jpeg: best.jpeg, turn: turns[Number(orientation)] ?? 0 };
}
