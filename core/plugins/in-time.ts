/**
 * Waits for `work`, but not for ever.
 * @param limit milliseconds
 * @param tooLate makes the error when the time is over
 * @throws what `work` throws, what `tooLate` makes, or the signal's reason when it is aborted first
 */
export async function inTime<T>(
  work: T | Promise<T>,
  limit: number,
  tooLate: () => Error,
  signal?: AbortSignal,
): Promise<T> {
  let stopWaiting = (): void => undefined;
  const over = new Promise<never>((_resolve, reject) => {
    // The timer keeps the process alive on purpose: with nothing else to do, Node would end it while `work` is pending.
    const timer = setTimeout(() => {
      reject(tooLate());
    }, limit);
    const abort = (): void => {
      reject(signal?.reason as Error);
    };
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    stopWaiting();
  }
}
