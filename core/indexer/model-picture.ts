import type { PhotoKind } from '../domain/photo.ts';
import type { CheckedSource } from './sync/checked-source.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { ModelPicture } from '../media/photo-tasks.ts';
import { readContent } from './read-content.ts';

/** Longest side in px of the picture from which faces are cut, where no model says what it wants. */
export const usualSize = 1280;

interface Means {
  readonly source: CheckedSource;
  readonly reader: PhotoReader;
  readonly config: { readonly maxPhotoBytes: number };
}

/**
 * The picture of a photo for models, its longest side at most `size` px; null for a video or RAW file without a thumbnail.
 * @throws PhotoError, SourceError
 */
export async function readModelPicture(
  photo: { readonly uid: string; readonly kind: PhotoKind },
  size: number,
  { source, reader, config }: Means,
  signal: AbortSignal,
): Promise<ModelPicture | null> {
  if (photo.kind === 'video' || photo.kind === 'raw') {
    const thumbnail = await source.thumbnail(photo.uid, 1920, signal);
    return thumbnail ? reader.modelPicture(thumbnail.bytes, size, signal) : null;
  }
  const content = await source.open(photo.uid, { signal });
  const bytes = await readContent(content, { maxBytes: config.maxPhotoBytes, signal });
  return reader.modelPicture(bytes, size, signal);
}
