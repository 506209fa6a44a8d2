import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesText } from '../../domain/bytes-text.ts';
import { errorCode, isDiskFull } from '../../domain/error-code.ts';
import type { HealthCheck } from '../../plugin-api/health-check.ts';

/** Bytes: some ten thousand thumbnails, and working space for SQLite. */
const FLOOR = 512 * 1024 * 1024;

const PROBE = Buffer.alloc(4096);

/** Whether the data folder is writable and has room to grow. @param floor bytes that should be free */
export function diskCheck(dataDir: string, floor = FLOOR): HealthCheck {
  return {
    id: 'disk',
    run: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      const free = bavail * bsize;
      const problem = await writeProblem(dataDir);
      if (problem) return { ok: false, detail: problem };
      if (free < floor) {
        return {
          ok: false,
          detail: `The disk of the data folder has ${bytesText(free)} left: free some, at least ${bytesText(floor)}.`,
        };
      }
      return { ok: true, detail: `The disk of the data folder has ${bytesText(free)} left.` };
    },
  };
}

async function writeProblem(folder: string): Promise<string | undefined> {
  const file = join(folder, `.check-${randomUUID()}`);
  try {
    await writeFile(file, PROBE, { flush: true });
    return undefined;
  } catch (error) {
    return isDiskFull(error)
      ? 'The disk of the data folder is full: free some space.'
      : `The data folder cannot be written (${errorCode(error) || 'unknown error'}): give the server's user the right to write there.`;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
