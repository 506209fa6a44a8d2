/** The worker thread that decodes HEIC: HEVC in WebAssembly, about a second for 12 megapixels in one go. */
import heicDecode from 'heic-decode';
import { PhotoError } from './photo-error.ts';
import { refuseTooManyPixels } from './picture-limits.ts';
import { serveTasks } from './worker-tasks.ts';

export interface HeicPixels {
  readonly width: number;
  readonly height: number;
  /** RGBA of the upright picture: the container's own rotation is applied. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly displayP3: boolean;
}

export interface HeicTasks {
  readonly decode: {
    readonly input: { readonly bytes: Uint8Array; readonly maxPixels: number };
    readonly output: HeicPixels;
  };
}

/** The colour box stands in the file's head. */
const HEAD = 256 * 1024;

/** An ICC profile's name, in both ways in which profiles write it; or the colour primaries of ITU-T H.273. */
function isDisplayP3(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD, bytes.byteLength));
  const nclx = head.indexOf('colrnclx');
  if (nclx >= 0 && nclx + 10 <= head.length && head.readUInt16BE(nclx + 8) === 12) return true;
  return head.includes('Display P3') || head.includes(Buffer.from('Display P3', 'utf16le').swap16());
}

async function decode(bytes: Uint8Array, maxPixels: number): Promise<HeicPixels> {
  const pictures = await heicDecode.all({ buffer: bytes });
  try {
    const first = pictures[0];
    if (!first) throw new Error('no picture');
    refuseTooManyPixels(first.width, first.height, maxPixels);
    const { width, height, data } = await first.decode();
    return {
      width,
      height,
      data: new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength),
      displayP3: isDisplayP3(bytes),
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
