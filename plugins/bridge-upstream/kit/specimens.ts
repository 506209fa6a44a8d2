import sharp, { type Sharp } from 'sharp';

/* Files that the kit adds to a store. Each has unique content, so that no bridge mistakes it for a known file. */

/** A picture of noise with the size of a small photo: over 100 KiB, which is several blocks of any encryption. */
export function largeJpeg(): Promise<Buffer> {
  return noise(640, 480, 60).jpeg({ quality: 90 }).toBuffer();
}

export function smallJpeg(): Promise<Buffer> {
  return noise(40, 30, 40).jpeg().toBuffer();
}

/** 600 × 400 as stored, 400 × 600 when upright (EXIF orientation 6); its top right quarter is red when upright. */
export async function turnedJpeg(): Promise<Buffer> {
  const red = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 600, height: 400, channels: 3, background: blueOfThisMoment() } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

export function png(): Promise<Buffer> {
  return noise(50, 40, 40).png().toBuffer();
}

const noise = (width: number, height: number, sigma: number): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma } },
  });

function blueOfThisMoment(): string {
  return `#0000${(128 + Math.floor(Math.random() * 128)).toString(16)}`;
}

export const videoSeconds = 7;

/** The boxes at the beginning of a QuickTime video (ISO/IEC 14496-12, 8.2.2), without tracks; the bytes are unique. */
export function video(): Buffer {
  const movieHeader = Buffer.alloc(100);
  const secondsTo1970 = 2_082_844_800;
  movieHeader.writeUInt32BE(secondsTo1970 + Math.floor(Date.now() / 1000), 4);
  movieHeader.writeUInt32BE(1000, 12);
  movieHeader.writeUInt32BE(videoSeconds * 1000, 16);
  movieHeader.writeUInt32BE(0x00010000, 20);
  movieHeader.writeUInt16BE(0x0100, 24);
  [0x00010000, 0, 0, 0, 0x00010000, 0, 0, 0, 0x40000000].forEach((value, i) =>
    movieHeader.writeUInt32BE(value, 36 + 4 * i),
  );
  movieHeader.writeUInt32BE(1, 96);
  const data = Buffer.from(Array.from({ length: 70_000 }, () => Math.floor(Math.random() * 256)));
  return Buffer.concat([
    box('ftyp', Buffer.from('qt  \0\0\0\0qt  ', 'latin1')),
    box('moov', box('mvhd', movieHeader)),
    box('mdat', data),
  ]);
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}
