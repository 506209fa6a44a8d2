import { randomUUID } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { takenAt } from './snapshot-name.ts';

const beginning = 'unfinished-';

/** A name for what is being written: no snapshot's, and never the one that a dead process used. */
export function unfinishedName(): string {
  return `${beginning}${randomUUID()}`;
}

/** Removes what snapshots that came to no end have left. For whoever has the folder's lock: then nobody is at one. */
export async function sweep(folder: string): Promise<void> {
  const names = new Set(await readdir(folder));
  for (const name of names) {
    const orphan = name.endsWith('.json') && takenAt(name.slice(0, -5)) !== null && !names.has(name.slice(0, -5));
    if (name.startsWith(beginning) || orphan) await rm(join(folder, name), { force: true });
  }
}

/** Brings a file, or the names in a folder, to the disk. */
export async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
