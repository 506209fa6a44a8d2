import { extensionOf, stemOf } from './media-types.ts';

const stills = ['heic', 'heif', 'jpg', 'jpeg', 'jpe', 'png'];
const motions = new Set(['mov', 'mp4', 'mp', 'mv']);

interface Named {
  readonly name: string;
}

/** Phones take two or three seconds. */
const longestMotion = 6;
/** Bytes of a video that does not say how long it lasts. */
const largestMotion = 16 * 1024 * 1024;

/**
 * Whether a video may be the motion part of a still with its name: cameras that count from 1 again give one name to pictures
 * and videos that have nothing to do with each other.
 * @param video its size in bytes; its length in seconds, null where that is not known
 */
export const isShort = ({ size, seconds }: { readonly size: number; readonly seconds: number | null }): boolean =>
  seconds === null ? size <= largestMotion : seconds <= longestMotion;

/** Finds the stills that short videos belong to: both halves of a live photo have one name. */
export class LivePairs<File extends Named> {
  readonly #stills = new Map<string, File>();

  /** Of several pictures with one name, phones took the HEIC. */
  addStill(file: File): void {
    const key = stemOf(file.name).toLowerCase();
    const rank = (still: Named): number => stills.indexOf(extensionOf(still.name));
    const known = this.#stills.get(key);
    if (rank(file) >= 0 && (!known || rank(file) < rank(known))) this.#stills.set(key, file);
  }

  /** `IMG_1.HEIC` of `IMG_1.MOV`, `PXL_1.MP.jpg` of `PXL_1.MP`; undefined for a video by itself. */
  stillOf({ name }: Named): File | undefined {
    if (!motions.has(extensionOf(name))) return undefined;
    return this.#stills.get(stemOf(name).toLowerCase()) ?? this.#stills.get(name.toLowerCase());
  }
}
