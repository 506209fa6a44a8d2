import sharp from 'sharp';

const START = Buffer.from([0xff, 0xd8, 0xff]);

/** RAW files carry a handful of JPEGs; a damaged one may look as if it carried thousands. */
const MAX_CANDIDATES = 64;

/**
 * The largest JPEG inside a RAW file, which cameras put there to show the picture without developing it; or null.
 * @param largerThan px: a preview whose longest side is no longer is not worth having
 * @returns bytes from its start to the end of the file: decoders stop at its own end
 */
export async function embeddedPreview(
  raw: Uint8Array<ArrayBuffer>,
  largerThan: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const file = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  let best: Buffer<ArrayBuffer> | null = null;
  let bestSide = largerThan;
  let at = file.indexOf(START);
  for (let seen = 0; at >= 0 && seen < MAX_CANDIDATES; seen += 1) {
    const candidate = file.subarray(at);
    const side = await longestSide(candidate);
    if (side > bestSide) {
      best = candidate;
      bestSide = side;
    }
    at = file.indexOf(START, at + START.length);
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
