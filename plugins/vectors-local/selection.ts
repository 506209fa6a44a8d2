import type { VectorFilter } from 'photofinch/plugin-api';
import { blockRows } from './block.ts';
import { flags, type RowTable } from './row-table.ts';

/** The rows that match a filter. */
export interface Selection {
  /** 1 for each matching row, else 0. */
  readonly mask: Uint8Array;
  /** The number of matching rows in each block. */
  readonly counts: Uint32Array;
}

/** Applies a filter, with one pass over memory for each part: about a millisecond for a million rows. */
export function select(
  table: RowTable,
  filter: VectorFilter,
  { withoutPersons = false, upTo = Infinity } = {},
): Selection {
  const mask = filter.ids ? maskOfIds(table, filter.ids) : new Uint8Array(table.length).fill(1);
  keepVisible(mask, table, filter);
  keepTaken(mask, table, filter);
  if (filter.personIds) table.people.keepAny(mask, new Set(filter.personIds));
  if (withoutPersons) table.people.keepNone(mask);
  if (upTo < Infinity) keepUpTo(mask, table, upTo);
  return { mask, counts: countByBlock(mask) };
}

function maskOfIds(table: RowTable, ids: readonly number[]): Uint8Array {
  const mask = new Uint8Array(table.length);
  for (const id of ids) {
    const row = table.rowOf(id);
    if (row !== undefined) mask[row] = 1;
  }
  return mask;
}

function keepVisible(mask: Uint8Array, { flags: rows }: RowTable, filter: VectorFilter): void {
  const watched =
    flags.live | (filter.includeArchived ? 0 : flags.archived) | (filter.includeHidden ? 0 : flags.hidden);
  for (let row = 0; row < mask.length; row += 1) {
    if ((rows[row]! & watched) !== flags.live) mask[row] = 0;
  }
}

function keepTaken(mask: Uint8Array, { takenAt }: RowTable, filter: VectorFilter): void {
  const { takenFrom = -Infinity, takenTo = Infinity } = filter;
  if (takenFrom === -Infinity && takenTo === Infinity) return;
  for (let row = 0; row < mask.length; row += 1) {
    const time = takenAt[row]!;
    if (time < takenFrom || time > takenTo) mask[row] = 0;
  }
}

function keepUpTo(mask: Uint8Array, { ids }: RowTable, upTo: number): void {
  for (let row = 0; row < mask.length; row += 1) if (ids[row]! > upTo) mask[row] = 0;
}

function countByBlock(mask: Uint8Array): Uint32Array {
  const counts = new Uint32Array(Math.ceil(mask.length / blockRows));
  for (const index of counts.keys()) {
    const end = Math.min(mask.length, (index + 1) * blockRows);
    let count = 0;
    for (let row = index * blockRows; row < end; row += 1) count += mask[row]!;
    counts[index] = count;
  }
  return counts;
}
