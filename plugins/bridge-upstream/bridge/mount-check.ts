import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreError, type Driver } from './driver.ts';

/** The folder of the store exists, but nothing is mounted on it. */
class NotMounted extends StoreError {
  readonly reason = 'not_mounted';

  constructor() {
    super('unreachable', 'Nothing is mounted at the place of the store: mount it, or set BRIDGE_REQUIRE_MOUNT=0.');
  }
}

/** Wraps `driver`: the store counts as reachable only while a file system is mounted on `root`. */
export function requiringMount(driver: Driver, root: string): Driver {
  return {
    name: driver.name,
    // Some drivers know the fingerprint only after they have opened the store.
    get fingerprint() {
      return driver.fingerprint;
    },
    bridgeSecret: async (signal) => {
      try {
        return await driver.bridgeSecret(signal);
      } catch (error) {
        await mustBeMounted(root);
        throw error;
      }
    },
    check: async (signal) => {
      await mustBeMounted(root);
      await driver.check(signal);
    },
    list: (report, signal) => driver.list(report, signal),
    stat: (handle, signal) => driver.stat(handle, signal),
    read: (handle, range, signal) => driver.read(handle, range, signal),
  };
}

async function mustBeMounted(root: string): Promise<void> {
  if (!(await isMountPoint(root))) throw new NotMounted();
}

async function isMountPoint(folder: string): Promise<boolean> {
  try {
    const path = await realpath(folder);
    const parent = dirname(path);
    if (parent === path || (await stat(path)).dev !== (await stat(parent)).dev) return true;
    return await isListedMount(path);
  } catch {
    // This includes a mount whose server is gone, which returns ENOTCONN or ESTALE.
    return false;
  }
}

/**
 * A bind mount from the same disk has the same device as its parent folder; it is found in the fifth field of proc(5)
 * mountinfo.
 */
async function isListedMount(path: string): Promise<boolean> {
  const table = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const escaped = path.replace(/[ \t\n\\]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return table.split('\n').some((line) => line.split(' ')[4] === escaped);
}
