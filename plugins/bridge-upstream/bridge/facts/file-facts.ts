import type { PhotoKind } from '../../contract.ts';

/** Facts that a file itself contains. */
export interface FileFacts {
  readonly kind: PhotoKind;
  readonly mediaType: string;
  /** Epoch seconds. */
  readonly captureTime: number;
  readonly captureTimeSource: 'exif' | 'name' | 'mtime';
  /** Minutes east of UTC; null if not recorded. */
  readonly utcOffset: number | null;
  /** Pixels of the upright picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly lat: number | null;
  readonly lng: number | null;
  /** Maker and model. */
  readonly device: string | null;
  /** EXIF's orientation, 1 to 8. */
  readonly orientation: number | null;
  /** The identifier that Apple writes into both files of a live photo; null if there is none. */
  readonly contentId: string | null;
}
