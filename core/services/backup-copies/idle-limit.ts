/**
 * Calls `work` with a limit for its idle time: it may take any time as long as it keeps calling `onProgress`. After too long
 * a pause, or when `signal` is aborted, it rejects at once and aborts the signal of `work`, without waiting for it.
 * @param patience milliseconds between two calls of `onProgress`
 */
export async function idleLimit<T>(
  patience: number,
  signal: AbortSignal,
  work: (options: { signal: AbortSignal; onProgress: () => void }) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const stopping = new AbortController();
  let onAbort = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const end = (reason: Error): void => {
        reject(reason);
        stopping.abort(reason);
      };
      onAbort = () => {
        end(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort);
      timer = setTimeout(() => {
        end(new Error(`Nothing has moved for ${Math.round(patience / 60_000)} minutes`));
      }, patience);
      const onProgress = (): void => void timer?.refresh();
      Promise.resolve()
        .then(() => work({ signal: stopping.signal, onProgress }))
        .then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    timer = undefined;
    signal.removeEventListener('abort', onAbort);
  }
}
