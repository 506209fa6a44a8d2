import { embeddedJpegs, pictureMemory } from 'photofinch/plugin-api/toolkit';
import sharp, { type Sharp } from 'sharp';
import type { PhotoKind, ThumbnailSize } from '../../contract.ts';
import { exifTags } from './exif-tags.ts';

/** Width times height; a larger picture is left to the service, which has its own limit. */
const maxPixels = 100_000_000;

/** WebP quality: a quarter fewer bytes than at 82, without visible loss, since the connection may be slow. */
const quality = 78;

/** Timeout for decoding one picture in seconds. */
const timeout = 20;

// Each picture is processed only once, so the operation cache of libvips would only waste memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * A small WebP of a picture: upright, in sRGB, without metadata, its longest side at most `size` px and never larger than
 * the original. Null if the picture cannot be decoded completely.
 * @param options.need waits for memory
 */
export async function thumbnailPicture(
  bytes: Buffer,
  { kind, size, need }: { kind: PhotoKind; size: ThumbnailSize; need: (bytes: number) => void },
): Promise<Buffer | null> {
  const opened = kind === 'raw' ? await uprightRaw(bytes) : { jpeg: bytes, upright: open(bytes).autoOrient() };
  if (!opened) return null;
  const header = await open(opened.jpeg)
    .metadata()
    .catch(() => null);
  if (!header || header.width * header.height > maxPixels) return null;
  need(bytes.length + pictureMemory(header, opened.jpeg, 'scaled'));
  return opened.upright
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality })
    .toBuffer()
    .catch(() => null);
}

async function uprightRaw(bytes: Buffer): Promise<{ jpeg: Buffer; upright: Sharp } | null> {
  const preview = await rawPreview(bytes);
  if (!preview) return null;
  const picture = open(preview.jpeg);
  const upright = preview.turn === undefined ? picture.autoOrient() : picture.rotate(preview.turn);
  return { jpeg: preview.jpeg, upright };
}

/** Decoding fails for a damaged picture, which then has no thumbnail: the service decides how to show it. */
const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels }).timeout({ seconds: timeout });

/** Degrees clockwise by EXIF orientation; cameras do not write mirrored orientations. */
const turns: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

interface RawPreview {
  /** From the preview's start to the end of the RAW file: decoders stop at the end of the JPEG. */
  readonly jpeg: Buffer;
  /** Degrees clockwise to the upright position; undefined if the preview has its own orientation. */
  readonly turn: number | undefined;
}

/** The largest JPEG preview inside a RAW file; null if there is none. */
async function rawPreview(raw: Buffer): Promise<RawPreview | null> {
  let best: { jpeg: Buffer; pixels: number; orientation: number | undefined } | null = null;
  for (const jpeg of embeddedJpegs(raw)) {
    // sharp cannot read the lossless JPEG of the sensor data.
    const header = await sharp(jpeg, { limitInputPixels: false })
      .metadata()
      .catch(() => null);
    const pixels = header ? header.width * header.height : 0;
    if (pixels > (best?.pixels ?? 0)) best = { jpeg, pixels, orientation: header?.orientation };
  }
  if (!best) return null;
  if (best.orientation !== undefined) return { jpeg: best.jpeg, turn: undefined };
  // Most cameras write the orientation only into the tags of the RAW file itself.
  const { Orientation: orientation } = exifTags(raw);
  return { jpeg: best.jpeg, turn: turns[Number(orientation)] ?? 0 };
}
