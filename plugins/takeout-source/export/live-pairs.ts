import { extensionOf, stemOf } from './media-types.ts';

const stills = ['heic', 'heif', 'jpg', 'jpeg', 'jpe', 'png'];
const motions = new Set(['mov', 'mp4', 'mp', 'mv']);

interface NamedFile {
  readonly name: string;
}

/** Seconds. Phones record two or three. */
const longestMotion = 6;
/** Bytes of a video of unknown length. */
const largestMotion = 16 * 1024 * 1024;

/**
 * Whether a video may be the motion part of a still with the same name: cameras that restart their counter give the same
 * name to unrelated pictures and videos.
 * @param video its size in bytes; its length in seconds, null if unknown
 */
export const isShort = ({ size, seconds }: { readonly size: number; readonly seconds: number | null }): boolean =>
  seconds === null ? size <= largestMotion : seconds <= longestMotion;

/** Finds the stills of short videos: both halves of a live photo have the same name. */
export class LivePairs<File extends NamedFile> {
  readonly #stills = new Map<string, File>();

  /** If several pictures have the same name, the HEIC is the one that the phone took. */
  addStill(file: File): void {
    const key = stemOf(file.name).toLowerCase();
    const rank = (still: NamedFile): number => stills.indexOf(extensionOf(still.name));
    const previous = this.#stills.get(key);
    if (rank(file) >= 0 && (!previous || rank(file) < rank(previous))) this.#stills.set(key, file);
  }

  /** `IMG_1.HEIC` for `IMG_1.MOV`, `PXL_1.MP.jpg` for `PXL_1.MP`; undefined for a separate video. */
  stillOf({ name }: NamedFile): File | undefined {
    if (!motions.has(extensionOf(name))) return undefined;
    return this.#stills.get(stemOf(name).toLowerCase()) ?? this.#stills.get(name.toLowerCase());
  }
}
