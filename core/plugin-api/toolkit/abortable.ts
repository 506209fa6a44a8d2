/**
 * Calls `listener` when a signal is aborted: at once if it already is.
 * @returns removes the listener
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => undefined;
  }
  signal.addEventListener('abort', listener, { once: true });
  return () => {
    signal.removeEventListener('abort', listener);
  };
}

/**
 * Waits for work only until a signal is aborted, whatever the work does then.
 * @param work a promise, or a function that settles one; the function is not called for a signal that is already aborted
 * @param given.onAbort called when the signal is aborted first
 * @throws what the work throws, or the reason of `signal`
 */
export async function abortable<T>(
  signal: AbortSignal | undefined,
  work: Promise<T> | ((resolve: (value: T) => void, reject: (error: unknown) => void) => void),
  given: { readonly onAbort?: () => void } = {},
): Promise<T> {
  let stopListening = (): void => undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      if (typeof work !== 'function') work.then(resolve, reject);
      signal?.throwIfAborted();
      if (signal) {
        stopListening = onAbort(signal, () => {
          reject(signal.reason as Error);
          given.onAbort?.();
        });
      }
      if (typeof work === 'function') work(resolve, reject);
    });
  } finally {
    stopListening();
  }
}
