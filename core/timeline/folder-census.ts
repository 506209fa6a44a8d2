import type { TimelineColumns } from './columns.ts';
import { COVERS } from './entry.ts';

/** Figures of the photos of a selection in one folder. */
export interface FolderCount {
  readonly count: number;
  /** The id of the newest photo, if possible one with COVERS. */
  readonly cover: number;
  /** Sorts covers: newer ones have lower numbers, and photos without COVERS come after all others. */
  readonly order: number;
}

/** The counts by folder id, without subfolders. */
export function folderCounts(columns: TimelineColumns, positions: Uint32Array): Map<number, FolderCount> {
  const counts = new Map<number, { count: number; cover: number; order: number }>();
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at]!;
    const folder = columns.folder[position]!;
    if (folder === 0) continue;
    const order = (columns.flags[position]! & COVERS) === 0 ? at + positions.length : at;
    const entry = counts.get(folder);
    if (!entry) {
      counts.set(folder, { count: 1, cover: columns.id[position]!, order });
      continue;
    }
    entry.count++;
    if (order < entry.order) {
      entry.order = order;
      entry.cover = columns.id[position]!;
    }
  }
  return counts;
}
