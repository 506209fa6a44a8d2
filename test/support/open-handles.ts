import { fstatSync, readdirSync, readlinkSync } from 'node:fs';

/** The number of open file handles of this process within a folder. Handles of other files change meanwhile. */
export const openHandles = (folder: string): number => handlesOn(`${folder}/`).length;

/** The size of all open files of this process whose paths begin with `start`, including deleted files. */
export const bytesBehind = (start: string): number =>
  handlesOn(start).reduce((sum, handle) => sum + fstatSync(Number(handle)).size, 0);

const handlesOn = (start: string): string[] =>
  readdirSync('/proc/self/fd').filter((handle) => targetOf(handle)?.startsWith(start));

/** Undefined once the handle is closed. */
function targetOf(handle: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`);
  } catch {
    return undefined;
  }
}
