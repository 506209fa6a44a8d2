import { readdirSync, readlinkSync } from 'node:fs';

/** How many handles this process has open within a folder. Those on other things come and go meanwhile. */
export function openHandles(folder: string): number {
  return readdirSync('/proc/self/fd').filter((handle) => targetOf(handle)?.startsWith(`${folder}/`)).length;
}

/** Undefined once the handle is closed. */
function targetOf(handle: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`);
  } catch {
    return undefined;
  }
}
