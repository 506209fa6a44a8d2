import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { PhotoReader } from '../../../core/media/photo-reader.ts';
import { needPhotos, photosDir } from '../../support/model-packs.ts';

/** Mean absolute difference of two pictures in levels; their sides may differ by a pixel. */
async function difference(a: Uint8Array, b: Uint8Array): Promise<number> {
  const [one, other] = await Promise.all(
    [a, b].map((webp) => sharp(webp).removeAlpha().resize(256, 256, { fit: 'fill' }).raw().toBuffer()),
  );
  let sum = 0;
  for (const [at, level] of one!.entries()) sum += Math.abs(level - other![at]!);
  return sum / one!.length;
}

describe('a photo that is decoded once for thumbnail and models', function () {
  let reader: PhotoReader;

  before(() => {
    reader = new PhotoReader({ maxPhotoPixels: 300_000_000, photoMemory: 384 * 1024 * 1024, workers: 3 });
  });
  after(() => reader.close());

  const examined = async (bytes: Buffer) => {
    const alone = await reader.examine(Uint8Array.from(bytes), null);
    const withModels = await reader.examine(Uint8Array.from(bytes), 1280);
    return { alone, withModels };
  };

  it('has a thumbnail as accurate as one that is made alone, and the same placeholder', async function () {
    needPhotos(this);
    const scenes = readdirSync(join(photosDir, 'scenes')).filter((name) => name.endsWith('.jpg'));
    for (const [index, name] of scenes.slice(0, 8).entries()) {
      const large = await sharp(readFileSync(join(photosDir, 'scenes', name)))
        .resize(2600 + 111 * index, 1900 + 77 * index, { fit: 'outside' })
        .jpeg()
        .toBuffer();
      const { alone, withModels } = await examined(large);
      const [a, b] = await Promise.all([sharp(alone.webp).metadata(), sharp(withModels.webp).metadata()]);
      // Decoders that shrink while reading cut off fractions of a row.
      expect(b.width).to.be.closeTo(a.width, 1);
      expect(b.height).to.be.closeTo(a.height, 1);
      expect(Math.max(b.width, b.height)).to.equal(512);
      const best = await sharp(large).resize(512, 512, { fit: 'inside', fastShrinkOnLoad: false }).png().toBuffer();
      const [ofAlone, ofWithModels] = await Promise.all([alone, withModels].map(({ webp }) => difference(webp, best)));
      expect(ofWithModels, name).to.be.below(ofAlone! * 1.1);
      const [mean, meanToo] = [alone, withModels].map(({ thumbhash }) => thumbHashToAverageRGBA(thumbhash));
      expect(meanToo!.r).to.be.closeTo(mean!.r, 0.04);
      const { width, height, data } = withModels.picture!;
      expect(Math.max(width, height)).to.equal(1280);
      expect(data).to.have.length(width * height * 3);
    }
  });

  it('keeps transparency in the thumbnail, and is passed to models on white', async () => {
    const png = await sharp({
      create: { width: 900, height: 600, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { withModels } = await examined(png);
    expect((await sharp(withModels.webp).metadata()).hasAlpha).to.equal(true);
    expect([...withModels.picture!.data.subarray(0, 3)]).to.deep.equal([255, 255, 255]);
  });

  it('is passed to models in its own size if that is smaller, and with three channels if it is grey', async () => {
    const grey = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#555' } })
      .toColourspace('b-w')
      .jpeg()
      .toBuffer();
    const { alone, withModels } = await examined(grey);
    expect(alone.picture).to.equal(null);
    expect(withModels.picture).to.include({ width: 200, height: 300 });
    expect(withModels.picture!.data).to.have.length(200 * 300 * 3);
  });
});
