import type { VectorFilter } from 'photofinch/plugin-api';
import { blockRows } from './block.ts';
import { flags, type RowTable } from './row-table.ts';

/** The rows that a filter lets through. */
export interface Selection {
  /** 1 for each such row. */
  readonly mask: Uint8Array;
  /** How many there are in each block. */
  readonly counts: Uint32Array;
}

type Passes = (row: number) => boolean;

export function select(table: RowTable, filter: VectorFilter): Selection {
  const mask = new Uint8Array(table.length);
  const counts = new Uint32Array(Math.ceil(table.length / blockRows));
  const passes = predicate(table, filter);
  const take = (row: number): void => {
    if (mask[row] === 1 || !passes(row)) return;
    mask[row] = 1;
    counts[Math.floor(row / blockRows)]! += 1;
  };
  if (filter.ids) {
    for (const id of filter.ids) {
      const row = table.rowOf(id);
      if (row !== undefined) take(row);
    }
  } else {
    for (let row = 0; row < table.length; row += 1) take(row);
  }
  return { mask, counts };
}

/** Each case is a loop body of its own, so that the usual filter costs one comparison a row. */
function predicate(table: RowTable, filter: VectorFilter): Passes {
  const { includeArchived = false, includeHidden = false, takenFrom, takenTo, personIds } = filter;
  const { flags: rowFlags, takenAt, people } = table;
  const watched = flags.live | (includeArchived ? 0 : flags.archived) | (includeHidden ? 0 : flags.hidden);
  const visible: Passes = (row) => (rowFlags[row]! & watched) === flags.live;
  const from = takenFrom ?? -Infinity;
  const to = takenTo ?? Infinity;
  const dated: Passes =
    takenFrom === undefined && takenTo === undefined
      ? visible
      : (row) => visible(row) && takenAt[row]! >= from && takenAt[row]! <= to;
  if (!personIds) return dated;
  const wanted = new Set(personIds);
  return (row) => dated(row) && people.hasAny(row, wanted);
}
