import { createHash } from 'node:crypto';
import {
  StoreError,
  type Driver,
  type ListingReport,
  type StoreEntry,
} from '../../plugins/bridge-upstream/bridge/driver.ts';

/** A signal that is never aborted. */
export const unhurried = new AbortController().signal;

/** All entries that a driver lists, by path, and its report. */
export async function listStore(driver: Driver): Promise<{ entries: Map<string, StoreEntry>; report: ListingReport }> {
  const report: ListingReport = { unreadableNames: 0 };
  const entries = new Map<string, StoreEntry>();
  for await (const entry of driver.list(report, unhurried)) entries.set(entry.path, entry);
  return { entries, report };
}

/** The bytes of a file, or of a range of it. */
export async function readStore(
  driver: Driver,
  entry: StoreEntry,
  range = { start: 0, end: entry.stamp.size - 1 },
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of driver.read(entry.handle, range, unhurried)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Path and hash of every listed file, by path. */
export async function hashStore(driver: Driver): Promise<Record<string, string>> {
  const { entries } = await listStore(driver);
  const hashes: [string, string][] = [];
  for (const [path, entry] of entries) {
    hashes.push([
      path,
      createHash('sha1')
        .update(await readStore(driver, entry))
        .digest('hex'),
    ]);
  }
  return Object.fromEntries(hashes.sort());
}

/** The same for a set of files before they were encrypted. */
export function hashesOf(files: readonly { path: string; sha1: string; listed: boolean }[]): Record<string, string> {
  return Object.fromEntries(files.filter(({ listed }) => listed).map(({ path, sha1 }) => [path, sha1]));
}

/** The store error that `work` fails with. Fails if it succeeds or fails with another error. */
export async function storeErrorFrom(work: Promise<unknown>): Promise<StoreError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error('no error came');
}
