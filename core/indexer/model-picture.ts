import type { PictureLevel } from '../domain/level.ts';
import type { PhotoKind } from '../domain/photo-kind.ts';
import type { CheckedSource } from './sync/checked-source.ts';
import { PhotoError } from '../media/photo-error.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { ModelPicture } from '../media/photo-tasks.ts';
import type { IndexQueue } from '../store/photos/index-queue.ts';
import { readPreview } from './levels/store-preview.ts';
import type { PictureFiles } from './picture-files.ts';
import { readContent } from './read-content.ts';
import type { VideoReading } from './video-reading.ts';

/** The longest side in px of the picture for crops, if no model requires a size. */
export const usualSize = 1280;

/** The sources of pictures for models. */
export interface PictureMeans {
  readonly source: CheckedSource;
  readonly reader: PhotoReader;
  readonly videoReading: VideoReading;
  readonly thumbs: PictureFiles;
  readonly queue: IndexQueue;
  readonly config: { readonly maxPhotoBytes: number };
  /** Whether reading originals is costly. */
  readonly metered: () => boolean;
}

/** A picture for models, and the level from which it was made. */
export type LevelledPicture = ModelPicture & { readonly level: PictureLevel };

interface PhotoReference {
  readonly id: number;
  readonly uid: string;
  readonly kind: PhotoKind;
}

/**
 * The picture of a photo for models, its longest side at most `size` px; null for a photo without any picture, such as a
 * video without a poster. If originals are costly, it is the store's preview, or else our own thumbnail.
 * @throws PhotoError, SourceError
 */
export async function readModelPicture(
  photo: PhotoReference,
  size: number,
  means: PictureMeans,
  signal: AbortSignal,
): Promise<LevelledPicture | null> {
  const { source, reader, config, metered } = means;
  if (metered()) return readShown(photo, size, means, signal);
  if (photo.kind === 'video' || photo.kind === 'raw') {
    const poster = photo.kind === 'video' ? await means.videoReading.poster(photo.uid, signal) : null;
    const preview = poster ?? (await source.thumbnail(photo.uid, 1920, signal))?.bytes;
    if (preview) return { ...(await reader.modelPicture(preview, size, signal)), level: 'thumbnail' };
    if (photo.kind === 'video') return null;
  }
  const content = await source.open(photo.uid, { signal });
  const bytes = await readContent(content, { maxBytes: config.maxPhotoBytes, signal });
  return { ...(await reader.modelPicture(bytes, size, signal, photo.kind === 'raw')), level: 'original' };
}

async function readShown(
  { id, uid }: PhotoReference,
  size: number,
  { source, reader, thumbs, queue }: PictureMeans,
  signal: AbortSignal,
): Promise<LevelledPicture | null> {
  const decode = (bytes: Uint8Array): Promise<ModelPicture> => reader.modelPicture(bytes, size, signal);
  const { shown, unread } = await readPreview({ uid, sides: queue.sidesOf(id) ?? null }, source, decode, signal);
  if (shown) return { ...shown, level: 'thumbnail' };
  const thumbnail = await thumbs.read(id);
  if (!thumbnail && unread) throw unread;
  try {
    return thumbnail && { ...(await decode(thumbnail)), level: 'thumbnail' };
  } catch (error) {
    if (error instanceof PhotoError) return null;
    throw error;
  }
}
