import { expect } from 'chai';
import sharp from 'sharp';
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash';
import { turnThumbhash } from '../../../core/domain/turn-thumbhash.ts';
import { turnBox, turns, type Turn } from '../../../core/domain/turn.ts';

/** A picture that differs in each orientation. */
async function hashOf(width: number, height: number, turn: Turn, alpha = false): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${alpha ? '' : '<rect width="100%" height="100%" fill="#3a7"/>'}
    <rect width="35%" height="60%" fill="#e22"/><circle cx="80%" cy="80%" r="${width / 7}" fill="#22e"/></svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .rotate(turn)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return rgbaToThumbHash(info.width, info.height, data);
}

/** The largest difference between the colours of two hashes, of 255. */
function distance(a: Uint8Array, b: Uint8Array): number {
  const [left, right] = [thumbHashToRGBA(a), thumbHashToRGBA(b)];
  expect([left.w, left.h]).to.deep.equal([right.w, right.h]);
  return left.rgba.reduce((most, value, at) => Math.max(most, Math.abs(value - (right.rgba[at] ?? 0))), 0);
}

describe('a rotated ThumbHash', () => {
  for (const [width, height] of [
    [100, 60],
    [60, 100],
    [80, 80],
    [100, 20],
  ] as const) {
    for (const alpha of [false, true]) {
      it(`is that of the rotated picture: ${width} × ${height}${alpha ? ', transparent' : ''}`, async () => {
        const upright = await hashOf(width, height, 0, alpha);
        for (const turn of turns) {
          const [turned, wanted] = [turnThumbhash(upright, turn), await hashOf(width, height, turn, alpha)];
          // A weight between two steps may be rounded either way.
          expect(distance(turned, wanted), `${turn}`).to.be.below(25);
        }
        expect([...turnThumbhash(turnThumbhash(upright, 90), 270)]).to.deep.equal([...upright]);
        expect([...turnThumbhash(turnThumbhash(upright, 180), 180)]).to.deep.equal([...upright]);
      });
    }
  }

  it('is unchanged if the bytes are not a ThumbHash', () => {
    for (const length of [0, 3, 5, 200]) {
      const bytes = new Uint8Array(length).fill(255);
      expect([...turnThumbhash(bytes, 90)]).to.deep.equal([...bytes]);
    }
  });
});

describe('a rotated box', () => {
  const box = { x: 0.1, y: 0.2, w: 0.3, h: 0.4 };
  const near = (a: object, b: object): void => {
    for (const [key, value] of Object.entries(b))
      expect(a)
        .to.have.property(key)
        .that.is.closeTo(value as number, 1e-12);
  };

  it('frames the same part of the picture', () => {
    near(turnBox(box, 90), { x: 0.4, y: 0.1, w: 0.4, h: 0.3 });
    near(turnBox(box, 180), { x: 0.6, y: 0.4, w: 0.3, h: 0.4 });
    near(turnBox(box, 270), { x: 0.2, y: 0.6, w: 0.4, h: 0.3 });
    near(turnBox(turnBox(box, 90), 270), box);
  });
});
