/** The worker thread that decodes HEIC: HEVC in WebAssembly, about a second for 12 megapixels in one go. */
import heicDecode from 'heic-decode';
import { PhotoError } from './photo-error.ts';
import { refuseTooManyPixels } from './picture-limits.ts';
import { serveTasks } from './worker-tasks.ts';

// The decoder tells the console what it makes of a damaged file, which would be in the middle of the server's log.
console.log = () => undefined;

export interface HeicPixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, with the container's own rotation applied. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Whether the container says how the picture is turned; else its EXIF does. */
  readonly turned: boolean;
  readonly displayP3: boolean;
}

export interface HeicTasks {
  readonly decode: {
    readonly input: { readonly bytes: Uint8Array; readonly maxPixels: number };
    readonly output: HeicPixels;
  };
}

/**
 * The box of the file that describes its pictures. It stands first with most makers and last with some.
 * Boxes are a length, four letters, and that many bytes; length 1 means that 8 bytes with the length follow.
 */
function metaBox(bytes: Uint8Array): Buffer {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + 16 <= file.length) {
    const short = file.readUInt32BE(at);
    const length = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short || file.length - at;
    if (file.toString('latin1', at + 4, at + 8) === 'meta') return file.subarray(at, at + length);
    if (length < 8) break;
    at += length;
  }
  return Buffer.alloc(0);
}

const isTurned = (meta: Buffer): boolean => meta.includes('irot') || meta.includes('imir');

/** How makers call the profile; the second has the same primaries and curve. */
const profileNames = ['Display P3', 'DCI-P3 D65 Gamut with sRGB Transfer'];

/** An ICC profile's name, in both ways in which profiles write it; or the colour primaries of ITU-T H.273. */
function isDisplayP3(meta: Buffer): boolean {
  const nclx = meta.indexOf('colrnclx');
  if (nclx >= 0 && nclx + 10 <= meta.length && meta.readUInt16BE(nclx + 8) === 12) return true;
  return profileNames.some((name) => meta.includes(name) || meta.includes(Buffer.from(name, 'utf16le').swap16()));
}

async function decode(bytes: Uint8Array, maxPixels: number): Promise<HeicPixels> {
  const pictures = await heicDecode.all({ buffer: bytes });
  try {
    const first = pictures[0];
    if (!first) throw new Error('no picture');
    refuseTooManyPixels(first.width, first.height, maxPixels);
    const { width, height, data } = await first.decode();
    const meta = metaBox(bytes);
    return {
      width,
      height,
      data: new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength),
      turned: isTurned(meta),
      displayP3: isDisplayP3(meta),
    };
  } finally {
    pictures.dispose();
  }
}

serveTasks<HeicTasks>({
  decode: async ({ bytes, maxPixels }) => {
    try {
      const output = await decode(bytes, maxPixels);
      return { output, transfer: [output.data.buffer] };
    } catch (error) {
      if (error instanceof PhotoError) throw error;
      throw new PhotoError('This HEIC file is damaged, or uses a variant that cannot be decoded.');
    }
  },
});
