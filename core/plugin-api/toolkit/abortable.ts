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

/** A signal that is aborted with another, until it is released. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

/**
 * Links a signal to several others: it is aborted with the first of them, for the same reason.
 *
 * The same as `AbortSignal.any`, which leaves an entry at each of its signals in Node 20. Some signals live as long as the
 * server, and the entries with them. The caller must call `release` when the work has ended.
 */
export function linkedSignal(...signals: readonly AbortSignal[]): LinkedSignal {
  const linked = new AbortController();
  const links = signals.map((signal) =>
    onAbort(signal, () => {
      linked.abort(signal.reason);
    }),
  );
  return {
    signal: linked.signal,
    release: () => {
      for (const unlink of links) unlink();
    },
  };
}

/**
 * Waits for work only until a signal is aborted, even if the work continues.
 * @param work a promise, or a function that settles one; it is not called if the signal is already aborted
 * @param options.onAbort called if the signal is aborted first
 * @throws the error of the work, or the reason of `signal`
 */
export async function abortable<T>(
  signal: AbortSignal | undefined,
  work: Promise<T> | ((resolve: (value: T) => void, reject: (error: unknown) => void) => void),
  options: { readonly onAbort?: () => void } = {},
): Promise<T> {
  let stopListening = (): void => undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      if (typeof work !== 'function') work.then(resolve, reject);
      signal?.throwIfAborted();
      if (signal) {
        stopListening = onAbort(signal, () => {
          reject(signal.reason as Error);
          options.onAbort?.();
        });
      }
      if (typeof work === 'function') work(resolve, reject);
    });
  } finally {
    stopListening();
  }
}
