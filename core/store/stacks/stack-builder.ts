import { keepStackIds, settledStacks } from '../../domain/stacks/decided-stacks.ts';
import { groupStacks } from '../../domain/stacks/group-stacks.ts';
import type { StackDecision, StackDecisions } from './stack-decisions.ts';
import type { CameraRun, StackedPhoto, StackTimes, StackWindow } from './stack-times.ts';
import type { Stacks } from './stacks.ts';

/** The photos that may be in one stack with a photo of some time. */
interface NearPhotos {
  readonly photos: ReadonlyMap<number, StackedPhoto>;
  /** Those that are in no burst, since their camera took too many without a pause. */
  readonly endless: ReadonlySet<number>;
  /** Those whose runs were read as well. */
  readonly built: ReadonlySet<number>;
  readonly runs: readonly CameraRun[];
}

/**
 * Builds stacks around the times at which photos have changed: seconds in which a camera took photos and that follow each
 * other without a gap, and files with the same names. A step reads a limited number of them, whatever the size of the
 * library. It is done in a transaction of the caller; the index contains the remaining work.
 *
 * [Note: how a stack is found] `groupStacks` pairs RAW files with their pictures and finds bursts. A run of more photos than
 * a burst can have, such as a time-lapse, has none. `settledStacks` applies decisions. `keepStackIds` keeps the ids of
 * stacks that still exist.
 */
export class StackBuilder {
  readonly #times: StackTimes;
  readonly #stacks: Stacks;
  readonly #decisions: StackDecisions;

  constructor(parts: { times: StackTimes; stacks: Stacks; decisions: StackDecisions }) {
    this.#times = parts.times;
    this.#stacks = parts.stacks;
    this.#decisions = parts.decisions;
  }

  /** Builds the stacks around the first time that is due. @returns false if none is left */
  buildNext(): boolean {
    const time = this.#times.nextDue();
    if (time === undefined) return false;
    this.#buildAround(time);
    return true;
  }

  /** Rebuilds the stacks of some photos. */
  buildOf(photos: readonly number[]): void {
    const done = new Set<number>();
    for (const photo of photos) {
      const time = done.has(photo) ? undefined : this.#times.timeOf(photo);
      if (time !== undefined) for (const built of this.#buildAround(time)) done.add(built);
    }
  }

  /** @returns the photos whose stacks are up to date */
  #buildAround(time: number): ReadonlySet<number> {
    const { photos, endless, built, runs } = this.#read(time);
    const decisions = new Map(this.#decisions.of([...photos.keys()]).map((decision) => [decision.photo, decision]));
    this.#write(photos, this.#stacksOf({ photos, endless }, decisions), decisions);
    this.#times.settled(time, runs, built);
    return built;
  }

  #read(time: number): NearPhotos {
    const photos = new Map<number, StackedPhoto>();
    const [endless, built] = [new Set<number>(), new Set<number>()];
    const [known, read] = [new Set<CameraRun>(), new Set<CameraRun>()];
    const toRead = this.#times.around(time);
    // Photos are added to the list meanwhile.
    for (const photo of toRead) {
      if (photos.has(photo.id)) continue;
      photos.set(photo.id, photo);
      built.add(photo.id);
      if (photo.isCrowded) continue;
      const partners = this.#times.partners(photo);
      toRead.push(...partners);
      for (const camera of camerasOf(photo, partners)) {
        let run = [...known].find((one) => one.camera === camera && isWithin(one, photo.takenAt));
        if (!run) {
          known.add((run = this.#times.run(camera, photo.takenAt)));
          // The pairs of other endless runs lead from one part of them to the next, without an end.
          if (!run.isEndless || Math.abs(photo.takenAt - time) <= 1) {
            read.add(run);
            toRead.push(...this.#times.photosIn(run));
          }
        }
        if (!run.isEndless) continue;
        endless.add(photo.id);
        if (!read.has(run) || !isNear(run.whole, photo.takenAt)) built.delete(photo.id);
      }
    }
    return { photos, endless, built, runs: [...read] };
  }

  /** The stack of each photo that is in one. */
  #stacksOf(
    { photos, endless }: Pick<NearPhotos, 'photos' | 'endless'>,
    decisions: ReadonlyMap<number, StackDecision>,
  ): Map<number, number> {
    const stackable = [...photos.values()].filter(
      ({ id, isCrowded }) => !isCrowded && decisions.get(id)?.stack !== null,
    );
    const found = groupStacks(
      // The same order however the photos were found.
      stackable.toSorted((a, b) => a.takenAt - b.takenAt || a.id - b.id),
      endless,
    );
    const chosen = [...decisions.values()].flatMap(({ photo, stack }) =>
      stack === null ? [] : [[photo, stack] as const],
    );
    const before = [...photos.values()].flatMap(({ id, stack }) => (stack === null ? [] : [[id, stack] as const]));
    const free = this.#freeIds(photos, new Set(before.map(([, stack]) => stack)));
    const stacks = keepStackIds(
      settledStacks(found, new Map(chosen)),
      new Map(before.filter(([, stack]) => free.has(stack))),
    );
    return new Map(
      stacks.flatMap((stack) => {
        const id = stack.id ?? this.#stacks.newId();
        return stack.photos.map((photo) => [photo, id] as const);
      }),
    );
  }

  /** The ids that stacks among these photos may keep, because neither another photo nor a decision has them. */
  #freeIds(photos: ReadonlyMap<number, StackedPhoto>, ids: ReadonlySet<number>): Set<number> {
    const isFree = (id: number): boolean =>
      !this.#decisions.isDecided(id) && this.#stacks.photosOf(id).every((photo) => photos.has(photo));
    return new Set([...ids].filter(isFree));
  }

  #write(
    photos: ReadonlyMap<number, StackedPhoto>,
    stacks: ReadonlyMap<number, number>,
    decisions: ReadonlyMap<number, StackDecision>,
  ): void {
    for (const { id, stack, isCover } of photos.values()) {
      const now = stacks.get(id);
      const isCoverNow = decisions.get(id)?.isCover ?? false;
      if (now === undefined) {
        if (stack !== null) this.#stacks.remove(id);
      } else if (now !== stack || isCoverNow !== isCover) this.#stacks.put(id, now, isCoverNow);
    }
  }
}

const isWithin = ({ from, to }: StackWindow, time: number): boolean => time >= from && time <= to;
const isNear = ({ from, to }: StackWindow, time: number): boolean => isWithin({ from: from - 1, to: to + 1 }, time);

/** The cameras in whose bursts a photo may be; a picture without a camera has that of its RAW file. */
function camerasOf({ kind, camera }: StackedPhoto, partners: readonly StackedPhoto[]): Set<string> {
  if (kind === 'video') return new Set();
  if (camera !== null || kind === 'raw') return new Set(camera === null ? [] : [camera]);
  return new Set(partners.flatMap((partner) => (partner.kind === 'raw' ? (partner.camera ?? []) : [])));
}
