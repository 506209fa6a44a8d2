import { expect } from 'chai';
import fc from 'fast-check';
import { hammingDistance, nearbyWords, type HashWords } from '../../../core/domain/hamming-distance.ts';

const word = fc.integer({ min: 0, max: 0xffff });
const hash = fc.tuple(word, word, word, word);

function bit(words: HashWords, at: number): number {
  return ((words[at >> 4] ?? 0) >> (at & 15)) & 1;
}

describe('the distance of two hashes', () => {
  it('is the number of bits in which they differ', () => {
    fc.assert(
      fc.property(hash, hash, (a, b) => {
        const differing = Array.from({ length: 64 }, (_, at) => at).filter((at) => bit(a, at) !== bit(b, at));
        expect(hammingDistance(a, b)).to.equal(differing.length);
      }),
    );
    expect(hammingDistance([0, 0, 0, 0], [0xffff, 0xffff, 0xffff, 0xffff])).to.equal(64);
  });

  it('of up to 7 bits leaves at least one word within one bit of its counterpart', () => {
    const bits = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 7 });
    fc.assert(
      fc.property(hash, bits, (a, flipped) => {
        const b = a.map((value, at) =>
          flipped.filter((place) => place >> 4 === at).reduce((changed, place) => changed ^ (1 << (place & 15)), value),
        );
        expect(a.some((value, at) => nearbyWords(value).includes(b[at] ?? -1))).to.equal(true);
      }),
    );
  });
});
