import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eraseFile } from '../../plugin-api/toolkit/index.ts';
import { takenAt } from './snapshot-name.ts';

/** A name for what is being written: no snapshot's, and never the one that a dead process used. */
export function unfinishedName(): string {
  return `unfinished-${randomUUID()}`;
}

/** Those names, the one that earlier versions gave the snapshot before an update, and what lies beside them meanwhile. Nobody else's match. */
const unfinished = /^unfinished-(before-update|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.json|-journal|-wal|-shm)?$/;

/** Removes what snapshots that came to no end have left. For whoever has the folder's lock: then nobody is at one. */
export async function sweep(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  for (const entry of entries) {
    const { name } = entry;
    const orphan = name.endsWith('.json') && takenAt(name.slice(0, -5)) !== null && !names.has(name.slice(0, -5));
    if (!entry.isFile() || !(unfinished.test(name) || orphan)) continue;
    const file = join(folder, name);
    // Records hold keyrings. The snapshots themselves are large, and encrypted where the library is.
    await (name.endsWith('.json') ? eraseFile(file) : rm(file, { force: true }));
  }
}
