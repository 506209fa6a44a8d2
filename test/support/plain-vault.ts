import { createHash } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import sharp, { type Exif, type Sharp } from 'sharp';
import { makeVideo } from './video-file.ts';

/** A file of the plain set, which vaults of all kinds must decrypt to. */
export interface PlainFile {
  /** A path with slashes. */
  readonly path: string;
  readonly bytes: Buffer;
  /** Hexadecimal. */
  readonly sha1: string;
  /** Whether a driver lists it: hidden files and folders with a `.nomedia` are skipped. */
  readonly listed: boolean;
}

/** The modification time of all files of the plain set: 2024-03-02 12:00:00 UTC. */
const plainSetTime = new Date(1_709_380_800_000);

/** From 176 bytes on, an encrypted name in Base64 is too long for a file name: gocryptfs stores it separately. */
const longStem = 'a name much longer than most, for stores that keep what is long in another place '
  .repeat(3)
  .slice(0, 196);

/**
 * About twenty small files of kinds that occur in photo folders: EXIF in several forms, a live photo, videos, names in
 * many scripts, and sizes around the block sizes of vaults. The bytes are the same for every call.
 */
export async function plainSet(): Promise<PlainFile[]> {
  const beach = await jpeg(1, 640, 480, {
    IFD0: { Make: 'Canon', Model: 'Canon EOS R6' },
    IFD2: { DateTimeOriginal: '2021:07:14 18:30:05', OffsetTimeOriginal: '+02:00' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '43/1 42/1 1200/100',
      GPSLongitudeRef: 'E',
      GPSLongitude: '7/1 15/1 3600/100',
    },
  });
  const still = await jpeg(7, 320, 240, {
    IFD0: { Make: 'Apple', Model: 'iPhone 12' },
    IFD2: { DateTimeOriginal: '2022:05:01 09:15:30', OffsetTimeOriginal: '-07:00' },
  });
  const videoOf = async (seed: number, brand: 'qt  ' | 'mp42', durationMs: number) =>
    makeVideo({
      brand,
      durationMs,
      ...{ width: 160, height: 120, createdAt: 1_651_421_730, picture: await jpeg(seed, 160, 120) },
    });

  return [
    file('beach.jpg', beach),
    file('no-exif.jpg', await jpeg(2, 200, 150)),
    file('chart.png', await drawing(3, 96, 64).png().toBuffer()),
    file('sketch.webp', await drawing(4, 120, 80).webp({ quality: 80 }).toBuffer()),
    file('empty.jpg', Buffer.alloc(0)),
    file('Live/IMG_0001.jpg', still),
    file('Live/IMG_0001.mov', await videoOf(8, 'qt  ', 2400)),
    file('Films/clip.mp4', await videoOf(9, 'mp42', 12_345)),
    file(
      'Albums/2019/upright.jpg',
      await jpeg(
        5,
        320,
        200,
        {
          IFD0: { Make: 'NIKON CORPORATION', Model: 'NIKON D750' },
          IFD2: { DateTimeOriginal: '2019:12:31 23:59:58' },
        },
        6,
      ),
    ),
    file('Albums/2019/copy of beach.jpg', beach),
    file('Albums/2020/tiny.jpg', await jpeg(6, 32, 32)),
    file('Albums/Лето/Байкал.jpg', await jpeg(10, 64, 48)),
    file('Albums/旅行/富士山 ☀️.jpg', await jpeg(11, 64, 48)),
    file('Albums/🏖️ beach!/😀 100%.jpg', await jpeg(12, 64, 48)),
    // Accents as combining characters, like on macOS.
    file(`${'Café Müller'.normalize('NFD')}.jpg`, await jpeg(13, 64, 48)),
    file(`${longStem}.jpg`, await jpeg(14, 48, 48)),
    file('Edges/4096.jpg', padded(await jpeg(15, 80, 60), 4096)),
    file('Edges/4097.jpg', padded(await jpeg(16, 80, 60), 4097)),
    file('Edges/65536.jpg', padded(await jpeg(17, 80, 60), 65_536)),
    file('Edges/65537.jpg', padded(await jpeg(18, 80, 60), 65_537)),
    file('.hidden.jpg', await jpeg(19, 32, 32), false),
    file('Cache/.nomedia', Buffer.alloc(0), false),
    file('Cache/thumb.jpg', await jpeg(20, 32, 32), false),
    file('Cache/deeper/thumb.jpg', await jpeg(21, 32, 32), false),
  ];
}

/**
 * Writes the plain set into `folder`. Names of more than `longestName` bytes are left out, for stores that do not
 * support them.
 * @returns the written files
 */
export async function writePlainSet(folder: string, longestName = 255): Promise<PlainFile[]> {
  const files = (await plainSet()).filter(({ path }) => Buffer.byteLength(basename(path)) <= longestName);
  for (const { path, bytes } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
    await utimes(target, plainSetTime, plainSetTime);
  }
  return files;
}

function file(path: string, bytes: Buffer, listed = true): PlainFile {
  return { path, bytes, sha1: createHash('sha1').update(bytes).digest('hex'), listed };
}

/** Decoders stop at the end of the picture: bytes after it only change the size. */
function padded(picture: Buffer, size: number): Buffer {
  const padding = Buffer.from(Array.from({ length: size - picture.length }, (_, i) => (i * 31 + size) % 251));
  return Buffer.concat([picture, padding]);
}

/** Smooth colours that depend only on `seed`. */
function drawing(seed: number, width: number, height: number): Sharp {
  const side = 8;
  const colours = Buffer.from(
    Array.from({ length: side * side * 3 }, (_, i) => Math.round(Math.abs(Math.sin(seed * 5.7 + i * 1.3)) * 255)),
  );
  return sharp(colours, { raw: { width: side, height: side, channels: 3 } }).resize(width, height, { fit: 'fill' });
}

async function jpeg(seed: number, width: number, height: number, exif?: Exif, orientation?: number): Promise<Buffer> {
  let picture = drawing(seed, width, height).jpeg({ quality: 80 });
  if (exif !== undefined) picture = picture.withExif(exif);
  if (orientation !== undefined) picture = picture.withMetadata({ orientation });
  return picture.toBuffer();
}
