import { keepStackIds, settledStacks } from '../../domain/stacks/decided-stacks.ts';
import { groupStacks } from '../../domain/stacks/group-stacks.ts';
import type { StackDecision, StackDecisions } from './stack-decisions.ts';
import type { StackedPhoto, StackTimes, StackWindow } from './stack-times.ts';
import type { Stacks } from './stacks.ts';

/**
 * Builds stacks around the times at which photos have changed: seconds with photos that follow each other without a gap, and
 * files with the same names. The cost depends on the number of these photos and not on the size of the library. Each step is
 * done in a transaction of the caller; the index contains the remaining work.
 *
 * [Note: how a stack is found] `groupStacks` pairs RAW files with their pictures and finds bursts. `settledStacks` applies
 * decisions. `keepStackIds` keeps the ids of stacks that still exist.
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
    const built: StackWindow[] = [];
    for (const time of this.#times.timesOf(photos)) {
      if (!built.some((window) => isWithin(window, time))) built.push(...this.#buildAround(time));
    }
  }

  #buildAround(time: number): StackWindow[] {
    const { windows, photos } = this.#read(time);
    const decisions = new Map(this.#decisions.of([...photos.keys()]).map((decision) => [decision.photo, decision]));
    this.#write(photos, this.#stacksOf(photos, decisions), decisions);
    for (const window of windows) this.#times.settled(window);
    return windows;
  }

  /** All photos that may be in one stack with a photo of the given time. */
  #read(time: number): { windows: StackWindow[]; photos: Map<number, StackedPhoto> } {
    const windows: StackWindow[] = [];
    const photos = new Map<number, StackedPhoto>();
    const times = [time];
    for (let next = times.pop(); next !== undefined; next = times.pop()) {
      const at = next;
      if (windows.some((window) => isWithin(window, at))) continue;
      const window = this.#times.window(at);
      windows.push(window);
      for (const photo of this.#times.photos(window, at)) {
        photos.set(photo.id, photo);
        if (!photo.isCrowded) times.push(...this.#times.partnerTimes(photo));
      }
    }
    return { windows, photos };
  }

  /** The stack of each photo that is in one. */
  #stacksOf(
    photos: ReadonlyMap<number, StackedPhoto>,
    decisions: ReadonlyMap<number, StackDecision>,
  ): Map<number, number> {
    const found = groupStacks(
      [...photos.values()].filter(({ id, isCrowded }) => !isCrowded && decisions.get(id)?.stack !== null),
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
