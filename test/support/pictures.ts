import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * A picture with the detail of a photo: smooth colours with fine grain, so that compression and decoding are similar to
 * those of a photo. `seed` makes each one different.
 */
export async function photoLikeJpeg(seed: number, width: number, height: number): Promise<Buffer> {
  const small = 24;
  const coarse = Buffer.from(
    Array.from({ length: small * small * 3 }, (_, i) => Math.abs(Math.sin(seed * 7.13 + i * 1.7) * 255)),
  );
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(coarse, { raw: { width: small, height: small, channels: 3 } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** Writes `count` different small photo-like JPEGs into `folder`. @returns their names */
export async function writePhotos(folder: string, count: number, width = 1200, height = 900): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const names: string[] = [];
  const base = await photoLikeJpeg(1, width, height);
  for (let i = 0; i < count; i += 1) {
    const name = `photo-${String(i).padStart(4, '0')}.jpg`;
    // Bytes after the end of the picture only change the content's hash.
    writeFileSync(join(folder, name), Buffer.concat([base, Buffer.from(`\n${i}`)]));
    names.push(name);
  }
  return names;
}

/** Small pictures of one colour each, all different; fast to create and to decode. */
export function plainPictures(count: number): Promise<Buffer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      sharp({ create: { width: 12 + index, height: 10, channels: 3, background: { r: index, g: 99, b: 0 } } })
        .jpeg()
        .toBuffer(),
    ),
  );
}
