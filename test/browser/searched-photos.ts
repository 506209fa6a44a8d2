import { cpSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { copyAs, scenes } from './real-library.ts';

const colours = { red: '#d91a1a', green: '#1aa626', blue: '#1a33d9', yellow: '#f2e61a' };
const lisbon = { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 8/1 0/1' };
const receipt = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
  <rect width="1600" height="1200" fill="#dcd6c8"/><rect x="300" y="200" width="1000" height="800" fill="#fff"/>
  <g font-family="DejaVu Sans" font-size="56" fill="#111">
    <text x="360" y="340">Bäckerei Müller</text><text x="360" y="480">Käsekuchen 3,50 EUR</text>
  </g></svg>`;

/**
 * Puts photos to search for into a folder.
 * @param some pictures of a few people
 * @param group two of them in one picture
 */
export async function putSearchedPhotos(folder: string, some: readonly string[][], group: Buffer): Promise<void> {
  for (const [i, pictures] of some.entries()) copyAs(folder, `person-${i}`, pictures.slice(0, 5));
  await sharp(group).toFile(join(folder, 'group.jpg'));
  for (const [i, year] of [2021, 2021, 2019].entries()) {
    const taken = { IFD2: { DateTimeOriginal: `${year}:07:1${i} 18:30:05` }, IFD3: lisbon };
    const picture = sharp(some[i === 1 ? 1 : 0]![5]).rotate(i === 2 ? 4 : 0);
    await picture.withExif(taken).toFile(join(folder, `lisbon-${i}.jpg`));
  }
  await sharp(Buffer.from(receipt)).jpeg().toFile(join(folder, 'receipt.jpg'));
  const chosen = scenes(12);
  copyAs(folder, 'scene', chosen);
  for (const i of [0, 1, 2]) await versions(chosen[i]!, join(folder, `scene-${i}`));
  cpSync(chosen[3]!, join(folder, 'scene-3 (1).jpg'));
  for (const [colour, background] of Object.entries(colours)) {
    for (let i = 0; i < 3; i++) {
      const create = { width: 200 + i * 80, height: 150, channels: 3 as const, background };
      await sharp({ create }).toFile(join(folder, `${colour}-${i}.jpg`));
    }
  }
}

/** Two portraits in one picture, large enough for zooming. */
export async function sideBySide(left: string, right: string): Promise<Buffer> {
  const [one, other] = await Promise.all([left, right].map((path) => sharp(path).resize(800, 800).toBuffer()));
  const canvas = sharp({ create: { width: 2000, height: 1200, channels: 3, background: '#39505e' } });
  const composed = canvas.composite([
    { input: one!, left: 100, top: 120 },
    { input: other!, left: 1120, top: 280 },
  ]);
  return composed.jpeg({ quality: 92 }).toBuffer();
}

async function versions(picture: string, to: string): Promise<void> {
  const { width } = await sharp(picture).metadata();
  await sharp(picture)
    .resize(Math.round(width / 2))
    .jpeg({ quality: 50 })
    .toFile(`${to}-small.jpg`);
  await sharp(picture).webp({ quality: 60 }).toFile(`${to}-webp.webp`);
}
