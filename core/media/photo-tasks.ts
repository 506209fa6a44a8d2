import type { PhotoTags } from '../domain/photo-facts.ts';
import type { EmbeddedMovie } from '../plugin-api/toolkit/embedded-movie.ts';
import type { DetectedFace, RgbImage } from '../plugin-api/ml-provider.ts';
import type { Thumbnail } from './thumbnail.ts';

export type { PhotoTags } from '../domain/photo-facts.ts';

/** Data in addition to the bytes of a picture. */
export interface PictureFacts {
  readonly maxPixels: number;
  /** Whether it is a RAW file, of which only the preview can be shown; default false. */
  readonly isRaw?: boolean | undefined;
}

/** Everything that is read from the bytes of one picture. */
export interface Examination extends Thumbnail {
  readonly mime: string;
  readonly sha1: Uint8Array;
  /** px of the upright picture. */
  readonly width: number;
  readonly height: number;
  readonly tags: PhotoTags;
  /** The motion part inside the file. */
  readonly motion: EmbeddedMovie | null;
  /** Whether the picture was complete. */
  readonly complete: boolean;
  /** For models; null if it was not requested. */
  readonly picture: RgbImage | null;
}

/** A picture for models, with further values computed from its pixels. */
export interface ModelPicture {
  /** px of the upright original. */
  readonly width: number;
  readonly height: number;
  readonly picture: RgbImage;
}

/** A decoded photo in which faces were detected. */
export interface FacesInput {
  readonly picture: RgbImage;
  /** px of the upright original. */
  readonly width: number;
  readonly height: number;
  readonly faces: readonly DetectedFace[];
}

/** The same without the picture's pixels. */
export interface FacesFacts extends Omit<FacesInput, 'picture'> {
  readonly picture: Omit<RgbImage, 'data'>;
}
