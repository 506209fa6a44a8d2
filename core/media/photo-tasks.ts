import type { PhotoTags } from '../domain/photo-facts.ts';
import type { EmbeddedMovie } from '../plugin-api/toolkit/embedded-movie.ts';
import type { DetectedFace, RgbImage } from '../plugin-api/ml-provider.ts';
import type { Thumbnail } from './thumbnail.ts';

export type { PhotoTags } from '../domain/photo-facts.ts';

/** Beside the bytes of a picture. */
export interface PictureFacts {
  readonly maxPixels: number;
  /** Whether it is a RAW file, of which only the preview inside can be shown; no unless told. */
  readonly isRaw?: boolean | undefined;
}

/** All that is read from the bytes of one picture. */
export interface Examination extends Thumbnail {
  readonly mime: string;
  readonly sha1: Uint8Array;
  /** px of the upright picture. */
  readonly width: number;
  readonly height: number;
  readonly tags: PhotoTags;
  /** The motion part inside the file. */
  readonly motion: EmbeddedMovie | null;
  /** Whether nothing of the picture was missing. */
  readonly complete: boolean;
  /** For the models; null if it was not asked for. */
  readonly picture: RgbImage | null;
}

/** A picture for the models, with other values from its pixels. */
export interface ModelPicture {
  /** px of the upright original. */
  readonly width: number;
  readonly height: number;
  readonly picture: RgbImage;
}

/** A decoded photo in which faces were found. */
export interface FacesInput {
  readonly picture: RgbImage;
  /** px of the upright original. */
  readonly width: number;
  readonly height: number;
  readonly faces: readonly DetectedFace[];
}

/** The same beside the picture's pixels. */
export interface FacesFacts extends Omit<FacesInput, 'picture'> {
  readonly picture: Omit<RgbImage, 'data'>;
}
