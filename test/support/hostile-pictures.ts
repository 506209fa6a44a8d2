import { constants, crc32 as crcOf, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** The number of zeros that are deflated at a time. */
const piece = 4 * 1024 * 1024;

/** Deflated zeros: a thousandth of the inflated size. One piece is deflated, and repeated. */
function deflatedZeros(bytes: number): Buffer {
  const raw = (length: number, finishFlush: number): Buffer =>
    deflateRawSync(Buffer.alloc(length), { level: 9, finishFlush });
  const whole = raw(piece, constants.Z_FULL_FLUSH);
  const last = raw(bytes % piece, constants.Z_FINISH);
  const pieces = Array.from({ length: Math.floor(bytes / piece) }, () => whole);
  // The Adler-32 checksum of zeros depends only on their number.
  const checksum = uint32((bytes % 65_521) * 65_536 + 1);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...pieces, last, checksum]);
}

function uint32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
  return buffer;
}

/** `zlib.crc32` is newer than the oldest Node version that we support. */
function crc(bytes: Buffer): number {
  if (typeof crcOf === 'function') return crcOf(bytes);
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc(body))]);
}

interface PngKind {
  readonly width: number;
  readonly height: number;
  readonly depth: 8 | 16;
  readonly interlaced: boolean;
  readonly before?: readonly Buffer[];
}

/** A black RGB picture. */
function blackPng({ width, height, depth, interlaced, before = [] }: PngKind): Buffer {
  const pixel = (3 * depth) / 8;
  const rows = (w: number, h: number): number => (w > 0 ? h * (w * pixel + 1) : 0);
  // Adam7: x and y of the first pixel of each pass, and the distances to the next one.
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  const bytes = interlaced
    ? passes.reduce((sum, [x, y, dx, dy]) => sum + rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)), 0)
    : rows(width, height);
  const header = Buffer.concat([uint32(width, height), Buffer.from([depth, 2, 0, 0, interlaced ? 1 : 0])]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', deflatedZeros(bytes)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A TIFF with the whole picture in one strip. */
function stripTiff(width: number, height: number): Buffer {
  const strip = deflatedZeros(width * height * 3);
  const entries = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 8],
    [262, 2],
    [273, 8],
    [277, 3],
    [278, height],
    [279, strip.length],
  ] as const;
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length, 0);
  for (const [index, [tag, value]] of entries.entries()) {
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(8 + strip.length, 4);
  return Buffer.concat([head, strip, directory]);
}

/** A JPEG whose frame header has another size than its content. */
function claimingJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const claiming = Buffer.from(jpeg);
  const frame = [0xc0, 0xc2].map((marker) => claiming.indexOf(Buffer.from([0xff, marker]))).find((at) => at > 0) ?? 0;
  claiming.writeUInt16BE(height, frame + 5);
  claiming.writeUInt16BE(width, frame + 7);
  return claiming;
}

/**
 * An EXIF block with the maximum number of entries, each of which claims an enormous length and refers back to the
 * block.
 */
function exifBomb(): Buffer {
  const bomb = Buffer.alloc(60_000, 0xff);
  bomb.write('Exif\0\0II*\0', 0, 'latin1');
  bomb.writeUInt32LE(8, 10);
  bomb.writeUInt16LE(65_535, 14);
  for (let at = 16; at + 12 < bomb.length; at += 12) {
    bomb.writeUInt16LE(0x8769 + (at % 3), at);
    bomb.writeUInt16LE(7, at + 2);
    bomb.writeUInt32LE(0x7fffffff, at + 4);
    bomb.writeUInt32LE(8, at + 8);
  }
  return bomb;
}

function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content);
  return Buffer.concat([uint32(data.length + 8), Buffer.from(type, 'latin1'), data]);
}

/**
 * Small files that need, or claim to need, much memory or time to decode, by name. Files whose names begin with
 * `refused` need more than 336 MiB.
 */
