import type { Turn } from './turn.ts';

const landscapeBit = 0x80;
const alphaBit = 0x80;

/**
 * The ThumbHash of a rotated photo, computed without its pixels: the hash contains coefficients of horizontal and vertical
 * cosine waves, which a rotation swaps and mirrors. Invalid hashes are returned unchanged.
 */
export function turnThumbhash(hash: Uint8Array, turn: Turn): Uint8Array {
  if (turn === 0) return hash;
  const waves = readWaves(hash);
  if (!waves) return hash;
  const result = Uint8Array.from(hash);
  result.fill(0, waves.start);
  if (turn !== 180) result[4] = (result[4] ?? 0) ^ landscapeBit;
  let next = 0;
  for (const channel of waves.channels) {
    const values = new Map(
      channel.map(({ across, down, value }) => [`${across} ${down}`, turnedValue(across, down, value, turn)]),
    );
    // The order of the coefficients of the rotated photo: directions are swapped, unless it is rotated by 180°.
    const places = turn === 180 ? channel : wavesOf(channel.sides.down, channel.sides.across);
    for (const { across, down } of places) {
      const value = values.get(turn === 180 ? `${across} ${down}` : `${down} ${across}`) ?? 0;
      const at = waves.start + (next >> 1);
      result[at] = (result[at] ?? 0) | (value << ((next & 1) << 2));
      next += 1;
    }
  }
  return result;
}

/** The same in base64; null for null. */
export const turnHash = (hash: Uint8Array | null, turn: Turn): string | null =>
  hash && Buffer.from(turnThumbhash(hash, turn)).toString('base64');

interface Place {
  readonly across: number;
  readonly down: number;
}

interface Channel extends Array<Place & { readonly value: number }> {
  sides: Place;
}

/** The frequencies of the coefficients of a channel, in their order. @param across the number of horizontal ones */
function wavesOf(across: number, down: number): Place[] {
  const places: Place[] = [];
  for (let y = 0; y < down; y++) {
    for (let x = 0; x * down < across * (down - y); x++) if (x > 0 || y > 0) places.push({ across: x, down: y });
  }
  return places;
}

function readWaves(hash: Uint8Array): { start: number; channels: Channel[] } | null {
  if (hash.length < 6) return null;
  const hasAlpha = ((hash[2] ?? 0) & alphaBit) !== 0;
  const isLandscape = ((hash[4] ?? 0) & landscapeBit) !== 0;
  const longer = hasAlpha ? 5 : 7;
  const shorter = Math.max(3, (hash[3] ?? 0) & 7);
  const sides = isLandscape ? { across: longer, down: shorter } : { across: shorter, down: longer };
  const colour = { across: 3, down: 3 };
  const all = [sides, colour, colour, ...(hasAlpha ? [{ across: 5, down: 5 }] : [])];
  const start = hasAlpha ? 6 : 5;
  let next = 0;
  const channels = all.map((of): Channel => {
    const waves = wavesOf(of.across, of.down).map((place) => {
      const value = ((hash[start + (next >> 1)] ?? 0) >> ((next & 1) << 2)) & 15;
      next += 1;
      return { ...place, value };
    });
    return Object.assign(waves, { sides: of });
  });
  return start + Math.ceil(next / 2) === hash.length ? { start, channels } : null;
}

/** A value of four bits, of which 7.5 means zero. */
function turnedValue(across: number, down: number, value: number, turn: Turn): number {
  const flips = turn === 90 ? down : turn === 270 ? across : across + down;
  return flips % 2 === 0 ? value : 15 - value;
}
