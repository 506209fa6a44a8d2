import sharp, { type Sharp } from 'sharp';
import type { PhotoKind, ThumbnailSize } from '../contract.ts';
import { rawPreview } from './raw-preview.ts';

/** Width times height; a larger picture is left to the service, which has its own limit. */
const mostPixels = 100_000_000;

/** Seconds that one decoding may take. */
const timeout = 20;

// Pictures are each seen once: libvips' cache of operations would only hold memory.
sharp.cache(false);

/**
 * A small WebP of a picture: upright, in sRGB, without metadata, its longest side at most `size` px and never larger
 * than the original. Null when the bytes are no picture that can be decoded whole.
 */
export async function thumbnailPicture(bytes: Buffer, kind: PhotoKind, size: ThumbnailSize): Promise<Buffer | null> {
  const upright = kind === 'raw' ? await uprightRaw(bytes) : open(bytes).autoOrient();
  if (!upright) return null;
  return upright
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null);
}

async function uprightRaw(bytes: Buffer): Promise<Sharp | null> {
  const preview = await rawPreview(bytes);
  if (!preview) return null;
  const picture = open(preview.jpeg);
  return preview.turn === undefined ? picture.autoOrient() : picture.rotate(preview.turn);
}

/** A damaged picture is none: the service decides what to show of it. */
const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels }).timeout({ seconds: timeout });
