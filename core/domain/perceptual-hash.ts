/**
 * A hash of 64 bits that hardly changes if a picture is scaled, recompressed or retouched: each bit is set if one of the
 * lowest frequencies is above their median. This is pHash's DCT hash (C. Zauner, Implementation and Benchmarking of
 * Perceptual Image Hash Functions, 2010, section 3.2.1).
 */

/** Side in px of the grey picture that is hashed. */
export const hashedSide = 32;

/** Frequencies per direction in the hash, without the constant one. */
const waves = 8;

/**
 * Grey levels. If no frequency has this amplitude, the picture is a plain area: noise would determine its hash, and all
 * plain pictures would seem similar.
 */
const minWave = 1;

/** Orthonormal DCT-II, reduced to the frequencies in the hash: `basis[wave][position]`. */
const basis = Array.from({ length: waves }, (_, wave) =>
  Float64Array.from(
    { length: hashedSide },
    (_value, at) => Math.sqrt(2 / hashedSide) * Math.cos(((2 * at + 1) * (wave + 1) * Math.PI) / (2 * hashedSide)),
  ),
);

/**
 * @param grey 32 × 32 levels of 0 to 255, rows from the top
 * @returns 8 bytes; null for a plain picture
 */
export function perceptualHash(grey: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (grey.length !== hashedSide ** 2) throw new RangeError(`A grey picture of ${grey.length} pixels`);
  const strengths = basis.flatMap((down) => {
    const columns = new Float64Array(hashedSide);
    for (let y = 0; y < hashedSide; y += 1) {
      for (let x = 0; x < hashedSide; x += 1) {
        columns[x] = (columns[x] ?? 0) + (down[y] ?? 0) * (grey[y * hashedSide + x] ?? 0);
      }
    }
    return basis.map((across) => across.reduce((sum, value, x) => sum + value * (columns[x] ?? 0), 0));
  });
  // The transform is orthonormal: a frequency with an amplitude of one grey level has a strength of half the side.
  if (strengths.every((strength) => Math.abs(strength) < (minWave * hashedSide) / 2)) return null;
  const sorted = strengths.toSorted((a, b) => a - b);
  const median = ((sorted[strengths.length / 2 - 1] ?? 0) + (sorted[strengths.length / 2] ?? 0)) / 2;
  const hash = new Uint8Array(strengths.length / 8);
  for (const [at, strength] of strengths.entries()) {
    if (strength > median) hash[at >> 3] = (hash[at >> 3] ?? 0) | (0x80 >> (at & 7));
  }
  return hash;
}
