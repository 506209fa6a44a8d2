/**
 * Calls `listener` when a signal is aborted: at once if it already is.
 * @returns a function that removes the listener
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
 * Waits for work only until a signal is aborted, even if the work continues.
 * @param work a promise, or a function that settles one; it is not called if the signal is already aborted
 * @param given.onAbort called if the signal is aborted first
 * @throws the error of the work, or the reason of `signal`
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
