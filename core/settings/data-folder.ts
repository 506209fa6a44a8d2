import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../domain/errors.ts';
import { tryLockFile, type FileLock } from '../plugin-api/toolkit/index.ts';

/** Where the index is. */
export const indexFile = (dataDir: string): string => join(dataDir, 'index.sqlite3');

/** Where the thumbnails are. */
export const thumbsFolder = (dataDir: string): string => join(dataDir, 'thumbs');

/** Where the crops of faces are. */
export const facesFolder = (dataDir: string): string => join(dataDir, 'faces');

/** Where vector indexes keep their caches: it may be removed while no server runs. */
export const vectorsFolder = (dataDir: string): string => join(dataDir, 'vectors');

/**
 * Takes the data folder for this process alone; makes it when it is not there.
 *
 * The operating system drops the lock when any part of this process opens and closes its file, and the same goes for the
 * index: so the folder carries a `.nomedia`, by which whatever looks for pictures knows to stay out, should somebody keep
 * the data folder among the photos.
 * @throws StartupError when the folder cannot be written, or another process has it
 */
export function holdDataFolder(dataDir: string): FileLock {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    closeSync(openSync(join(dataDir, '.nomedia'), 'w'));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new StartupError(
      `The data folder ${dataDir} cannot be written (${reason}): give this user the right to write there, free some space, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  const lock = takeLock(dataDir);
  if (!lock) {
    throw new StartupError(
      `Photofinch is already running on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return lock;
}

/** Whether another process has the folder. Not for the process that has it itself: asking would drop the lock. */
export function dataFolderIsHeld(dataDir: string): boolean {
  const lock = takeLock(dataDir);
  lock?.release();
  return lock === undefined;
}

const takeLock = (dataDir: string): FileLock | undefined => tryLockFile(join(dataDir, 'lock.sqlite3'));
