import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { PositionedCipher } from '../../../plugins/bridge-upstream/bridge/proton-faces/content/positioned-cipher.ts';
import { seededRandom } from '../../support/seed.ts';

const random = seededRandom();
const upTo = (most: number): number => Math.floor(random() * most);

describe('a video that is buffered on the disk', () => {
  it('is encrypted piece by piece, and decrypted from any position', () => {
    const video = randomBytes(5000);
    const cipher = new PositionedCipher();
    const pieces: Buffer[] = [];
    for (let at = 0, size; at < video.length; at += size) {
      size = 1 + upTo(300);
      pieces.push(cipher.apply(video.subarray(at, at + size), at));
    }
    const stored = Buffer.concat(pieces);
    for (let round = 0; round < 200; round += 1) {
      const start = upTo(video.length);
      const end = start + upTo(400);
      expect(cipher.apply(stored.subarray(start, end), start).equals(video.subarray(start, end))).to.equal(true);
    }
    for (let at = 0; at + 16 <= video.length; at += 16) {
      expect(stored.includes(video.subarray(at, at + 16)), `block at ${at}`).to.equal(false);
    }
    expect(new PositionedCipher().apply(stored, 0).equals(video)).to.equal(false);
  });

  it('is also encrypted beyond four gigabytes', () => {
    const cipher = new PositionedCipher();
    const far = 2 ** 36 + 5;
    const piece = randomBytes(100);
    expect(cipher.apply(cipher.apply(piece, far), far).equals(piece)).to.equal(true);
    expect(cipher.apply(piece, far).equals(cipher.apply(piece, 5))).to.equal(false);
  });
});