export async function hostilePictures(): Promise<Map<string, Buffer>> {
  const small = sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } });
  const [jpeg, progressive, webp, gif, avif, tiff] = await Promise.all([
    small.clone().jpeg().toBuffer(),
    small.clone().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    small.clone().webp({ lossless: true }).toBuffer(),
    small.clone().gif().toBuffer(),
    small.clone().avif().toBuffer(),
    small.clone().tiff().toBuffer(),
  ]);
  const wideWebp = Buffer.from(webp);
  // VP8L: after the signature, width and height minus one in 14 bits each.
  const at = wideWebp.indexOf('VP8L') + 9;
  wideWebp.writeUInt32LE(((wideWebp.readUInt32LE(at) & 0xf0000000) | 0x0fffbffe) >>> 0, at);
  const wideGif = Buffer.from(gif);
  // The sizes of the screen and of the frame: if they differ much, decoders use the smaller one.
  for (const place of [6, 8, wideGif.indexOf(0x2c, 13) + 5, wideGif.indexOf(0x2c, 13) + 7]) {
    wideGif.writeUInt16LE(12_000, place);
  }
  const wideAvif = Buffer.from(avif);
  uint32(16_000, 12_000).copy(wideAvif, wideAvif.indexOf('ispe') + 8);
  const profile = Buffer.concat([Buffer.from('bomb\0\0', 'latin1'), deflatedZeros(400_000_000)]);
  const text = deflatedZeros(30_000_000);
  const wholePng = blackPng({ width: 2000, height: 1500, depth: 16, interlaced: true });

  return new Map<string, Buffer>([
    ['refused-16-bit-interlaced.png', blackPng({ width: 10_000, height: 10_000, depth: 16, interlaced: true })],
    ['refused-wide-interlaced.png', blackPng({ width: 20_000, height: 14_000, depth: 8, interlaced: true })],
    ['refused-progressive.jpg', claimingJpeg(progressive, 16_000, 16_000)],
    ['refused-strip.tif', stripTiff(16_000, 12_000)],
    ['refused.webp', wideWebp],
    ['refused.gif', wideGif],
    ['refused.avif', wideAvif],
    [
      'refused.heic',
      Buffer.concat([
        box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')),
        box('meta', box('ispe', uint32(0, 15_000, 15_000))),
        Buffer.alloc(5000, 9),
      ]),
    ],
    ['large-interlaced.png', blackPng({ width: 6500, height: 6500, depth: 16, interlaced: true })],
    ['large-progressive.jpg', claimingJpeg(progressive, 6800, 6800)],
    ['large-baseline.jpg', claimingJpeg(jpeg, 16_000, 16_000)],
    ['large-strip.tif', stripTiff(8000, 7000)],
    ['large.png', blackPng({ width: 16_000, height: 16_000, depth: 16, interlaced: false })],
    [
      'profile-bomb.png',
      blackPng({ width: 64, height: 64, depth: 8, interlaced: false, before: [chunk('iCCP', profile)] }),
    ],
    [
      'text-bomb.png',
      blackPng({
        ...{ width: 64, height: 64, depth: 8, interlaced: false },
        before: Array.from({ length: 50 }, (_, index) =>
          chunk('zTXt', Buffer.concat([Buffer.from(`k${index}\0\0`, 'latin1'), text])),
        ),
      }),
    ],
    ['exif-bomb.jpg', withSegment(jpeg, 0xe1, exifBomb())],
    [
      'segments.jpg',
      Array.from({ length: 300 }).reduce<Buffer>(
        (bytes) => withSegment(bytes, 0xe2, Buffer.alloc(60_000, 'ICC_PROFILE\0')),
        jpeg,
      ),
    ],
    ['cut-off.jpg', jpeg.subarray(0, jpeg.length >> 1)],
    ['cut-off.png', wholePng.subarray(0, wholePng.length >> 1)],
    ['cut-off.webp', webp.subarray(0, webp.length - 20)],
    ['cut-off.tif', tiff.subarray(0, tiff.length - 90)],
    ['cut-off.avif', avif.subarray(0, avif.length - 30)],
    ['cut-off.gif', gif.subarray(0, gif.length - 30)],
  ]);
}
