import { expect } from 'chai';
import { seenAfterTurn } from '../../../core/indexer/known-faces.ts';
import type { DetectedFace } from '../../../core/plugin-api/ml-provider.ts';
import type { Box } from '../../../core/plugin-api/toolkit/boxes.ts';
import type { KnownFace } from '../../../core/store/people/found-faces.ts';

const points: DetectedFace['points'] = [
  [0.3, 0.3],
  [0.7, 0.3],
  [0.5, 0.5],
  [0.3, 0.7],
  [0.7, 0.7],
];

/** The face of a child in front of the large face of its mother, whose box contains the centre of the child’s. */
const child: Box = { x: 0.5, y: 0.6, w: 0.1, h: 0.1 };
const mother: Box = { x: 0.3, y: 0.3, w: 0.4, h: 0.4 };

describe('matching faces in a photo after it was rotated', () => {
  for (const decided of [0, 1] as const) {
    it(`does not confuse a known face with a much larger one behind it, ${decided ? 'with' : 'without'} a decision`, () => {
      const known: KnownFace = { id: 1, ...child, points: JSON.stringify(points), score: 0.8, crop: 1, decided };
      const { found, missed } = seenAfterTurn([known], [{ box: mother, points, score: 0.95 }]);
      expect(found.map(({ box }) => box)).to.deep.equal([mother]);
      expect(missed.map(({ box }) => box)).to.deep.equal([child]);
    });
  }
});
