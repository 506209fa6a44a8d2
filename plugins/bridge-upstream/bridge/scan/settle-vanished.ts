import { setImmediate as breathe } from 'node:timers/promises';
import type { Driver } from '../driver.ts';
import type { FileRecords } from '../journal/file-records.ts';
import type { Journal } from '../journal/journal.ts';
import { listAgain } from './list-again.ts';
import { massDisappearance, type Survey } from './survey.ts';
import type { LossGuard } from './loss-guard.ts';

interface Dependencies {
  readonly driver: Driver;
  readonly journal: Journal;
  readonly records: FileRecords;
  readonly guard: LossGuard;
  /** Epoch seconds. */
  readonly now: () => number;
  /** Runs a listing, and measures the time it takes. */
  readonly timed: <Result>(list: () => Promise<Result>) => Promise<Result>;
}

const batch = 200;

/**
 * Completes a scan after all files were read: renames, then new photos, then removed photos, then new albums.
 * @returns whether missing photos were kept, since they may have moved: another scan should follow soon
 * @throws StoreFault if more photos are missing than the new files explain
 */
export async function settleVanished(
  { driver, journal, records, guard, now, timed }: Dependencies,
  { vanished, empty, unreadableNames, unreadableFolders }: Survey,
  signal: AbortSignal,
): Promise<boolean> {
  const step = async (write: () => void): Promise<void> => {
    signal.throwIfAborted();
    records.transact(now(), write);
    await breathe();
  };

  if (vanished.any) {
    for (const matching = vanished.matchRenames(); matching.next().done !== true;) {
      signal.throwIfAborted();
      await breathe();
    }
    for (const moves of vanished.albumMoves()) {
      await step(() => {
        for (const { albumId, folder } of moves) records.albums.move(albumId, folder);
      });
    }
    for (let renames = vanished.renames(batch); renames.length > 0; renames = vanished.renames(batch)) {
      await step(() => {
        for (const { knownId, heldId } of renames) {
          records.rename(knownId, heldId, now());
          vanished.settled(knownId);
        }
      });
    }
  }
  for (let heldIds = vanished.held(batch); heldIds.length > 0; heldIds = vanished.held(batch)) {
    await step(() => {
      for (const id of heldIds) records.release(id, now());
    });
  }
  let kept = 0;
  if (vanished.any) {
    const isAllowed = guard.allows(vanished.countPhotos(), empty, now());
    if (!isAllowed) throw massDisappearance(journal, unreadableNames);
    const second = await timed(() => listAgain({ driver, journal }, unreadableFolders, signal));
    // A file that has not been read yet may be a missing one, so missing files of the same size are kept until it is read.
    for (let page = vanished.page(0, batch); page.length > 0; page = vanished.page(page.at(-1)?.id ?? 0, batch)) {
      await step(() => {
        for (const { id, size } of page) {
          if (second?.mayHave(size) === false) records.remove(id, now());
          else kept += 1;
        }
      });
    }
  }
  if (kept === 0) guard.settled(now());
  for (let housed = batch; housed === batch;) {
    await step(() => {
      housed = records.albums.house(batch, now());
    });
  }
  journal.feed.prune(now());
  return kept > 0;
}
