import { extensionOf } from '../scan/photo-files.ts';
import type { FileRow } from './file-row.ts';

/** A file that may belong to a live photo. */
export type Half = Pick<FileRow, 'id' | 'path' | 'folder' | 'stem' | 'kind' | 'content_id'>;

/** The formats of a still with a motion part, best first: if a phone writes a HEIC and a JPEG, the HEIC is the original. */
const stills = ['heic', 'heif', 'jpg', 'jpeg', 'jpe'];

/**
 * Finds the stills to which MOV files belong as motion parts, within each folder. If both files have Apple's identifier,
 * equal identifiers match, regardless of the names. If one of them has none, equal names match. Different identifiers never
 * match.
 * @returns the still by the id of its motion part
 */
export function pairFiles<File extends Half>(files: readonly File[]): Map<number, File> {
  const pairs = new Map<number, File>();
  const pairedStills = new Set<number>();
  const motions = files.filter(({ path, kind }) => extensionOf(path) === 'mov' && kind === 'video');
  const pair = (motion: File, belongs: (still: File) => boolean): void => {
    const still = bestOf(files.filter((file) => !pairedStills.has(file.id) && belongs(file)));
    if (!still) return;
    pairs.set(motion.id, still);
    pairedStills.add(still.id);
  };
  /** Whether no other unpaired motion file has the same property. */
  const isAlone = (motion: File, isLike: (other: File) => boolean): boolean =>
    !motions.some((other) => other !== motion && !pairs.has(other.id) && isLike(other));
  const single = (): File[] => motions.filter(({ id }) => !pairs.has(id));

  for (const motion of motions) {
    pair(motion, (still) => isSame(still, motion) && still.stem === motion.stem);
  }
  for (const motion of single()) {
    if (isAlone(motion, (other) => isSame(other, motion))) pair(motion, (still) => isSame(still, motion));
  }
  for (const motion of single()) {
    if (!isAlone(motion, ({ stem }) => stem === motion.stem)) continue;
    const isUnknown = (still: File): boolean => still.content_id === null || motion.content_id === null;
    pair(motion, (still) => still.stem === motion.stem && isUnknown(still));
  }
  return pairs;
}

const isSame = (a: Half, b: Half): boolean =>
  a.content_id !== null && a.content_id === b.content_id && a.folder === b.folder;

function bestOf<File extends Half>(files: readonly File[]): File | undefined {
  const rank = ({ path }: File): number => stills.indexOf(extensionOf(path));
  return files
    .filter((file) => (file.kind === 'image' || file.kind === 'live') && rank(file) >= 0)
    .sort((a, b) => rank(a) - rank(b))[0];
}
