import { expect } from 'chai';
import type { HashWords } from '../../../core/domain/hamming-distance.ts';
import { settledStacks } from '../../../core/domain/stacks/decided-stacks.ts';
import { groupStacks, type StackablePhoto } from '../../../core/domain/stacks/group-stacks.ts';

const scene: HashWords = [0x1234, 0x5678, 0x9abc, 0xdef0];
/** The scene with this number of bits changed. */
const like = (bits: number): HashWords => [
  scene[0] ^ (2 ** Math.min(bits, 16) - 1),
  scene[1] ^ (2 ** Math.max(0, bits - 16) - 1),
  scene[2],
  scene[3],
];
const otherScene: HashWords = [0xedcb, 0xa987, 0x6543, 0x210f];

/** A hash that differs in 32 bits from those of other numbers. */
const differing = (at: number): HashWords => {
  const bits = Array.from({ length: 64 }, (_, bit) => (bitsOf(at & bit) % 2 === 1 ? '1' : '0')).join('');
  return [0, 16, 32, 48].map((from) => parseInt(bits.slice(from, from + 16), 2)) as unknown as HashWords;
};
const bitsOf = (value: number): number => value.toString(2).replaceAll('0', '').length;

const photo = (id: number, facts: Partial<StackablePhoto>): StackablePhoto => ({
  id,
  takenAt: 100,
  kind: 'image',
  camera: 'Pixel',
  stem: `dsc_${id}x`,
  folder: 1,
  hash: scene,
  sha1: null,
  ...facts,
});
const of = (...facts: Partial<StackablePhoto>[]): number[][] =>
  groupStacks(facts.map((one, at) => photo(at + 1, one))).map((group) => group.toSorted((a, b) => a - b));
const burst = (...facts: Partial<StackablePhoto>[]): number[][] =>
  of(...facts.map((one, at) => ({ takenAt: 100 + at, ...one })));

describe('automatic stacks include', () => {
  const table: readonly (readonly [what: string, found: number[][], expected: number[][]])[] = [
    ['a RAW file and its JPEG', of({ stem: 'a', kind: 'raw' }, { stem: 'a' }), [[1, 2]]],
    [
      'a RAW file, its JPEG and its HEIC',
      of({ stem: 'a', kind: 'raw' }, { stem: 'a' }, { stem: 'a', kind: 'live' }),
      [[1, 2, 3]],
    ],
    ['not a JPEG and a HEIC alone', of({ stem: 'a' }, { stem: 'a' }), []],
    ['not files of the same name in different folders', of({ stem: 'a', kind: 'raw' }, { stem: 'a', folder: 2 }), []],
    ['a pair with one time in another zone', of({ stem: 'a', kind: 'raw' }, { stem: 'a', takenAt: 7300 }), [[1, 2]]],
    [
      'not files of the same name from different days',
      of({ stem: 'a', kind: 'raw' }, { stem: 'a', takenAt: 99_999 }),
      [],
    ],
    [
      'without folders, a pair with the same second and camera',
      of({ stem: 'a', kind: 'raw', folder: null }, { stem: 'a', folder: null }),
      [[1, 2]],
    ],
    [
      'without folders, not a pair with different seconds',
      of({ stem: 'a', kind: 'raw', folder: null }, { stem: 'a', folder: null, takenAt: 101 }),
      [],
    ],
    [
      'without folders, not a pair with different cameras',
      of({ stem: 'a', kind: 'raw', folder: null }, { stem: 'a', folder: null, camera: 'Other' }),
      [],
    ],
    ['not a video and its RAW namesake', of({ stem: 'a', kind: 'raw' }, { stem: 'a', kind: 'video' }), []],
    ['three similar photos, a second apart', burst({}, {}, {}), [[1, 2, 3]]],
    ['three similar photos in one second', of({}, {}, {}), [[1, 2, 3]]],
    ['not two photos', burst({}, {}), []],
    ['not photos two seconds apart', of({ takenAt: 100 }, { takenAt: 102 }, { takenAt: 104 }), []],
    ['not photos of different scenes', burst({ hash: scene }, { hash: otherScene }, { hash: like(30) }), []],
    [
      'not ten different photos of a party',
      burst(...Array.from({ length: 10 }, (_, at) => ({ hash: differing(at) }))),
      [],
    ],
    ['not photos that differ in 18 bits', burst({ hash: scene }, { hash: like(18) }, { hash: scene }), []],
    [
      'photos that differ in 18 bits, with consecutive names',
      burst({ stem: 'img_7' }, { stem: 'img_8', hash: like(18) }, { stem: 'img_9' }),
      [[1, 2, 3]],
    ],
    ['not photos of different cameras', burst({}, { camera: 'Other' }, {}, { camera: 'Other' }), []],
    ['not photos with an unknown camera', burst({ camera: null }, { camera: null }, { camera: null }), []],
    ['not photos without a hash', burst({ hash: null }, { hash: null }, { hash: null }), []],
    [
      'photos that a phone named as a burst, even of different scenes',
      burst({ stem: 'x_burst01' }, { stem: 'x_burst02', hash: otherScene }, { stem: 'x_burst03' }),
      [[1, 2, 3]],
    ],
    ['not three copies of one file', of({ sha1: 'aa' }, { sha1: 'aa' }, { sha1: 'aa' }), []],
    [
      'a burst of RAW files with their JPEGs as one',
      burst(
        ...['a1', 'a2', 'a3'].flatMap((stem, at) => [
          { stem, takenAt: 100 + at },
          { stem, takenAt: 100 + at, kind: 'raw' as const, hash: null },
        ]),
      ),
      [[1, 2, 3, 4, 5, 6]],
    ],
  ];
  for (const [what, found, expected] of table) {
    it(what, () => {
      expect(found).to.deep.equal(expected);
    });
  }

  it('a burst with a blurred photo in the middle', () => {
    expect(burst({}, { hash: like(10) }, { hash: like(26) }, { hash: like(12) })).to.deep.equal([[1, 2, 3, 4]]);
  });
});

describe('stacks with decisions of users', () => {
  it('keep each photo where users put it, and add others to the stack of most of their companions', () => {
    const decided = new Map([
      [1, 70],
      [2, 70],
      [3, 80],
      [9, 80],
    ]);
    expect(
      settledStacks(
        [
          [1, 2, 3, 4],
          [5, 6],
        ],
        decided,
      ),
    ).to.deep.equal([
      { id: 70, photos: [1, 2, 4] },
      { id: 80, photos: [3, 9] },
      { id: null, photos: [5, 6] },
    ]);
  });
});
