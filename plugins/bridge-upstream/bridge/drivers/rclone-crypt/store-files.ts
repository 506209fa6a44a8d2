import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../../driver.ts';

/** The files of a folder that somebody else writes to, opened for reading and nothing else. */
export class StoreFiles {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Where a file is that lies `path` (with slashes) below the root.
   * @throws StoreError `not_found` for a path that leads elsewhere
   */
  locate(path: string): string {
    const leads = path.split('/').some((name) => name === '..' || name === '.' || name === '') || path.includes('\0');
    if (leads && path !== '') throw new StoreError('not_found', 'There is no such file in the store.');
    return join(this.#root, path);
  }

  /** @throws StoreError `not_found` when there is no regular file, `unreachable` */
  async stat(path: string): Promise<{ size: number; mtimeMs: number; ctimeMs: number }> {
    const found = await lstat(this.locate(path)).catch((error: unknown) => {
      throw storeErrorOf(error);
    });
    if (!found.isFile()) throw new StoreError('not_found', 'There is no such file in the store.');
    return found;
  }

  /** @throws StoreError `not_found` when there is no regular file, `unreachable` */
  async open(path: string): Promise<FileHandle> {
    // Neither following a link that took the file's place nor waiting for a writer of a pipe.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const file = await open(this.locate(path), flags).catch((error: unknown) => {
      throw storeErrorOf(error);
    });
    try {
      if ((await file.stat()).isFile()) return file;
    } catch (error) {
      await file.close();
      throw storeErrorOf(error);
    }
    await file.close();
    throw new StoreError('not_found', 'There is no such file in the store.');
  }
}

const absent: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

export function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absent.has(error.code);
}

/** What an error of the file system means to readers of the store; other errors pass as they are. */
export function storeErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  if (isAbsence(error)) return new StoreError('not_found', 'There is no such file in the store.', { cause: error });
  return new StoreError('unreachable', `The store cannot be read (${String(error.code)}).`, { cause: error });
}
