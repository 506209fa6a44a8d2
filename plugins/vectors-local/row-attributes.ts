import { bytesOf } from './bytes-of.ts';
import type { RowTable } from './row-table.ts';

/** Shared by rows without people, since a view of each would cost more than the rest of the row. */
const nobody: readonly number[] = [];

/** Bytes of a row besides those of its people: id, time, flags, number of people. */
const rowBytes = 8 + 8 + 1 + 2;
const personBytes = 8;

/** The size of the encoded attributes of this many rows, with this many people in all. */
export const attributesSize = (rows: number, people: number): number => rows * rowBytes + people * personBytes;

/** The attributes of rows `begin` to `end`: the columns of the table, one after the other. */
export function encodeAttributes(table: RowTable, begin: number, end: number): { bytes: Buffer; people: number } {
  const { people, counts } = table.people.packed(begin, end);
  const columns = [
    table.ids.subarray(begin, end),
    table.takenAt.subarray(begin, end),
    table.flags.subarray(begin, end),
    counts,
    people,
  ];
  return { bytes: Buffer.concat(columns.map(bytesOf)), people: people.length };
}

/** Fills the rows `begin` to `end` of a table. @param bytes of the size that `attributesSize` returns */
export function decodeAttributes(bytes: Uint8Array, table: RowTable, begin: number, end: number): void {
  const rows = end - begin;
  let at = 0;
  const column = <T extends Column>(target: T): T => {
    const view = bytesOf(target);
    view.set(bytes.subarray(at, at + view.length));
    at += view.length;
    return target;
  };
  const ids = column(new Float64Array(rows));
  const takenAt = column(new Float64Array(rows));
  const flags = column(new Uint8Array(rows));
  const counts = column(new Uint16Array(rows));
  const people = column(new Float64Array((bytes.length - at) / personBytes));
  for (let row = 0, from = 0; row < rows; row += 1) {
    const to = from + counts[row]!;
    const facts = {
      flags: flags[row]!,
      takenAt: takenAt[row]!,
      people: to > from ? people.subarray(from, to) : nobody,
    };
    from = to;
    if (facts.flags !== 0) table.set(begin + row, ids[row]!, facts);
  }
}

type Column = Float64Array | Uint8Array | Uint16Array;
