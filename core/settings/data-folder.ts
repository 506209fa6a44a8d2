import { closeSync, existsSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';
import { eraseFileSync, tryLockFile, type FileLock } from '../plugin-api/toolkit/index.ts';

/** The file of the index. */
export const indexFile = (dataDir: string): string => join(dataDir, 'index.sqlite3');

/**
 * Whether there is an index.
 * @throws StartupError if it is a link to a file on a disk that is not there: SQLite would make a new one, whose thumbnails
 * overwrite those of the old one. An error of the system if this user may not look
 */
export function hasIndex(dataDir: string): boolean {
  const file = indexFile(dataDir);
  if (statSync(file, { throwIfNoEntry: false })) return true;
  if (!lstatSync(file, { throwIfNoEntry: false })) return false;
  throw new StartupError(
    `The index ${file} is a link to a file that is not there: see whether its disk is mounted. If it is gone for good, restore a backup.`,
  );
}

/** The folder of thumbnails. */
export const thumbsFolder = (dataDir: string): string => join(dataDir, 'thumbs');

/** The folder of face crops. */
export const facesFolder = (dataDir: string): string => join(dataDir, 'faces');

/** The folder of the caches of vector indexes. It may be removed while no server runs. */
export const vectorsFolder = (dataDir: string): string => join(dataDir, 'vectors');

/** The folder that contains a folder for each plugin. */
export const pluginsFolder = (dataDir: string): string => join(dataDir, 'plugins');

/**
 * Whether the folder of snapshots may be on a disk that is not mounted now. One in the data folder is gone for good if it is
 * missing, as on a new machine.
 */
export const mayBeUnmounted = ({
  dataDir,
  backupDir,
}: {
  readonly dataDir: string;
  readonly backupDir: string;
}): boolean => dirname(backupDir) !== dataDir;

/** The copy of a snapshot during a restore, before it becomes the index. It may be plain in an encrypted library. */
export const restoringFile = (dataDir: string): string => join(dataDir, 'restoring.sqlite3');

/** Overwrites and removes the copy of an interrupted restore. The caller must hold the lock of the data folder. */
export function eraseRestoring(dataDir: string): void {
  for (const file of [restoringFile(dataDir), `${restoringFile(dataDir)}.new-form`]) {
    for (const ending of ['-wal', '-shm', '-journal', '']) eraseFileSync(file + ending);
  }
}

/**
 * Locks the data folder for this process; creates it if it is missing, and erases the copy of an interrupted restore.
 *
 * The operating system releases the lock when any part of this process opens and closes its file; the same is true for the
 * index. Therefore the folder gets a `.nomedia`, so that scanners of pictures skip it if it is among the photos.
 * @throws StartupError if the folder cannot be written, or another process has locked it
 */
export function holdDataFolder(dataDir: string): FileLock {
  orSayRemedy(dataDir, () => {
    makeFolder(dataDir);
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

/** Creates the data folder, if it is missing. @throws StartupError with a remedy */
export function makeDataFolder(dataDir: string): void {
  orSayRemedy(dataDir, () => {
    makeFolder(dataDir);
  });
}

/**
 * Creates a folder with its parents, if it is missing.
 *
 * Node's `recursive` never returns if the system says ENOENT although the parent exists, as in `/proc`.
 */
export function makeFolder(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** @throws StartupError with a remedy, if the system rejects the write */
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

/**
 * Whether another process has locked the folder. Must not be called by the process with the lock, which the check would
 * release.
 */
export function dataFolderIsHeld(dataDir: string): boolean {
  const lock = takeLock(dataDir);
  lock?.release();
  return lock === undefined;
}

const takeLock = (dataDir: string): FileLock | undefined => tryLockFile(join(dataDir, 'lock.sqlite3'));
