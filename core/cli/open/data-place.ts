import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { errorCode } from '../../domain/error-code.ts';
import { StartupError } from '../../domain/errors.ts';
import { makeFolder } from '../../settings/data-folder.ts';
import { storeName, type StoreChoice } from './store-choice.ts';

/**
 * The folder for the index of a store, created if it is missing. Each store has its own.
 * @param option the value of `--data`
 * @throws StartupError if it cannot be created, or would be inside the photo store
 */
export function dataPlace(choice: StoreChoice, option: string | undefined): string {
  const folder = option === undefined ? join(platformPlace(), nameOf(choice)) : resolve(option);
  if (choice.driver !== 'bridge') keepApart(folder, choice.folder);
  try {
    makeFolder(folder);
    const realFolder = realpathSync(folder);
    // Symbolic links are resolved.
    if (choice.driver !== 'bridge') keepApart(realFolder, choice.folder);
    return realFolder;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The data folder ${folder} cannot be created (${errorCode(error)}): choose another with --data.`,
      {
        cause: error,
      },
    );
  }
}

/** The platform's folder for the data of programs. */
function platformPlace(environment = process.env): string {
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (xdg && isAbsolute(xdg)) return join(xdg, 'photofinch');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'photofinch');
  if (process.platform === 'win32' && local) return join(local, 'photofinch');
  return join(homedir(), '.local', 'share', 'photofinch');
}

/** The digest makes the name unique, and the name of the store helps people. */
function nameOf(choice: StoreChoice): string {
  const digest = createHash('sha256').update(storeName(choice)).digest('hex').slice(0, 10);
  const name = choice.driver === 'bridge' ? 'bridge' : basename(choice.folder);
  return `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 32) || 'photos'}-${digest}`;
}

/**
 * Rejects a data folder inside the store: the store is read-only, and files of the index are not photos.
 * @throws StartupError
 */
function keepApart(data: string, store: string): void {
  if (!isWithin(data, store) && !isWithin(store, data)) return;
  throw new StartupError(
    `The data folder ${data} and the photos in ${store} must not be inside each other: choose another data folder with --data.`,
  );
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
