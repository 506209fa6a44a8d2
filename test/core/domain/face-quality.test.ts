import { expect } from 'chai';
import { faceQuality, sharpnessOf, turnOf, type FaceLook } from '../../../core/domain/face-quality.ts';

/** A frontal face; the nose is moved aside by `turn` times the distance between eyes and mouth. */
function pointsOf(turn: number, roll = 0): FaceLook['points'] {
  const upright = [
    [-20, -20],
    [20, -20],
    [40 * turn, 0],
    [-15, 20],
    [15, 20],
  ] as const;
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)];
  return upright.map(([x, y]) => [100 + x * cos - y * sin, 100 + x * sin + y * cos] as const);
}

const good: FaceLook = { side: 120, sharpness: 0.08, points: pointsOf(0), score: 0.95 };

describe('face quality', () => {
  it('is 1 for a large, sharp, frontal face, and 0 for a face that fails in one respect', () => {
    expect(faceQuality(good)).to.equal(1);
    expect(faceQuality({ ...good, side: 12 })).to.equal(0);
    expect(faceQuality({ ...good, sharpness: 0.002 })).to.equal(0);
    expect(faceQuality({ ...good, points: pointsOf(0.6) })).to.equal(0);
    expect(faceQuality({ ...good, score: 0.4 })).to.equal(0);
  });

  it('grows with size, sharpness, score and how frontal the face is', () => {
    const rising: FaceLook[][] = [
      [16, 20, 30, 50].map((side) => ({ ...good, side })),
      [0.004, 0.008, 0.02, 0.03].map((sharpness) => ({ ...good, sharpness })),
      [0.55, 0.7, 0.8].map((score) => ({ ...good, score })),
      [0.45, 0.35, 0.25].map((turn) => ({ ...good, points: pointsOf(turn) })),
    ];
    for (const looks of rising) {
      const qualities = looks.map(faceQuality);
      expect(qualities).to.deep.equal(qualities.toSorted((a, b) => a - b));
      expect(new Set(qualities).size).to.equal(looks.length);
    }
  });

  it('ignores the tilt of the head and the direction of the turn', () => {
    for (const roll of [0.5, 1.5, -2]) expect(turnOf(pointsOf(0.3, roll))).to.be.closeTo(0.3, 1e-9);
    expect(turnOf(pointsOf(-0.3))).to.be.closeTo(0.3, 1e-9);
  });

  it('treats a face without landmarks as frontal', () => {
    expect(turnOf([])).to.equal(0);
  });

  it('measures sharpness independently of contrast, and none in a blank image', () => {
    const side = 40;
    const stripes = Uint8Array.from({ length: side ** 2 }, (_, at) => (Math.floor(at / 2) % 2 ? 200 : 40));
    const faint = stripes.map((level) => 100 + level / 4);
    const soft = Uint8Array.from({ length: side ** 2 }, (_, at) => 120 + 80 * Math.sin(at / 6));
    expect(sharpnessOf(faint, side)).to.be.closeTo(sharpnessOf(stripes, side), 0.05);
    expect(sharpnessOf(soft, side)).to.be.below(sharpnessOf(stripes, side) / 10);
    expect(sharpnessOf(new Uint8Array(side ** 2).fill(90), side)).to.equal(0);
  });
});
