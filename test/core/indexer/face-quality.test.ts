import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { viewFace } from '../../../core/media/face-crop.ts';
import type { DetectedFace, RgbImage } from '../../../core/plugin-api/ml-provider.ts';
import { needPhotos, photosDir } from '../../support/model-packs.ts';

/**
 * The position of the face in the press photos of this collection, which are cropped around it, and the landmarks of
 * a face seen from the front.
 */
const face: DetectedFace = {
  box: { x: 0.31, y: 0.28, w: 0.38, h: 0.5 },
  points: [
    [0.42, 0.46],
    [0.58, 0.46],
    [0.5, 0.56],
    [0.43, 0.66],
    [0.57, 0.66],
  ],
  score: 0.92,
};
const profile: DetectedFace = {
  ...face,
  points: [
    [0.44, 0.46],
    [0.52, 0.46],
    [0.58, 0.56],
    [0.46, 0.66],
    [0.53, 0.66],
  ],
};

async function pixels(picture: Sharp): Promise<RgbImage> {
  const { data, info } = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

async function quality(picture: Sharp, of = face): Promise<number> {
  const image = await pixels(picture);
  return (await viewFace(image, image, of)).quality;
}

describe('the quality of real faces', function () {
  let files: string[];

  before(function () {
    needPhotos(this);
    const folder = join(photosDir, 'faces');
    files = readdirSync(folder)
      .slice(0, 40)
      .map((person) => join(folder, person, readdirSync(join(folder, person))[0]!));
  });

  const median = async (change: (file: string) => Sharp, of?: DetectedFace): Promise<number> => {
    const all = await Promise.all(files.map((file) => quality(change(file), of)));
    return all.sort((a, b) => a - b)[files.length / 2]!;
  };

  it('is high for press photos', async () => {
    expect(await median((file) => sharp(file))).to.be.above(0.9);
  });

  it('falls with blur', async () => {
    const blurred = [1, 2, 3, 5].map((sigma) => median((file) => sharp(file).blur(sigma)));
    const [least, little, more, most] = (await Promise.all(blurred)) as [number, number, number, number];
    expect(least).to.be.above(little);
    expect(little).to.be.above(more);
    expect(more).to.be.above(most);
    expect(more).to.be.below(0.5);
  });

  it('falls for smaller faces: at 20 px it is less than a third of that at 95 px', async () => {
    const [large, middle, small] = await Promise.all(
      [250, 105, 52].map((width) => median((file) => sharp(file).resize(width))),
    );
    expect(large).to.be.above(middle!);
    expect(small).to.be.below(large! / 3);
  });

  it('is less than half for a face in profile', async () => {
    expect(await median((file) => sharp(file), profile)).to.be.below((await median((file) => sharp(file))) / 2);
  });
});
