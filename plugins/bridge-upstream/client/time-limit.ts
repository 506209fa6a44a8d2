/**
 * Calls `work` with a signal of its own. Rejects at once, and aborts that signal, when one of `signals` is aborted or
 * after `ms`, whatever `work` does then.
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
