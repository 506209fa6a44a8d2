import { fstatSync, readdirSync, readlinkSync } from 'node:fs';

/** How many handles this process has open within a folder. Those on other things come and go meanwhile. */
export const openHandles = (folder: string): number => handlesOn(`${folder}/`).length;

/** Bytes in the open files of this process whose paths begin so, also of files that have no names any more. */
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
