import { startWorkerThread } from '../threads/worker-thread.ts';

/**
 * Copies the index, as it is at one moment, into a new file of its own; the index goes on being written meanwhile.
 * @param to must not exist; what is there when the copy fails is the caller's to remove
 * @throws Error with SQLite's code in `code`, or the reason of `signal`
 */
export function copyIndex(file: string, to: string, { signal }: { signal: AbortSignal }): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = startWorkerThread('./copy-index-worker', import.meta.url, { workerData: { file, to } });
    let failure: Error | undefined;
    const abort = (): void => {
      failure = signal.reason as Error;
      void worker.terminate();
    };
    signal.addEventListener('abort', abort, { once: true });
    worker.on('message', ({ message, code }: { message: string; code: string }) => {
      failure = Object.assign(new Error(message), { code });
    });
    worker.on('error', (error) => {
      failure ??= error;
    });
    worker.on('exit', () => {
      signal.removeEventListener('abort', abort);
      if (failure) reject(failure);
      else resolve();
    });
  });
}
