import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * A picture with the detail of a photo: smooth colours with fine grain, so that it neither compresses to nothing nor
 * costs more than a photo to decode. `seed` makes each one different.
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

/** Fills `folder` with `count` different small photo-like JPEGs; answers their names. */
export async function writePhotos(folder: string, count: number, width = 1200, height = 900): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const names: string[] = [];
  const base = await photoLikeJpeg(1, width, height);
  for (let i = 0; i < count; i += 1) {
    const name = `photo-${String(i).padStart(4, '0')}.jpg`;
    // Bytes after the end of the picture change the content's hash and nothing else.
    writeFileSync(join(folder, name), Buffer.concat([base, Buffer.from(`\n${i}`)]));
    names.push(name);
  }
  return names;
}

/** Small pictures of one colour each, no two of the same content; quick to make and to read. */
export function plainPictures(count: number): Promise<Buffer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      sharp({ create: { width: 12 + index, height: 10, channels: 3, background: { r: index, g: 99, b: 0 } } })
        .jpeg()
        .toBuffer(),
    ),
  );
}
