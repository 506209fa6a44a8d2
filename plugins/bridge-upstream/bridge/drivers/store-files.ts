import { constants } from 'node:fs';
import { lstat, open, readdir, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError, type FileStamp } from '../driver.ts';

/** The files of a folder that other programs may change, opened read-only. */
export class StoreFiles {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * The absolute path of a file with this path, with slashes, below the root.
   * @throws StoreError `not_found` for a path that leads out of the root
   */
  locate(path: string): string {
    const isOutside =
      path.split('/').some((name) => name === '..' || name === '.' || name === '') || path.includes('\0');
    if (isOutside && path !== '') throw noSuchFile();
    return join(this.#root, path);
  }

  /** `size`: bytes of the stored file. @throws StoreError `not_found` if there is no regular file, `unreachable` */
  async stat(path: string): Promise<FileStamp> {
    const stats = await lstat(this.locate(path)).catch((error: unknown) => {
      throw storeErrorOf(error);
    });
    if (!stats.isFile()) throw noSuchFile();
    return stats;
  }

  /** @throws StoreError `not_found` if there is no regular file, `unreachable` */
  async open(path: string): Promise<FileHandle> {
    const located = this.locate(path);
    try {
      await this.#refuseLinks(path);
      // Does not follow a link that replaced the file, and does not wait for a writer of a pipe.
      const file = await open(located, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      if ((await statOrClose(file)).isFile()) return file;
      await file.close();
    } catch (error) {
      throw storeErrorOf(error);
    }
    throw noSuchFile();
  }

  /** Whether the store itself can be read now. */
  async canBeListed(): Promise<boolean> {
    return readdir(this.#root).then(
      () => true,
      () => false,
    );
  }

  /** Rejects a path through a folder that was replaced by a link since it was listed. */
  async #refuseLinks(path: string): Promise<void> {
    const end = path.lastIndexOf('/');
    if (end < 0) return;
    const folder = path.slice(0, end);
    const [root, realFolder] = await Promise.all([realpath(this.#root), realpath(this.locate(folder))]);
    if (realFolder !== join(root, folder)) throw noSuchFile();
  }
}

async function statOrClose(file: FileHandle) {
  try {
    return await file.stat();
  } catch (error) {
    await file.close();
    throw error;
  }
}

const absent: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
const forbidden: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM']);

/** The code of the operating system, such as `ENOENT`; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}

export const isAbsence = (error: unknown): boolean => absent.has(systemCode(error));

export const isForbidden = (error: unknown): boolean => forbidden.has(systemCode(error));

/** Translates an error of the file system; other errors are returned unchanged. */
export function storeErrorOf(error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (isAbsence(error)) return noSuchFile({ cause: error });
  if (isForbidden(error)) {
    return new StoreError('unreachable', 'The bridge has no permission to read this.', { cause: error });
  }
  return new StoreError('unreachable', `The store fails to read this (${code}).`, { cause: error });
}

function noSuchFile(options?: ErrorOptions): StoreError {
  return new StoreError('not_found', 'There is no such file in the store.', options);
}
