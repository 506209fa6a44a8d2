import { SourceError } from '../../plugin-api/errors.ts';

/**
 * Calls `work` with a signal that is aborted after `seconds` or with `signal`, and does not wait any longer than that,
 * even for a source that does not heed its signal.
 * @throws SourceError `timeout`
 */
export async function withDeadline<T>(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  let onAbort: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const end = (reason: Error): void => {
        reject(reason);
        controller.abort(reason);
      };
      onAbort = () => {
        end(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      timer = setTimeout(() => {
        end(new SourceError('timeout', `The photo source did not answer within ${seconds} seconds.`));
      }, seconds * 1000);
      work(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
