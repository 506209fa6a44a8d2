const startOfJpeg = Buffer.from([0xff, 0xd8, 0xff]);

/** RAW files contain a handful of JPEGs; a damaged one may seem to contain thousands. */
const maxCandidates = 64;

/**
 * Finds possible JPEGs inside a RAW file: cameras embed some to show the picture without developing it. One may be the
 * lossless JPEG of the sensor's data, which few decoders can read.
 * @returns each from its start to the end of the file: decoders stop at its own end
 */
export function* embeddedJpegs<B extends ArrayBufferLike>(raw: Uint8Array<B>): Generator<Buffer<B>, void, void> {
  const file = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength) as Buffer<B>;
  let at = file.indexOf(startOfJpeg);
  for (let count = 0; at >= 0 && count < maxCandidates; count += 1) {
    yield file.subarray(at);
    at = file.indexOf(startOfJpeg, at + startOfJpeg.length);
  }
}
