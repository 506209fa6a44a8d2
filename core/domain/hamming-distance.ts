/** A hash of 64 bits as four words of 16. */
export type HashWords = readonly [number, number, number, number];

/** The number of bits in which two hashes differ, 0 to 64. */
export function hammingDistance(a: HashWords, b: HashWords): number {
  const high = ((a[0] ^ b[0]) << 16) | (a[1] ^ b[1]);
  const low = ((a[2] ^ b[2]) << 16) | (a[3] ^ b[3]);
  return bitsSet(high) + bitsSet(low);
}

/** All words of 16 bits that differ from this one in at most one bit. */
export function nearbyWords(word: number): number[] {
  return [word, ...Array.from({ length: 16 }, (_, bit) => word ^ (1 << bit))];
}

/** Counts set bits in parallel: in pairs, then groups of four, then bytes. See H. S. Warren, Hacker's Delight, 5–1. */
function bitsSet(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  count = (count + (count >>> 4)) & 0x0f0f0f0f;
  return Math.imul(count, 0x01010101) >>> 24;
}
