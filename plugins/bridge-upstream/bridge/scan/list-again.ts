import { setImmediate as breathe } from 'node:timers/promises';
import type { Driver, ListingReport } from '../driver.ts';
import type { Journal } from '../journal/journal.ts';
import { SecondListing } from '../journal/second-listing.ts';
import { fileType } from './photo-files.ts';

/** Entries between two turns of other work. */
const batch = 256;

/**
 * Lists the store again before missing photos are removed: a folder that moved during the first listing may be missing there
 * both in its old and in its new place, and a new file may have moved before it was read.
 * @param unreadableFolders the number of folders that the first listing could not read
 * @returns undefined if the store also changed during this listing
 * @throws StoreError if the store cannot be listed
 */
export async function listAgain(
  { driver, journal }: { readonly driver: Driver; readonly journal: Journal },
  unreadableFolders: number,
  signal: AbortSignal,
): Promise<SecondListing | undefined> {
  const listing = new SecondListing(journal.db);
  const folders: string[] = [];
  const report: ListingReport = { unreadableNames: 0, unreadableFolders: folders };
  let untilBreath = batch;
  for await (const entry of driver.list(report, signal)) {
    if (!fileType(entry.path)) continue;
    listing.take(entry);
    untilBreath -= 1;
    if (untilBreath > 0) continue;
    untilBreath = batch;
    await breathe();
    signal.throwIfAborted();
  }
  const isAtRest = report.changed !== true && folders.length <= unreadableFolders;
  return isAtRest ? listing : undefined;
}
