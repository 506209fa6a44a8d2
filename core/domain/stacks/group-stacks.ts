import { groupedBy } from '../grouped-by.ts';
import type { HashWords } from '../hamming-distance.ts';
import type { PhotoKind } from '../photo-kind.ts';
import { bursts, type Frame } from './bursts.ts';

/** The facts of a photo by which stacks are found. */
export interface StackablePhoto {
  readonly id: number;
  /** Epoch seconds. */
  readonly takenAt: number;
  readonly kind: PhotoKind;
  readonly camera: string | null;
  /** The file's name without its extension, in lower case. */
  readonly stem: string | null;
  /** The id of its folder; null if the store has no paths. */
  readonly folder: number | null;
  /** The perceptual hash of its picture. */
  readonly hash: HashWords | null;
  /** SHA-1 of the file, in hexadecimal; null while unknown. */
  readonly sha1: string | null;
}

/** Seconds by which the times of a RAW file and its JPEG may differ: one may have been read without its time zone. */
export const farthestPair = 86_400;

interface FilledFrame extends Frame {
  /** The photo that shows it. */
  readonly picture: number;
  readonly photos: readonly StackablePhoto[];
}

/**
 * Groups of photos that belong together, as ids: RAW files with their JPEGs, and bursts.
 * @param endless photos that are in no burst
 */
export function groupStacks(photos: readonly StackablePhoto[], endless: ReadonlySet<number> = new Set()): number[][] {
  const frames = framesOf(photos.filter(({ kind }) => kind !== 'video'));
  const shot = bursts(frames.filter(({ picture }) => !endless.has(picture)));
  const inBursts = new Set(shot.flat());
  const pairs = frames.filter((frame) => frame.photos.length > 1 && !inBursts.has(frame)).map((frame) => [frame]);
  return [...shot, ...pairs].map((group) => group.flatMap((frame) => frame.photos.map(({ id }) => id)));
}

function framesOf(photos: readonly StackablePhoto[]): FilledFrame[] {
  return [...groupedBy(photos, nameOf).values()].flatMap((sameName) =>
    isPair(sameName) ? [frameOf(sameName)] : sameName.map((photo) => frameOf([photo])),
  );
}

/** The same text for all files of one release of the shutter. */
function nameOf({ id, stem, folder, takenAt, camera }: StackablePhoto): string {
  if (stem === null) return `${id}`;
  return folder === null ? `${takenAt} ${camera ?? ''}/${stem}` : `${folder}/${stem}`;
}

function isPair(photos: readonly StackablePhoto[]): boolean {
  const raws = photos.filter(({ kind }) => kind === 'raw').length;
  const times = photos.map(({ takenAt }) => takenAt);
  return raws > 0 && raws < photos.length && Math.max(...times) - Math.min(...times) <= farthestPair;
}

function frameOf(photos: readonly StackablePhoto[]): FilledFrame {
  const picture = photos.find(({ kind }) => kind !== 'raw') ?? photos[0];
  const camera = picture?.camera ?? photos.find((photo) => photo.camera !== null)?.camera;
  return {
    photos,
    picture: picture?.id ?? 0,
    takenAt: picture?.takenAt ?? 0,
    camera: camera == null ? null : `${camera} ${picture?.folder ?? ''}`,
    stem: picture?.stem ?? null,
    hash: picture?.hash ?? photos.find(({ hash }) => hash !== null)?.hash ?? null,
    content: picture?.sha1 ?? `${picture?.id}`,
  };
}
