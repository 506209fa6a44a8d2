/**
 * Base32768 (https://github.com/qntm/base32768), used by rclone for stores that limit names by characters instead of bytes:
 * each character encodes 15 bits, and the last one may encode 7. Unused bits are ones.
 */

/** The characters for 0, 1, 2, …: ranges of code points, each with its first and last. */
const rangesOf15Bits = `
  04a0-04bf 0500-051f 0680-06bf 0760-079f 07c0-07df 1000-101f 10a0-10bf 1100-115f 1180-119f 11e0-123f
  1260-127f 12e0-12ff 1320-133f 13a0-13df 1420-165f 16a0-16df 1780-179f 1820-185f 18c0-18df 1980-199f
  19e0-19ff 1a20-1a3f 1bc0-1bdf 1c00-1c1f 1d00-1d1f 21e0-21ff 22c0-22df 2340-23df 2400-241f 2500-275f
  2780-27bf 2800-297f 29a0-29bf 2a20-2a5f 2a80-2abf 2ae0-2b5f 2c00-2c1f 2c80-2cdf 2d00-2d1f 2d40-2d5f
  2ea0-2edf 31c0-31df 3400-4d9f 4dc0-9fbf a000-a47f a4a0-a4bf a500-a5ff a640-a65f a6a0-a6df a700-a75f
  a780-a79f a840-a85f`;
const rangesOf7Bits = '0180-019f 0240-025f 0260-027f 0280-029f';

interface Digit {
  readonly value: number;
  readonly bits: 15 | 7;
}

const digits = new Map<number, Digit>([...digitsOf(rangesOf15Bits, 15), ...digitsOf(rangesOf7Bits, 7)]);

/** Undefined if `text` is not Base32768. */
export function decodeBase32768(text: string): Buffer | undefined {
  const bytes: number[] = [];
  let pending = 0;
  let pendingBits = 0;
  for (let i = 0; i < text.length; i += 1) {
    const digit = digits.get(text.charCodeAt(i));
    if (digit === undefined || (digit.bits === 7 && i < text.length - 1)) return undefined;
    pending = (pending << digit.bits) | digit.value;
    pendingBits += digit.bits;
    while (pendingBits >= 8) {
      pendingBits -= 8;
      bytes.push((pending >> pendingBits) & 0xff);
    }
    pending &= (1 << pendingBits) - 1;
  }
  return Buffer.from(bytes);
}

function* digitsOf(ranges: string, bits: 15 | 7): Generator<[number, Digit]> {
  let value = 0;
  for (const range of ranges.trim().split(/\s+/)) {
    const [first = NaN, last = NaN] = range.split('-').map((code) => parseInt(code, 16));
    for (let code = first; code <= last; code += 1) {
      yield [code, { value, bits }];
      value += 1;
    }
  }
}
