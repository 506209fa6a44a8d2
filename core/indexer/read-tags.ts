import exifr from 'exifr';
import type { PhotoTags } from '../domain/photo-facts.ts';

const exifrOptions = {
  tiff: true,
  ifd0: {},
  exif: true,
  gps: true,
  xmp: true,
  iptc: true,
  icc: false,
  jfif: false,
  ihdr: false,
  makerNote: false,
  userComment: false,
  interop: false,
  ifd1: false,
  mergeOutput: false,
  sanitize: true,
  translateKeys: true,
  // Numbers and texts as the camera wrote them: `photo-facts.ts` makes sense of them.
  translateValues: false,
  reviveValues: false,
  silentErrors: true,
};

/** Bounds of what is kept: metadata comes from strangers, and ends up in the index and in answers. */
const MAX_STRING = 4000;
const MAX_ITEMS = 64;
const MAX_KEYS = 400;
const MAX_DEPTH = 4;
const MAX_BLOCK = 64 * 1024;

/** Previews, tables and the like that say nothing to a person. */
const dull =
  /^(NativeDigest|ThumbnailOffset|ThumbnailLength|StripOffsets|StripByteCounts|TileOffsets|TileByteCounts|latitude|longitude)$/;

/** EXIF, XMP and IPTC of a picture, as far as they can be read. Never throws: a picture without them is a picture. */
export async function readTags(bytes: Uint8Array): Promise<PhotoTags> {
  let parsed: unknown;
  try {
    parsed = await exifr.parse(bytes, exifrOptions);
  } catch {
    return {};
  }
  if (typeof parsed !== 'object' || parsed === null) return {};
  const blocks = Object.entries(parsed).flatMap(([name, block]): [string, Record<string, unknown>][] => {
    if (name === 'errors' || name === 'ifd1' || !isPlainObject(block)) return [];
    const tags = boundedObject(block, 1);
    return Object.keys(tags).length > 0 && JSON.stringify(tags).length <= MAX_BLOCK ? [[name, tags]] : [];
  });
  return Object.fromEntries(blocks);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function boundedObject(object: Record<string, unknown>, depth: number): Record<string, unknown> {
  const entries = Object.entries(object)
    .filter(([key]) => key.length <= MAX_ITEMS && !dull.test(key))
    .slice(0, MAX_KEYS)
    .map(([key, value]) => [key, bounded(value, depth)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** Texts end at the first NUL; what follows is left over from something else. */
const beforeNul = (text: string): string => text.split('\0', 1)[0] ?? '';

/** Without halves of surrogate pairs, which cutting leaves and JSON cannot carry. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** A JSON value of bounded size, or undefined where there is none. */
function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return wellFormed(beforeNul(value).slice(0, MAX_STRING));
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'boolean') return value;
  if (depth >= MAX_DEPTH) return undefined;
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const items = Array.from(value as unknown as ArrayLike<unknown>);
    // Long rows of numbers are binary data.
    if (items.length > MAX_ITEMS && typeof items[0] === 'number') return undefined;
    return items.slice(0, MAX_ITEMS).map((item) => bounded(item, depth + 1) ?? null);
  }
  return isPlainObject(value) ? boundedObject(value, depth + 1) : undefined;
}
