import { readlinkSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/**
 * Lets all reads of one file fail as those of a bad sector do, while `use` runs: of the first one that is read below a folder.
 * The operating system's error is made in Node's own file handles, since no disk breaks for a test.
 * @param atFailure called when the first read fails
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
