import type { PhotoTags } from '../domain/photo-facts.ts';
import type { DetectedFace, RgbImage } from '../plugin-api/ml-provider.ts';
import type { FaceView } from './face-crop.ts';
import type { GeoPlace } from './geocode.ts';
import type { Thumbnail } from './thumbnail.ts';

export type { PhotoTags } from '../domain/photo-facts.ts';

/** Bytes of a picture; move them into the worker with `transfer`. They are used up there. */
export interface PictureInput {
  readonly bytes: Uint8Array;
  readonly maxPixels: number;
}

/** All that is read from the bytes of one picture. */
export interface Examination extends Thumbnail {
  readonly mime: string;
  readonly sha1: Uint8Array;
  /** px of the upright picture. */
  readonly width: number;
  readonly height: number;
  readonly tags: PhotoTags;
  /** For the models; null when it was not asked for. */
  readonly picture: RgbImage | null;
}

/** A picture for the models, with what else is taken from its pixels. */
export interface Look {
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

/** What the photo worker can be asked. */
export interface PhotoTasks {
  readonly examine: {
    /** `look`: the longest side in px of the picture for the models; null when none is wanted. */
    readonly input: PictureInput & { readonly look: number | null };
    readonly output: Examination;
  };
  readonly look: { readonly input: PictureInput & { readonly size: number }; readonly output: Look };
  readonly faces: { readonly input: FacesInput; readonly output: readonly FaceView[] };
  /** Tags alone, also from the first part of a file. */
  readonly tags: { readonly input: { readonly bytes: Uint8Array }; readonly output: PhotoTags };
  readonly thumbnail: {
    readonly input: PictureInput;
    readonly output: Thumbnail & { readonly width: number; readonly height: number };
  };
  readonly places: {
    readonly input: { readonly positions: readonly { readonly lat: number; readonly lng: number }[] };
    readonly output: (GeoPlace | null)[];
  };
  readonly rgb: { readonly input: PictureInput & { readonly size: number }; readonly output: RgbImage };
  readonly jpeg: { readonly input: PictureInput; readonly output: Uint8Array };
}
