/**
 * Waits for `work`, but not for ever, whatever becomes of it then.
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

/**
 * Calls `work` with a signal of its own. Rejects at once, and aborts that signal, when one of `signals` is aborted or
 * after `ms`, whatever `work` does then.
 * @param limits.tooLate makes the error when the time is over
 */
export async function withinTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { ms, signals, tooLate }: { ms: number; signals: readonly AbortSignal[]; tooLate: () => Error },
): Promise<T> {
  for (const signal of signals) signal.throwIfAborted();
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let stop: ((event: Event) => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const end = (reason: Error): void => {
        reject(reason);
        controller.abort(reason);
      };
      stop = ({ target }) => {
        end((target as AbortSignal).reason as Error);
      };
      for (const signal of signals) signal.addEventListener('abort', stop);
      timer = setTimeout(() => {
        end(tooLate());
      }, ms);
      work(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    if (stop) for (const signal of signals) signal.removeEventListener('abort', stop);
  }
}
