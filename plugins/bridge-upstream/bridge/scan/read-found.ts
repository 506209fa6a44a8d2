import { setImmediate as breathe } from 'node:timers/promises';
import { linkedSignal } from 'photofinch/plugin-api/toolkit';
import { StoreError, type Driver } from '../driver.ts';
import type { FileRecords, ReadFile } from '../journal/file-records.ts';
import type { FoundFile, Listing } from '../journal/listing.ts';
import type { VanishedFiles } from '../journal/vanished-files.ts';
import { readContent, unreadFile, type Reading } from './read-content.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { WaitingFiles } from './waiting-files.ts';

interface Dependencies {
  readonly driver: Driver;
  readonly records: FileRecords;
  readonly pictures: Pick<Pictures, 'header'>;
  readonly waiting: WaitingFiles;
  /** Epoch seconds. */
  readonly now: () => number;
}

/** Concurrent reads: enough to keep a disk and a core busy. */
const readers = 4;
/** The maximum number of files that are recorded together, … */
const filesPerTransaction = 64;
/** … and the milliseconds of reading after which they are recorded, so that a kill loses no more. */
const patience = 500;
/** After this many unreachable files in a row, the store is considered unreachable. */
const unreachableInRow = 5;

/**
 * Reads the files that a listing found, and records them in batches, so that a kill loses half a second of work.
 * @throws StoreError if the store fails; files recorded before are kept
 */
export async function readFoundFiles(
  { driver, records, pictures, waiting, now }: Dependencies,
  listing: Listing,
  vanished: VanishedFiles,
  signal: AbortSignal,
): Promise<void> {
  const anyVanished = vanished.any;
  const stop = new AbortController();
  const { signal: reading, release } = linkedSignal(signal, stop.signal);
  const queue = listing.toRead();
  let done: { found: FoundFile; file: ReadFile }[] = [];
  let lastWrite = performance.now();
  let outOfReach = 0;

  const write = (): void => {
    const at = now();
    const files = done;
    done = [];
    records.transact(at, () => {
      for (const { found, file } of files) {
        const knownId = found.fileId;
        const mayBeMoved = file.sha1 !== null && vanished.hasContent(file.sha1, knownId);
        if (knownId === null) records.add(file, mayBeMoved, at);
        else if (mayBeMoved && records.displace(knownId, file, at)) vanished.add(knownId);
        else records.update(knownId, file, at);
      }
      // While files are missing, a new folder may be a renamed one, so no albums are created.
      if (!anyVanished) while (records.albums.house(filesPerTransaction, at) === filesPerTransaction);
    });
    lastWrite = performance.now();
  };

  const readOne = async (found: FoundFile): Promise<Reading> => {
    try {
      const result = await readContent({ driver, pictures }, found, now(), reading);
      outOfReach = 0;
      return result;
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'unreachable') throw error;
      // A single unreadable file does not stop the others, as long as the store is available.
      outOfReach += 1;
      if (outOfReach >= unreachableInRow) throw error;
      await driver.check(reading);
      return { outcome: 'read', file: unreadFile(found, error, now()) };
    }
  };

  const work = async (): Promise<void> => {
    for (const found of queue) {
      reading.throwIfAborted();
      const result = await readOne(found);
      if (result.outcome === 'moving') waiting.wait(found.path, result.stamp);
      if (result.outcome === 'read') done.push({ found, file: result.file });
      if (done.length >= filesPerTransaction || (done.length > 0 && performance.now() - lastWrite > patience)) {
        write();
        await breathe();
      }
    }
  };

  const workers = Array.from({ length: readers }, () =>
    work().catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  release();
  write();
  signal.throwIfAborted();
  if (stop.signal.aborted) throw stop.signal.reason;
}
