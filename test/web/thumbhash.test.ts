import { expect } from 'chai';
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash';
import { drawThumbhash } from '../../web/state/photos/thumbhash.ts';

describe('drawing a thumbhash', () => {
  for (const [name, width, height, sheer] of [
    ['a wide photo', 90, 60, false],
    ['an upright photo', 45, 80, false],
    ['a square photo', 64, 64, false],
    ['a panorama', 100, 20, false],
    ['a transparent picture', 80, 60, true],
  ] as const) {
    it(`decodes ${name} to the same colours as the thumbhash package`, () => {
      const hash = rgbaToThumbHash(width, height, picture(width, height, sheer));
      const { w, h, rgba } = thumbHashToRGBA(hash);
      const drawn = drawThumbhash(hash)!;
      expect([drawn.width, drawn.height]).to.deep.equal([w, h]);
      for (let i = 0; i < rgba.length; i++) expect(drawn.rgba[i]).to.be.closeTo(rgba[i]!, 1);
    });
  }

  it('rejects too few bytes, and accepts any others', () => {
    expect(drawThumbhash(new Uint8Array(4))).to.equal(null);
    for (const byte of [0, 1, 85, 170, 255]) {
      const { width, height, rgba } = drawThumbhash(new Uint8Array(6).fill(byte))!;
      expect(rgba.length).to.equal(4 * width * height);
      expect(rgba.length).to.be.within(4, 4 * 32 * 32);
    }
  });
});

function picture(width: number, height: number, sheer: boolean): Uint8Array {
  return Uint8Array.from({ length: width * height * 4 }, (_, i) => {
    const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)];
    if (i % 4 === 3) return sheer && x > width / 2 ? 100 : 255;
    return 128 + 120 * Math.sin(x / (5 + (i % 4)) + (y * ((i % 4) + 1)) / 17);
  });
}
