/**
 * A video of one picture: QuickTime or MP4 with a Photo-JPEG track, according to ISO/IEC 14496-12 and Apple's QuickTime
 * File Format. It is small but complete: players can show it.
 */
export interface VideoOptions {
  readonly brand: 'qt  ' | 'mp42';
  readonly picture: Buffer;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** ISO 6709, such as `+48.8566+002.3522/`, as in videos of phones. */
  readonly place?: string;
}

/** Seconds from 1904, the format's epoch, to 1970. */
const epochOf1904 = 2_082_844_800;
const timescale = 1000;
const unityMatrix = [0x00010000, 0, 0, 0, 0x00010000, 0, 0, 0, 0x40000000];

export function makeVideo(options: VideoOptions): Buffer {
  const fileType = box('ftyp', ascii(options.brand), u32(0), ascii(options.brand));
  const data = box('mdat', options.picture);
  // The picture comes right after the headers of `ftyp` and `mdat`.
  const movie = movieBox(options, fileType.length + 8);
  return Buffer.concat([fileType, data, movie]);
}

function movieBox({ picture, width, height, durationMs, createdAt, place }: VideoOptions, pictureAt: number): Buffer {
  const time = u32(createdAt + epochOf1904);
  const noFlags = u32(0);
  const sampleEntry = box(
    'jpeg',
    ...[zeros(6), u16(1), zeros(16), u16(width), u16(height), u32(72 << 16), u32(72 << 16), u32(0), u16(1)],
    ...[zeros(32), u16(24), u16(0xffff)],
  );
  const sampleTable = box(
    'stbl',
    box('stsd', noFlags, u32(1), sampleEntry),
    box('stts', noFlags, u32(1), u32(1), u32(durationMs)),
    box('stsc', noFlags, u32(1), u32(1), u32(1), u32(1)),
    box('stsz', noFlags, u32(picture.length), u32(1)),
    box('stco', noFlags, u32(1), u32(pictureAt)),
  );
  const dataInThisFile = box('dinf', box('dref', noFlags, u32(1), box('url ', u32(1))));
  const media = box(
    'mdia',
    box('mdhd', noFlags, time, time, u32(timescale), u32(durationMs), u16(0x55c4), u16(0)),
    box('hdlr', noFlags, ascii('mhlr'), ascii('vide'), zeros(12), zeros(1)),
    box('minf', box('vmhd', u32(1), zeros(8)), dataInThisFile, sampleTable),
  );
  const trackHeader = box(
    'tkhd',
    ...[u32(3), time, time, u32(1), u32(0), u32(durationMs), zeros(16), ...unityMatrix.map(u32)],
    ...[u32(width << 16), u32(height << 16)],
  );
  const movieHeader = box(
    'mvhd',
    ...[noFlags, time, time, u32(timescale), u32(durationMs), u32(0x00010000), u16(0x0100), zeros(10)],
    ...[...unityMatrix.map(u32), zeros(24), u32(2)],
  );
  // The length, and the language: undetermined.
  const words = place === undefined ? [] : [box('udta', box('\xa9xyz', u16(place.length), u16(0x55c4), ascii(place)))];
  return box('moov', movieHeader, box('trak', trackHeader, media), ...words);
}

function box(type: string, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([u32(8 + content.length), ascii(type), content]);
}

function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function zeros(count: number): Buffer {
  return Buffer.alloc(count);
}
