import { compareNames } from '../compare-names.ts';
import { groupedBy } from '../grouped-by.ts';
import { hammingDistance, type HashWords } from '../hamming-distance.ts';

/** One release of a camera's shutter, which may have created several files. */
export interface Frame {
  /** Epoch seconds. */
  readonly takenAt: number;
  /** The camera, and the folder in the store; null if unknown. */
  readonly camera: string | null;
  /** The file name without the extension, in lower case. */
  readonly stem: string | null;
  /** The perceptual hash of its picture. */
  readonly hash: HashWords | null;
  /** Unique for each picture: copies of one file have the same value. */
  readonly content: string;
}

/** Capture times are whole seconds, so two consecutive ones may be almost two seconds apart. */
const longestPause = 1;
/** Two photos may be two attempts; three at this speed are a burst. */
const fewest = 3;

/**
 * The maximum number of bits in which the perceptual hashes of consecutive photos may differ. Versions of one picture
 * differ in at most 10 bits (see near-duplicate.ts); in a burst, camera and scene move. Of pairs of different photos, one
 * in two thousand differs in at most 16 bits, and one in a hundred in at most 20, which is enough if the names agree.
 */
const maxDistance = 16;
const maxDistanceInARow = 20;

/** Frames that may be between two similar ones, since one of them may be blurred. */
const lookBack = 2;

/** The bursts among frames, each in the order of time: at least three similar frames of one camera. */
export function bursts<F extends Frame>(frames: readonly F[]): F[][] {
  const byCamera = groupedBy(
    frames.filter(({ camera }) => camera !== null),
    ({ camera }) => camera,
  );
  return [...byCamera.values()]
    .flatMap(runs)
    .filter((run) => run.length >= fewest && new Set(run.map(({ content }) => content)).size >= fewest);
}

function runs<F extends Frame>(frames: readonly F[]): F[][] {
  const allRuns: F[][] = [];
  let run: F[] = [];
  const sorted = frames.toSorted((a, b) => a.takenAt - b.takenAt || compareNames(a.stem ?? '', b.stem ?? ''));
  for (const frame of sorted) {
    const last = run.at(-1);
    const isNext = last !== undefined && frame.takenAt - last.takenAt <= longestPause;
    if (!isNext || !run.slice(-lookBack).some((before) => goTogether(before, frame))) allRuns.push((run = []));
    run.push(frame);
  }
  return allRuns;
}

function goTogether(before: Frame, frame: Frame): boolean {
  if (isNamedBurst(before.stem) && isNamedBurst(frame.stem)) return true;
  if (before.hash === null || frame.hash === null) return false;
  const limit = areInARow(before.stem, frame.stem) ? maxDistanceInARow : maxDistance;
  return hammingDistance(before.hash, frame.hash) <= limit;
}

/** Phones name bursts: `IMG_20200101_120000_BURST003`, `20200101_120000_Burst03`. */
const isNamedBurst = (stem: string | null): boolean => stem !== null && /burst\d/.test(stem);

function areInARow(before: string | null, next: string | null): boolean {
  const [first, second] = [before, next].map((stem) => /^(.*?)(\d{1,15})$/.exec(stem ?? ''));
  return first?.[1] === second?.[1] && Math.abs(Number(second?.[2]) - Number(first?.[2])) <= lookBack;
}
