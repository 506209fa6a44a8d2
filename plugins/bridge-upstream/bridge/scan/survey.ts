import { setImmediate as breathe } from 'node:timers/promises';
import type { Driver, ListingReport, StoreEntry } from '../driver.ts';
import type { FileRecords } from '../journal/file-records.ts';
import type { Journal } from '../journal/journal.ts';
import { Listing } from '../journal/listing.ts';
import { VanishedFiles } from '../journal/vanished-files.ts';
import type { LossGuard } from './loss-guard.ts';
import { fileType } from './photo-files.ts';
import { StoreFault } from './store-fault.ts';
import type { WaitingFiles } from './waiting-files.ts';

interface Dependencies {
  readonly driver: Driver;
  readonly journal: Journal;
  readonly records: FileRecords;
  readonly waiting: WaitingFiles;
  readonly guard: LossGuard;
  /** The plain path of a file that must be in the store. */
  readonly canary: string | undefined;
}

/** The result of a plausible listing. */
export interface Survey {
  readonly listing: Listing;
  readonly vanished: VanishedFiles;
  /** Whether the listing contained no photo at all. */
  readonly empty: boolean;
  readonly unreadableNames: number;
  /** The number of folders that could not be listed. Known files below them are assumed to still exist. */
  readonly unreadableFolders: number;
}

const batch = 256;

/**
 * The maximum number of listings. A store that changes during the listing is listed again, since a folder that is moved
 * then may be missed both in its old and in its new place. If it keeps changing, the last listing is used.
 */
const maxListings = 3;

/**
 * Lists the whole store and compares it with the journal. Data that is visible to the service does not change.
 * @param now epoch seconds
 * @throws StoreFault if the listing cannot be of the journal's store
 * @throws StoreError if the store cannot be listed
 */
export async function surveyStore(dependencies: Dependencies, now: number, signal: AbortSignal): Promise<Survey> {
  const { driver, journal, records, guard } = dependencies;
  await driver.check(signal);
  let result = await listStore(dependencies, now, signal);
  for (let times = 1; result.report.changed === true && times < maxListings; times += 1) {
    result = await listStore(dependencies, now, signal);
  }
  const { listing, report, names, photos, canarySeen } = result;
  const { unreadableFolders } = report;

  if (names === 0 && report.unreadableNames > 0) {
    throw new StoreFault('wrong_key', 'No name in the store can be decrypted: check the password of the bridge.');
  }
  if (!canarySeen) {
    throw new StoreFault(
      'canary_missing',
      'The canary file is not in the store, so this may be another store or an empty mount: check what is mounted, or correct BRIDGE_CANARY.',
    );
  }

  const isEmpty = photos === 0 && unreadableFolders.length === 0;
  const totals = journal.totals();
  // The most common case is an empty mount, for which all files need not be recorded as missing each time.
  if (isEmpty && !guard.allowsAtLeast(totals.photos, isEmpty, now))
    throw massDisappearance(journal, report.unreadableNames);
  for (const dropped of listing.vanish(totals.files)) {
    if (dropped.length > 0) {
      records.transact(now, () => {
        for (const id of dropped) records.remove(id, now);
      });
    }
    await breathe();
    signal.throwIfAborted();
  }
  const vanished = new VanishedFiles(journal.db);
  let missing = 0;
  let unexplained = 0;
  for (const part of vanished.countMissing()) {
    missing += part.photos;
    unexplained += part.unexplained;
    await breathe();
    signal.throwIfAborted();
  }
  if (!guard.allowsAtLeast(unexplained, isEmpty, now)) throw massDisappearance(journal, report.unreadableNames);
  // Not only at the end of the scan, which the store may prevent.
  guard.atMost(missing, isEmpty, now);
  return {
    listing,
    vanished,
    empty: isEmpty,
    unreadableNames: report.unreadableNames,
    unreadableFolders: unreadableFolders.length,
  };
}

/** Lists the store once, into the journal's table of files to read. */
async function listStore({ driver, journal, waiting, canary }: Dependencies, now: number, signal: AbortSignal) {
  const listing = new Listing(journal.db);
  const unreadableFolders: string[] = [];
  const report: ListingReport & { unreadableFolders: string[] } = { unreadableNames: 0, unreadableFolders };
  let names = 0;
  let photos = 0;
  let canarySeen = canary === undefined;

  let entries: StoreEntry[] = [];
  const isReady = (entry: StoreEntry): boolean => waiting.ready(entry);
  for await (const entry of driver.list(report, signal)) {
    names += 1;
    canarySeen ||= entry.path === canary;
    if (!fileType(entry.path)) continue;
    photos += 1;
    entries.push(entry);
    if (entries.length < batch) continue;
    listing.take(entries, isReady, now);
    entries = [];
    await breathe();
    signal.throwIfAborted();
  }
  listing.take(entries, isReady, now);
  for (const folder of unreadableFolders) listing.keepBelow(folder);
  return { listing, report, names, photos, canarySeen };
}

/** The error for too many missing photos, with a remedy. */
export function massDisappearance(journal: Journal, unreadableNames: number): StoreFault {
  const { missing, total } = journal.state.get('mass_loss') ?? { missing: 0, total: 0 };
  const names = unreadableNames > 0 ? `, and ${unreadableNames} names cannot be decrypted` : '';
  return new StoreFault(
    'mass_disappearance',
    `${missing} of ${total} photos are out of sight${names}: bring the store back, or run "photofinch-bridge accept-loss" if they were deleted on purpose.`,
  );
}
