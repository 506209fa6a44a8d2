import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';

/** Whether a test can exceed the limit of open files: this requires `prlimit`. */
export const hasFileLimits = process.platform === 'linux';

/** The number of files that this process may still open before the limit. */
const spare = 30;

/** Runs `work` while this process cannot open any further file, pipe or socket. */
export async function withTooManyFiles<T>(work: () => Promise<T>): Promise<T> {
  const limit = (most: number | string): void => {
    execFileSync('prlimit', [`--pid=${process.pid}`, `--nofile=${most}:`]);
  };
  const numbers = readdirSync('/proc/self/fd').map(Number);
  const usual = execFileSync('prlimit', [`--pid=${process.pid}`, '--nofile', '-o', 'SOFT', '--noheadings'], {
    encoding: 'utf8',
  });
  limit(Math.max(...numbers) + spare);
  const files: number[] = [];
  try {
    for (;;) files.push(openSync('/dev/null', 'r'));
  } catch {
    return await work();
  } finally {
    for (const file of files) closeSync(file);
    limit(usual.trim());
  }
}
