import { setImmediate as breathe } from 'node:timers/promises';
import type { FileRecords } from '../journal/file-records.ts';
import type { Journal } from '../journal/journal.ts';
import { massDisappearance, type Survey } from './survey.ts';
import type { LossGuard } from './loss-guard.ts';
import type { WaitingFiles } from './waiting-files.ts';

interface Dependencies {
  readonly journal: Journal;
  readonly records: FileRecords;
  readonly waiting: WaitingFiles;
  readonly guard: LossGuard;
  /** Epoch seconds. */
  readonly now: () => number;
}

const batch = 200;

/**
 * Completes a scan after all files were read: renames, then new photos, then removed photos, then new albums.
 * @throws StoreFault if more photos are missing than the new files explain
 */
export async function settleVanished(
  { journal, records, waiting, guard, now }: Dependencies,
  { vanished, empty, unreadableNames }: Survey,
  signal: AbortSignal,
): Promise<void> {
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
  if (vanished.any) {
    const isAllowed = guard.allows(vanished.countPhotos(), empty, now());
    if (!isAllowed) throw massDisappearance(journal, unreadableNames);
    // A waiting file has not been read yet and may be a missing one, so missing files of the same size are kept until it is
    // read.
    const waitingSizes = waiting.sizes();
    for (let page = vanished.page(0, batch); page.length > 0; page = vanished.page(page.at(-1)?.id ?? 0, batch)) {
      await step(() => {
        for (const { id, size } of page) if (!waitingSizes.has(size)) records.remove(id, now());
      });
    }
  }
  guard.settled(now());
  for (let housed = batch; housed === batch;) {
    await step(() => {
      housed = records.albums.house(batch, now());
    });
  }
  journal.feed.prune(now());
}
