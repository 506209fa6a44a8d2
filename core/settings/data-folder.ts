import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, isDiskFull } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';
import { eraseFileSync, tryLockFile, type FileLock } from '../plugin-api/toolkit/index.ts';

/** Where the index is. */
export const indexFile = (dataDir: string): string => join(dataDir, 'index.sqlite3');

/** Where the thumbnails are. */
export const thumbsFolder = (dataDir: string): string => join(dataDir, 'thumbs');

/** Where the crops of faces are. */
export const facesFolder = (dataDir: string): string => join(dataDir, 'faces');

/** Where vector indexes keep their caches: it may be removed while no server runs. */
export const vectorsFolder = (dataDir: string): string => join(dataDir, 'vectors');

/** Where each plugin has a folder with files of its own. */
export const pluginsFolder = (dataDir: string): string => join(dataDir, 'plugins');

/** Where a restore has the copy of its snapshot, until that becomes the index. It may be plain beside an encrypted index. */
export const restoringFile = (dataDir: string): string => join(dataDir, 'restoring.sqlite3');

/** Overwrites and removes the copy of an interrupted restore. The caller must hold the data folder. */
export function eraseRestoring(dataDir: string): void {
  for (const file of [restoringFile(dataDir), `${restoringFile(dataDir)}.new-form`]) {
    for (const ending of ['-wal', '-shm', '-journal', '']) eraseThoughFull(file + ending);
  }
}

/** File systems that write every change elsewhere may have no room for the zeros, and would keep the old bytes anyway. */
function eraseThoughFull(file: string): void {
  try {
    eraseFileSync(file);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    rmSync(file, { force: true });
  }
}

/**
 * Takes the data folder for this process alone; makes it if it is missing, and erases the copy of an interrupted
 * restore.
 *
 * The operating system drops the lock when any part of this process opens and closes its file, and the same goes for
 * the index. So the folder has a `.nomedia`, which keeps scanners of pictures out, in case the data folder is among the
 * photos.
 * @throws StartupError if the folder cannot be written, or another process has it
 */
export function holdDataFolder(dataDir: string): FileLock {
  orSayRemedy(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    closeSync(openSync(join(dataDir, '.nomedia'), 'w'));
  });
  const lock = takeLock(dataDir);
  if (!lock) {
    throw new StartupError(
      `Photofinch is already running on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    orSayRemedy(dataDir, () => {
      eraseRestoring(dataDir);
    });
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
}

/** @throws StartupError with a remedy, if the system refuses the write */
function orSayRemedy(dataDir: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const reason = errorCode(error) || 'unknown error';
    throw new StartupError(
      `The data folder ${dataDir} cannot be written (${reason}): give this user the right to write there, free some space, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** Whether another process has the folder. Not for the process that has it itself: asking would drop the lock. */
export function dataFolderIsHeld(dataDir: string): boolean {
  const lock = takeLock(dataDir);
  lock?.release();
  return lock === undefined;
}

const takeLock = (dataDir: string): FileLock | undefined => tryLockFile(join(dataDir, 'lock.sqlite3'));
