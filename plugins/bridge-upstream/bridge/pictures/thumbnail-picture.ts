import { pictureMemory } from 'photofinch/plugin-api/toolkit';
import sharp, { type Sharp } from 'sharp';
import type { PhotoKind, ThumbnailSize } from '../../contract.ts';
import { rawPreview } from './raw-preview.ts';

/** Width times height; a larger picture is left to the service, which has its own limit. */
const mostPixels = 100_000_000;

/** Seconds that one decoding may take. */
const timeout = 20;

// Pictures are each seen once: libvips' cache of operations would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * A small WebP of a picture: upright, in sRGB, without metadata, its longest side at most `size` px and never larger
 * than the original. Null when the bytes are no picture that can be decoded whole.
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
  if (!header || header.width * header.height > mostPixels) return null;
  need(bytes.length + pictureMemory(header, opened.jpeg, 'scaled'));
  return opened.upright
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 82 })
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

/** A damaged picture is none: the service decides what to show of it. */
const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels }).timeout({ seconds: timeout });
