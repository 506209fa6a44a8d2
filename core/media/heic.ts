import libheif from 'libheif-js/wasm-bundle.js';
import { heicSize } from './heic-size.ts';
import { heicMemory } from '../plugin-api/toolkit/index.ts';
import { PhotoError, refuseTooManyPixels } from './photo-error.ts';

export interface HeicPixels {
  readonly width: number;
  readonly height: number;
  /** RGB, after the container's own rotation. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Whether the container specifies the rotation; otherwise EXIF does. */
  readonly turned: boolean;
  readonly displayP3: boolean;
  /** To be called when `data` is no longer used, since it is in the decoder's memory. */
  readonly free: () => void;
}

/**
 * The box of the file that describes its pictures; usually the first, sometimes the last one. A box is a length, a type of
 * four letters, and its content; a length of 1 means that the length follows in 8 bytes.
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

/** The names of the profile; the second one has the same primaries and curve. */
const profileNames = ['Display P3', 'DCI-P3 D65 Gamut with sRGB Transfer'];

/** The name of an ICC profile, in both of its encodings; or the colour primaries of ITU-T H.273. */
function isDisplayP3(meta: Buffer): boolean {
  const nclx = meta.indexOf('colrnclx');
  if (nclx >= 0 && nclx + 10 <= meta.length && meta.readUInt16BE(nclx + 8) === 12) return true;
  return profileNames.some((name) => meta.includes(name) || meta.includes(Buffer.from(name, 'utf16le').swap16()));
}

const damaged = (): PhotoError =>
  new PhotoError('This HEIC file is damaged, or uses a variant that cannot be decoded.');

/**
 * Decodes HEIC: HEVC in WebAssembly, about a second for 12 megapixels, which blocks this thread.
 * @param need waits for memory, before any is allocated
 * @throws PhotoError
 */
export function decodeHeic(bytes: Uint8Array, maxPixels: number, need: (bytes: number) => void): HeicPixels {
  const announced = heicSize(bytes);
  if (!announced) throw damaged();
  refuseTooManyPixels(announced.width, announced.height, maxPixels);
  const meta = metaBox(bytes);
  need(bytes.length + heicMemory(announced.width * announced.height, meta.includes('grid')));
  try {
    return { ...decodePrimary(bytes, maxPixels), turned: isTurned(meta), displayP3: isDisplayP3(meta) };
  } catch (error) {
    if (error instanceof PhotoError) throw error;
    throw damaged();
  }
}

function decodePrimary(bytes: Uint8Array, maxPixels: number): Pick<HeicPixels, 'width' | 'height' | 'data' | 'free'> {
  const context = libheif.heif_context_alloc();
  try {
    const { code } = libheif.heif_context_read_from_memory(context, bytes);
    if (code !== libheif.heif_error_code.heif_error_Ok) throw damaged();
    const handle = primaryPicture(context);
    try {
      const [width, height] = [
        libheif.heif_image_handle_get_width(handle),
        libheif.heif_image_handle_get_height(handle),
      ];
      refuseTooManyPixels(width, height, maxPixels);
      return decodedPixels(handle);
    } finally {
      libheif.heif_image_handle_release(handle);
    }
  } finally {
    libheif.heif_context_free(context);
  }
}

/** The picture that the file names as its main one; the first one where it names none. */
function primaryPicture(context: object): object {
  const primary = libheif.heif_js_context_get_primary_image_handle(context);
  if (!('code' in primary)) return primary;
  const ids = libheif.heif_js_context_get_list_of_top_level_image_IDs(context);
  const first = 'code' in ids ? undefined : ids[0];
  const handle = first === undefined ? undefined : libheif.heif_js_context_get_image_handle(context, first);
  if (!handle || 'code' in handle) throw damaged();
  return handle;
}

function decodedPixels(handle: object): Pick<HeicPixels, 'width' | 'height' | 'data' | 'free'> {
  const { heif_colorspace, heif_chroma } = libheif;
  const decoded = libheif.heif_js_decode_image2(
    handle,
    heif_colorspace.heif_colorspace_RGB,
    heif_chroma.heif_chroma_interleaved_RGB,
  );
  if ('code' in decoded) throw damaged();
  const channel = decoded.channels[0];
  if (!channel) throw damaged();
  const { width, height, stride, data } = channel;
  const line = width * 3;
  // The padding of lines is removed in place: a copy would need the same memory again.
  if (stride !== line) for (let y = 1; y < height; y += 1) data.copyWithin(y * line, y * stride, y * stride + line);
  return {
    width,
    height,
    data: data.subarray(0, line * height),
    free: () => {
      libheif.heif_image_release(decoded.image);
    },
  };
}
