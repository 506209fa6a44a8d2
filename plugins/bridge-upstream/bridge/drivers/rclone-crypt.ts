import type { FileHandle } from 'node:fs/promises';
import { StoreError, type Driver, type FileStamp, type ListingReport, type StoreEntry } from '../driver.ts';
import { decryptRange, plainSize } from './rclone-crypt/contents.ts';
import { checkKey } from './rclone-crypt/key-check.ts';
import { deriveKeys, fingerprintOf } from './rclone-crypt/keys.ts';
import { listStore } from './rclone-crypt/listing.ts';
import { nameDecryption } from './rclone-crypt/names.ts';
import { nameSettingsOf, type RcloneCryptSettings } from './rclone-crypt/settings.ts';
import { storeErrorOf, StoreFiles } from './rclone-crypt/store-files.ts';

export { readRcloneConfig } from './rclone-crypt/config.ts';
export { parseSettings as parseRcloneCryptSettings, type RcloneCryptSettings } from './rclone-crypt/settings.ts';

export interface RcloneCryptOptions extends RcloneCryptSettings {
  /** The folder that rclone's crypt remote wraps. */
  readonly root: string;
}

const plainReadSize = 256 * 1024;

/**
 * Reads a folder of rclone's crypt format (https://rclone.org/crypt/), in all its ways to encrypt names. A handle is
 * the file's path as it lies in the store. Takes 50 ms to derive the keys.
 * @throws StoreError `unsupported` without a password
 */
export function createRcloneCryptDriver(options: RcloneCryptOptions): Driver {
  if (options.password === '') {
    throw new StoreError('unsupported', 'The rclone-crypt driver needs the password of the crypt remote.');
  }
  const files = new StoreFiles(options.root);
  const keys = deriveKeys(options.password, options.salt ?? '');
  const nameSettings = nameSettingsOf(options);
  const names = nameDecryption(keys, nameSettings);
  const dataEncrypted = options.noDataEncryption !== true;

  return {
    name: 'rclone-crypt',
    fingerprint: fingerprintOf(keys),
    check: (signal) => checkKey({ files, names, nameSettings, keys, dataEncrypted }, signal),
    list: (report: ListingReport, signal): AsyncIterable<StoreEntry> =>
      listStore({ files, names, dataEncrypted }, report, signal),
    stat: async (handle, signal): Promise<FileStamp> => {
      signal.throwIfAborted();
      const { size, mtimeMs, ctimeMs } = await files.stat(handle);
      return { size: dataEncrypted ? plainSize(size) : size, mtimeMs, ctimeMs };
    },
    read: (handle, range, signal) =>
      readFile(files, handle, signal, (file) =>
        dataEncrypted ? decryptRange(file, keys.data, range, signal) : readRange(file, range, signal),
      ),
  };
}

/** Closes the file when the reader is done, leaves early or fails. */
async function* readFile(
  files: StoreFiles,
  handle: string,
  signal: AbortSignal,
  contents: (file: FileHandle) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const file = await files.open(handle);
  try {
    yield* contents(file);
  } catch (error) {
    throw storeErrorOf(error);
  } finally {
    await file.close();
  }
}

async function* readRange(
  file: FileHandle,
  { start, end }: { start: number; end: number },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at <= end;) {
    signal.throwIfAborted();
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.allocUnsafe(Math.min(plainReadSize, end - at + 1)),
      position: at,
    });
    if (bytesRead === 0) throw new StoreError('integrity', 'The file is shorter than it was.');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
