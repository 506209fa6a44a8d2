import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { skip } from './skip.ts';

/**
 * Calls `use` while the folder is read-only. For root this requires a mount, since folder modes do not apply to root.
 */
export async function whileReadOnly(context: Mocha.Context, folder: string, use: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) chmodSync(folder, 0o500);
  else if (!mounts('--bind', folder, folder)) skip(context, 'nothing may be mounted');
  try {
    if (isRoot && !mounts('-o', 'remount,ro,bind', folder)) skip(context, 'nothing may be mounted read-only');
    await use();
  } finally {
    if (isRoot) spawnSync('umount', [folder]);
    else chmodSync(folder, 0o700);
  }
}

const mounts = (...words: readonly string[]): boolean => spawnSync('mount', words).status === 0;
