import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFormat } from 'photofinch/plugin-api/toolkit';
import type { ThumbnailBytes } from '../../content-source.ts';
import { isUid } from '../wire/node.ts';

/** Bytes; thumbnails of 512 pixels have some ten thousand. */
const largest = 4 * 2 ** 20;

/** The thumbnail file of a photo: a picture, an unusable or incomplete file, or none. */
export type ThumbnailFile = ThumbnailBytes | 'unusable' | undefined;

/** Whether the upstream has written a file for a photo, usable or not. */
export async function hasThumbnailFile(workDir: string, uid: string): Promise<boolean> {
  return isUid(uid) && (await lstat(pathOf(workDir, uid)).then(Boolean, () => false));
}

/**
 * Reads a thumbnail from the upstream's work folder. Its extension is always WebP, regardless of the content. Links are not
 * followed, since the folder belongs to another program.
 * @throws Error if the folder cannot be read
 */
export async function readThumbnailFile(workDir: string, uid: string): Promise<ThumbnailFile> {
  if (!isUid(uid)) return undefined;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(pathOf(workDir, uid), flags).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP' || code === 'ENAMETOOLONG') return 'unusable';
    throw error;
  });
  if (typeof file !== 'object') return file;
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size === 0 || stat.size > largest) return 'unusable';
    const bytes = await file.readFile();
    const mediaType = fileFormat(bytes)?.mime;
    if (mediaType === 'image/jpeg') return isWholeJpeg(bytes) ? { mediaType, bytes } : 'unusable';
    if (mediaType === 'image/webp') return isWholeWebp(bytes) ? { mediaType, bytes } : 'unusable';
    return 'unusable';
  } finally {
    await file.close();
  }
}

const pathOf = (workDir: string, uid: string): string => join(workDir, `${uid}.webp`);

/** The upstream may still be writing it. A JPEG ends with a marker, which some encoders follow with a few zeros. */
const isWholeJpeg = (bytes: Buffer): boolean => bytes.subarray(-64).includes(Buffer.from([0xff, 0xd9]));

/** A WebP contains its length at the beginning (RFC 9649, 2.3). */
const isWholeWebp = (bytes: Buffer): boolean => bytes.length >= 12 && bytes.length >= bytes.readUInt32LE(4) + 8;
