import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eraseFile } from '../../plugin-api/toolkit/index.ts';
import { takenAt } from './snapshot-name.ts';

/** A unique temporary name, which is not that of a snapshot. */
export function unfinishedName(): string {
  return `unfinished-${randomUUID()}`;
}

/**
 * Temporary names, those that earlier versions used for snapshots before an update, and files beside them. They match no
 * other program's files.
 */
const unfinished = /^unfinished-(before-update|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.json|-journal|-wal|-shm)?$/;

/**
 * Removes the remains of snapshots that were not completed. The caller holds the folder's lock, so that no snapshot is being
 * taken.
 */
export async function sweep(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  for (const entry of entries) {
    const { name } = entry;
    const orphan = name.endsWith('.json') && takenAt(name.slice(0, -5)) !== null && !names.has(name.slice(0, -5));
    if (!entry.isFile() || !(unfinished.test(name) || orphan)) continue;
    const file = join(folder, name);
    // Records contain keyrings, so they are overwritten. Snapshots are large, and encrypted if the library is.
    await (name.endsWith('.json') ? eraseFile(file) : rm(file, { force: true }));
  }
}
