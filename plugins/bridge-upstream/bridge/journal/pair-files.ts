import { extensionOf } from '../scan/photo-files.ts';
import type { FileRow } from './file-row.ts';

/** A file that may be a half of a live photo. */
export type Half = Pick<FileRow, 'id' | 'path' | 'folder' | 'stem' | 'kind' | 'content_id'>;

/** The still that carries the motion part, best first: phones that keep a JPEG beside the HEIC took the HEIC. */
const stills = ['heic', 'heif', 'jpg', 'jpeg', 'jpe'];

/**
 * Which MOVs are the motion parts of which stills, each in its folder. Apple's identifier in both says it, whatever they are
 * called; where one of them has none, an equal name does. Where both have one and they differ, nothing does.
 * @returns the still by the id of its motion part
 */
export function pairFiles<File extends Half>(files: readonly File[]): Map<number, File> {
  const pairs = new Map<number, File>();
  const taken = new Set<number>();
  const motions = files.filter(({ path, kind }) => extensionOf(path) === 'mov' && kind === 'video');
  const pair = (motion: File, belongs: (still: File) => boolean): void => {
    const still = bestOf(files.filter((file) => !taken.has(file.id) && belongs(file)));
    if (!still) return;
    pairs.set(motion.id, still);
    taken.add(still.id);
  };
  /** Whether it is the only one without a still that has this in common with it. */
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
