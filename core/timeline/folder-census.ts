import type { TimelineColumns } from './columns.ts';
import { COVERS } from './entry.ts';

/** Figures of the photos of a selection in one folder. */
export interface FolderCount {
  readonly count: number;
  /** Id of the newest photo, if possible one that may be a cover. */
  readonly cover: number;
  /** The less, the newer the cover is among all; after every cover stand photos that may be none. */
  readonly order: number;
}

/** The counts by the ids of folders, without folders below them. */
export function folderCounts(columns: TimelineColumns, positions: Uint32Array): Map<number, FolderCount> {
  const counts = new Map<number, { count: number; cover: number; order: number }>();
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at]!;
    const folder = columns.folder[position]!;
    if (folder === 0) continue;
    const order = (columns.flags[position]! & COVERS) === 0 ? at + positions.length : at;
    const known = counts.get(folder);
    if (!known) {
      counts.set(folder, { count: 1, cover: columns.id[position]!, order });
      continue;
    }
    known.count++;
    if (order < known.order) {
      known.order = order;
      known.cover = columns.id[position]!;
    }
  }
  return counts;
}
