/** A picture whose size is not known. */
export const UNKNOWN_ASPECT = 0;

const square = 128;
const stepsToDouble = 32;

/**
 * Width divided by height in one byte, precise to about 1 %: `2 ** ((byte - 128) / 32)`, so 128 is a square and each 32
 * steps double it, from 1 : 16 to 16 : 1.
 */
export function aspectByte(width: number | null, height: number | null): number {
  if (!width || !height) return UNKNOWN_ASPECT;
  const byte = Math.round(square + stepsToDouble * Math.log2(width / height));
  return Math.min(255, Math.max(1, byte));
}
