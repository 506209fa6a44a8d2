import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { RgbImage } from '../../../core/plugin-api/index.ts';
import { photosDir } from '../../support/model-packs.ts';

/** A picture with real faces of many people, each in its own square. */
export async function crowd(columns: number, rows: number, side: number): Promise<RgbImage> {
  const people = readdirSync(join(photosDir, 'faces'));
  const files = people.flatMap((person) =>
    readdirSync(join(photosDir, 'faces', person)).map((file) => join(photosDir, 'faces', person, file)),
  );
  const tiles = files.slice(0, columns * rows).map(async (file, index) => ({
    input: await sharp(file)
      .extract({ left: 45, top: 45, width: 160, height: 160 })
      .resize(side, side)
      .png()
      .toBuffer(),
    left: (index % columns) * side,
    top: Math.floor(index / columns) * side,
  }));
  const [width, height] = [columns * side, rows * side];
  const data = await sharp({ create: { width, height, channels: 3, background: 'grey' } })
    .composite(await Promise.all(tiles))
    .removeAlpha()
    .raw()
    .toBuffer();
  return { width, height, data };
}
