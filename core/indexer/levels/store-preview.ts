import { canBePreview, type ToldSides } from '../../domain/preview-shape.ts';
import { PhotoError } from '../../media/photo-error.ts';
import type { OwnBytes } from '../../media/photo-reader.ts';
import { isSourceError, type SourceError } from '../../plugin-api/errors.ts';
import type { CheckedSource } from '../sync/checked-source.ts';
import { transientErrorOf } from '../transient-error.ts';

interface Sides {
  readonly width: number;
  readonly height: number;
}

interface ShownPicture extends Sides {
  /** Whether the picture was complete; absent if unknown. */
  readonly complete?: boolean;
}

/** The store's picture of a photo, or the reason why there is none now; neither if the store has no usable picture. */
interface Preview<T> {
  readonly shown: T | null;
  readonly unread: SourceError | null;
}

/** The longest side in px, in order of preference. */
const sizes = [1920, 512] as const;

/**
 * Reads the store's preview of a photo, if it is usable. Previews come from many programs: a file that is not a picture, or
 * has another shape than the photo, is ignored.
 * @param photo.sides of the photo, as far as they are known
 * @param use decodes it; if that fails because of the picture, there is no preview
 * @throws TransientError, or the reason of `signal`
 */
export async function readPreview<T extends ShownPicture>(
  photo: { readonly uid: string; readonly sides: ToldSides | null },
  source: CheckedSource,
  use: (bytes: OwnBytes) => Promise<T>,
  signal: AbortSignal,
): Promise<Preview<T>> {
  let unread: SourceError | null = null;
  for (const size of sizes) {
    try {
      const preview = await source.thumbnail(photo.uid, size, signal);
      if (!preview) continue;
      const examined = await use(Uint8Array.from(preview.bytes));
      if (examined.complete !== false && canBePreview(examined, photo.sides)) return { shown: examined, unread: null };
    } catch (error) {
      if (signal.aborted || transientErrorOf(error)) throw error;
      if (isSourceError(error)) unread ??= error;
      else if (!(error instanceof PhotoError)) throw error;
    }
  }
  return { shown: null, unread };
}
