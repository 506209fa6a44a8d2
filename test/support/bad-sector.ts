import { readlinkSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/**
 * While `use` runs, all reads of one file fail as they do at a bad sector: the first file that is read below a folder.
 * The operating system's error is created in Node's own file handles, since there is no broken disk for tests.
 * @param atFailure called at the first failed read
 */
export async function withBadSector(
  folder: string,
  use: () => Promise<void>,
  atFailure: () => void = () => undefined,
): Promise<void> {
  const probe = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const read = Reflect.get(handles, 'read') as (this: FileHandle, ...args: unknown[]) => unknown;
  let bad: string | undefined;
  const failing = function (this: FileHandle, ...args: unknown[]): unknown {
    const path = readlinkSync(`/proc/self/fd/${this.fd}`);
    const isFirst = bad === undefined && path.startsWith(folder);
    if (isFirst) {
      bad = path;
      atFailure();
    }
    if (path !== bad) return read.apply(this, args);
    return Promise.reject(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' }));
  };
  Reflect.set(handles, 'read', failing);
  try {
    await use();
    if (bad === undefined) throw new Error('nothing was read');
  } finally {
    Reflect.set(handles, 'read', read);
  }
}
