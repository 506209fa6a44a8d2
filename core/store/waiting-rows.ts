import type { Statement } from '../db/open.ts';

/** The id of the library's first source. Most libraries have no other. */
const firstSource: readonly number[] = [0];

interface WaitingRowsSql<Row, Given> {
  /** The first rows of a source that are due, in order. */
  readonly due: Statement<[Given & { source: number; now: number; limit: number }], Row>;
  readonly count: Statement<[Given & { source: number; now: number }], number>;
  /** The time at which the next row of a source is due, in epoch seconds. */
  readonly next: Statement<[Given & { source: number }], number | null>;
  readonly order: (a: Row, b: Row) => number;
}

/** Rows of several sources that wait until they are due. The index sorts them only within each source. */
export class WaitingRows<Row, Given extends object = object> {
  readonly #sql: WaitingRowsSql<Row, Given>;

  constructor(sql: WaitingRowsSql<Row, Given>) {
    this.#sql = sql;
  }

  /** The first `limit` rows that are due. @param now epoch seconds */
  due(parameters: Given & { now: number; limit: number }, sources?: readonly number[]): Row[] {
    return this.first((source) => this.#sql.due.all({ ...parameters, source }), parameters.limit, sources);
  }

  /** The first `limit` of the rows that `rowsOf` reads for each source, in order. */
  first(rowsOf: (source: number) => Row[], limit: number, sources = firstSource): Row[] {
    const lists = sources.map(rowsOf);
    return lists.length === 1 ? (lists[0] ?? []) : lists.flat().sort(this.#sql.order).slice(0, limit);
  }

  /** The number of rows that are due. @param now epoch seconds */
  count(parameters: Given & { now: number }, sources = firstSource): number {
    return sources.reduce((sum, source) => sum + (this.#sql.count.get({ ...parameters, source }) ?? 0), 0);
  }

  /** The time at which the next row is due, in epoch seconds, possibly in the past; undefined if none waits. */
  nextAt(parameters: Given, sources = firstSource): number | undefined {
    const times = sources.flatMap((source) => this.#sql.next.get({ ...parameters, source }) ?? []);
    return times.length > 0 ? Math.min(...times) : undefined;
  }
}
