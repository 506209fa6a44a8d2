import { withinTime } from '../plugin-api/toolkit/index.ts';
import { runTask } from '../threads/task-process.ts';
import type { Encrypted } from './copy-index.ts';
import type { TableReport } from './integrity-process.ts';

export interface IntegrityReport {
  /** Tables that were examined, of `of`; fewer when the time was over. */
  readonly checked: number;
  readonly of: number;
  /** Tables with damaged pages, rows or index entries. */
  readonly damaged: readonly string[];
  /** Tables with rows that point to rows that are not there. */
  readonly dangling: readonly string[];
}

/**
 * Checks the index for damage, in a process of its own.
 * @param options.limit seconds; then the answer is about what was examined until then
 * @throws Error when the index cannot be read at all
 */
export async function checkIntegrity(
  file: string,
  { limit, signal, encryption }: { limit: number; signal: AbortSignal } & Encrypted,
): Promise<IntegrityReport> {
  const reports: TableReport[] = [];
  const onProgress = (report: TableReport): unknown => reports.push(report);
  const timeOver = new Error('The time for this check is over');
  const check = (within: AbortSignal): Promise<unknown> =>
    runTask('./integrity-process', import.meta.url, { file, encryption }, { signal: within, onProgress });
  try {
    await withinTime(check, { ms: limit * 1000, signals: [signal], tooLate: () => timeOver });
  } catch (cause) {
    signal.throwIfAborted();
    if (cause !== timeOver) throw new Error('The index cannot be verified', { cause });
  }
  return {
    checked: reports.length,
    of: reports[0]?.of ?? reports.length,
    damaged: reports.filter(({ damages }) => damages > 0).map(({ table }) => table),
    dangling: reports.filter(({ dangling }) => dangling > 0).map(({ table }) => table),
  };
}
