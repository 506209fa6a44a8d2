import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';

/** Whether a test can have too many open files: what sets the limit of a running process is there. */
export const hasFileLimits = process.platform === 'linux';

/** Open files that this process may still open before there are too many. */
const spare = 30;

/** Does some work while this process can open no further file, and therefore no pipe and no socket. */
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
