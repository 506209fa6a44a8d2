import { setImmediate as breathe } from 'node:timers/promises';
import { isShort, LivePairs } from '../export/live-pairs.ts';
import { extensionOf, typeByName } from '../export/media-types.ts';
import { SideNames } from '../export/side-names.ts';

/** The data of a file that is needed to match it. */
export interface PlacedFile {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly isSide: 0 | 1;
  readonly size: number;
  readonly mtimeMs: number;
  readonly sha1: string | null;
  readonly seconds: number | null;
  /** The subject of a side file; null if it is not usable. */
  readonly says: 'photo' | 'album' | null;
  readonly title: string | null;
  /** Changes when the content of the side file changes. */
  readonly stamp: string | null;
  /** The stamp of the last result. */
  readonly settled: string | null;
}

/** The side file and the still of a photo's file. */
export interface Place {
  readonly row: PlacedFile;
  readonly side: PlacedFile | undefined;
  readonly mainId: number | null;
  readonly settled: string;
}

/** Files matched per step, which takes a few milliseconds. */
const slice = 500;

/** Matches the side files and the live photos of one folder. */
export async function placesOf(rows: readonly PlacedFile[], isAlbum: boolean, signal: AbortSignal): Promise<Place[]> {
  const sides = new SideNames<PlacedFile>();
  const pairs = new LivePairs<PlacedFile>();
  const photos: PlacedFile[] = [];
  await inSlices(rows, signal, (row) => {
    if (row.isSide === 0) photos.push(row);
    if (row.says === 'photo') sides.add(row.name, row);
    if (row.isSide === 0 && typeByName(row.name)?.kind === 'image') pairs.addStill(row);
  });
  const sideOf = new Map<number, PlacedFile>();
  const motions = new Map<number, PlacedFile>();
  const halves = new Map<number, number>();
  await inSlices(photos, signal, (row) => {
    const side = sides.of(row.name);
    if (side) sideOf.set(row.id, side);
    const still = isOwn(row, side) || !isShort(row) ? undefined : pairs.stillOf(row);
    if (!still) return;
    const knownMotion = motions.get(still.id);
    // Several exports contain it twice.
    if (knownMotion && knownMotion.sha1 !== row.sha1) return;
    if (!knownMotion) motions.set(still.id, row);
    halves.set(row.id, still.id);
  });
  const places: Place[] = [];
  await inSlices(photos, signal, (row) => {
    const side = sideOf.get(row.id);
    const mainId = halves.get(row.id) ?? null;
    const motion = motions.get(row.id);
    const sideStamp = side && `${side.id} ${side.stamp} ${side.mtimeMs}`;
    const settled = [row.sha1, sideStamp, mainId, motion && `${motion.id} ${motion.sha1}`, isAlbum].join('|');
    if (settled !== row.settled) places.push({ row, side, mainId, settled });
  });
  return places;
}

async function inSlices<T>(items: readonly T[], signal: AbortSignal, work: (item: T) => void): Promise<void> {
  for (let at = 0; at < items.length; at += slice) {
    for (const item of items.slice(at, at + slice)) work(item);
    await breathe();
    signal.throwIfAborted();
  }
}

/** Whether a side file belongs to this file, rather than to the still beside it whose name was truncated to the same. */
const isOwn = ({ name }: PlacedFile, side: PlacedFile | undefined): boolean =>
  side !== undefined && (side.title === null || extensionOf(side.title) === extensionOf(name));
