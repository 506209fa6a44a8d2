import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { hashedSide, perceptualHash } from '../../../core/domain/perceptual-hash.ts';
import { needPhotos, photosDir } from '../../support/model-packs.ts';

async function hashOf(picture: Sharp): Promise<Uint8Array | null> {
  const grey = await sharp(await picture.png().toBuffer())
    .removeAlpha()
    .greyscale()
    .resize(hashedSide, hashedSide, { fit: 'fill' })
    .raw()
    .toBuffer();
  return perceptualHash(grey);
}

function distance(a: Uint8Array | null, b: Uint8Array | null): number {
  if (!a || !b) throw new Error('No hash');
  let bits = 0;
  for (const [at, byte] of a.entries()) {
    for (let rest = byte ^ b[at]!; rest > 0; rest >>= 1) bits += rest & 1;
  }
  return bits;
}

describe('perceptual hash', function () {
  it('is null for a plain picture, and rejects pictures of another size', () => {
    expect(perceptualHash(new Uint8Array(hashedSide ** 2).fill(200))).to.equal(null);
    expect(() => perceptualHash(new Uint8Array(10))).to.throw(RangeError);
  });

  it('has half of its bits set, is the same for a brighter picture, and inverted for a negative', () => {
    const grey = Uint8Array.from({ length: hashedSide ** 2 }, (_, at) => (at * at * 7 + 13 * at) % 97);
    const hash = perceptualHash(grey)!;
    expect(distance(hash, new Uint8Array(8))).to.equal(32);
    expect(perceptualHash(grey.map((level) => level + 80))).to.deep.equal(hash);
    expect(perceptualHash(grey.map((level) => 255 - level))).to.deep.equal(hash.map((byte) => 255 - byte));
  });

  describe('of real photos', () => {
    let files: string[];

    before(function () {
      needPhotos(this);
      const folder = join(photosDir, 'scenes');
      files = readdirSync(folder)
        .filter((name) => name.endsWith('.jpg'))
        .slice(0, 40)
        .map((name) => join(folder, name));
    });

    it('hardly changes when they are scaled, recompressed, sharpened or brightened', async () => {
      const distances: number[] = [];
      for (const file of files) {
        const hash = await hashOf(sharp(file));
        const others = [
          sharp(file).resize(200),
          sharp(await sharp(file).jpeg({ quality: 30 }).toBuffer()),
          sharp(file).sharpen(),
          sharp(file).linear(1.15, 5),
        ];
        for (const other of others) distances.push(distance(hash, await hashOf(other)));
      }
      distances.sort((a, b) => a - b);
      expect(distances[Math.floor(distances.length * 0.95)]).to.be.at.most(6);
    });

    it('is different for each of them', async () => {
      const hashes = await Promise.all(files.map((file) => hashOf(sharp(file))));
      const apart = hashes.flatMap((a, at) => hashes.slice(at + 1).map((b) => distance(a, b)));
      expect(Math.min(...apart)).to.be.at.least(10);
    });
  });
});
