import type { TimelineColumns } from './columns.ts';

/** For pictures of unknown size. */
const UNKNOWN_ASPECT = 0;

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

/** The aspects of the photos at some positions. */
export function aspectsAt({ aspect }: TimelineColumns, positions: Uint32Array): Uint8Array<ArrayBuffer> {
  const aspects = new Uint8Array(positions.length);
  for (let i = 0; i < positions.length; i++) aspects[i] = aspect[positions[i]!]!;
  return aspects;
}
