import type { PhotoKind } from '../../contract.ts';

/** Facts in a file itself. */
export interface FileFacts {
  readonly kind: PhotoKind;
  readonly mediaType: string;
  /** Epoch seconds. */
  readonly captureTime: number;
  readonly captureTimeSource: 'exif' | 'name' | 'mtime';
  /** Minutes east of UTC; null when not recorded. */
  readonly utcOffset: number | null;
  /** Pixels as shown, upright. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly lat: number | null;
  readonly lng: number | null;
  /** Maker and model. */
  readonly device: string | null;
  /** As in EXIF, 1 to 8. */
  readonly orientation: number | null;
  /** The identifier that Apple gives both halves of a live photo; null if there is none. */
  readonly contentId: string | null;
}
