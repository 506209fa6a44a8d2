import { isPlausibleTime } from '../../plugin-api/toolkit/index.ts';
import { formatWallClock, wallClockAt } from '../../domain/time-zone.ts';
import type { SyncQueue } from '../../store/photos/sync-queue.ts';
import type { Redescriber, Redescriptions } from '../redescribe.ts';

/** One photo as a page of the timeline or of the changes announces it. */
export interface AnnouncedItem {
  readonly uid: string;
  readonly rev: string;
  /** Epoch seconds. */
  readonly captureTime: number;
}

/** How many more new or changed photos one run of the sync may accept. */
export interface Budget {
  left: number;
}

interface Dependencies {
  readonly intake: SyncQueue;
  readonly redescriber: Redescriber;
  readonly clock: () => number;
  /** The zone of photos whose own is unknown. */
  readonly defaultZone: () => string;
}

/** Writes the data about photos from one page. */
export class PageIntake {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * To be called in the transaction that writes the cursor after the page.
   * @param onPhoto called with the id of each photo in the page
   * @returns false if the budget was used up first: the page has to be read again
   */
  takeIn(
    items: readonly AnnouncedItem[],
    redescriptions: Redescriptions,
    budget: Budget,
    onPhoto: (id: number) => void = () => undefined,
  ): boolean {
    const { intake, redescriber, clock } = this.#with;
    const now = clock();
    const knownPhotos = intake.known(items.map(({ uid }) => uid));
    const seenUids = new Set<string>();
    for (const item of items) {
      if (seenUids.has(item.uid)) continue;
      seenUids.add(item.uid);
      const photo = knownPhotos.get(item.uid);
      if (photo?.rev === item.rev) {
        if (photo.deletedAt !== null) intake.restore(photo.id);
        redescriber.apply(photo.id, redescriptions);
        onPhoto(photo.id);
        continue;
      }
      if (budget.left === 0) return false;
      budget.left -= 1;
      if (photo) intake.revise(photo.id, item.rev);
      onPhoto(photo?.id ?? intake.add({ uid: item.uid, rev: item.rev, ...this.#firstTime(item, now) }, now));
    }
    return true;
  }

  /** The capture time until the photo itself is read. */
  #firstTime({ captureTime }: AnnouncedItem, now: number): { takenAt: number; takenAtLocal: string } {
    const takenAt = isPlausibleTime(captureTime, now) ? captureTime : now;
    return { takenAt, takenAtLocal: formatWallClock(wallClockAt(takenAt, this.#with.defaultZone())) };
  }
}
