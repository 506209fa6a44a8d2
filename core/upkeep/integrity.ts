import { withinTime } from '../plugin-api/toolkit/index.ts';
import { runTask } from '../threads/task-process.ts';
import type { EncryptionOption } from './copy-index.ts';
import type { TableReport } from './integrity-process.ts';

export interface IntegrityReport {
  /** Tables that were checked, out of `of`; fewer if the time was over. */
  readonly checked: number;
  readonly of: number;
  /** Tables with damaged pages, rows or index entries. */
  readonly damaged: readonly string[];
  /** Tables with rows that refer to missing rows. */
  readonly dangling: readonly string[];
}

/**
 * Checks the index for damage, in a separate process.
 * @param options.limit seconds, after which partial results are returned
 * @throws Error if the index cannot be read at all
 */
export async function checkIntegrity(
  file: string,
  { limit, signal, encryption }: { limit: number; signal: AbortSignal } & EncryptionOption,
): Promise<IntegrityReport> {
  const reports: TableReport[] = [];
  const onProgress = (report: TableReport): unknown => reports.push(report);
  const timeOver = new Error('The time for this check is over');
  const check = (inTime: AbortSignal): Promise<unknown> =>
    runTask('./integrity-process', import.meta.url, { file, encryption }, { signal: inTime, onProgress });
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
