import { startWorkerThread } from '../threads/worker-thread.ts';
import type { TableReport } from './integrity-worker.ts';

export interface IntegrityReport {
  /** Tables that were looked at, of `of`; fewer when the time was over. */
  readonly looked: number;
  readonly of: number;
  /** Tables with damaged pages, rows or index entries. */
  readonly damaged: readonly string[];
  /** Tables with rows that point to rows that are not there. */
  readonly dangling: readonly string[];
}

/**
 * Looks through the index for damage, on a connection and in a thread of its own.
 * @param options.limit seconds; then the answer is about what was looked at until then
 * @throws Error when the index cannot be read at all
 */
export function checkIntegrity(
  file: string,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<IntegrityReport> {
  return new Promise((resolve, reject) => {
    const reports: TableReport[] = [];
    const worker = startWorkerThread('./integrity-worker', import.meta.url, { workerData: { file } });
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      void worker.terminate();
    };
    const answer = (): void => {
      end();
      resolve({
        looked: reports.length,
        of: reports[0]?.of ?? reports.length,
        damaged: reports.filter(({ damages }) => damages > 0).map(({ table }) => table),
        dangling: reports.filter(({ dangling }) => dangling > 0).map(({ table }) => table),
      });
    };
    const fail = (error: Error): void => {
      end();
      reject(error);
    };
    const abort = (): void => {
      fail(signal.reason as Error);
    };
    const timer = setTimeout(answer, limit * 1000);
    signal.addEventListener('abort', abort);
    worker.on('message', (report: TableReport) => reports.push(report));
    worker.on('error', (cause) => {
      fail(new Error('The index cannot be looked through', { cause }));
    });
    worker.on('exit', answer);
  });
}
