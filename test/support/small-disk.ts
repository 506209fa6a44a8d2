import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skip } from './skip.ts';

/**
 * Calls `use` with an empty folder on a separate disk in memory. Only root can mount one; otherwise the test is
 * skipped.
 * @param megabytes its size
 */
export async function withSmallDisk(
  test: Mocha.Context,
  megabytes: number,
  use: (folder: string) => void | Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  try {
    if (mounted.status !== 0) skip(test, 'only root can mount a small disk');
    await use(folder);
  } finally {
    if (mounted.status === 0) execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  }
}

/** Fills the disk of a folder up to `left` bytes. @returns the path of the file that fills it */
export function fillDisk(folder: string, left: number): string {
  const { bavail, bsize } = statfsSync(folder);
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  return ballast;
}
