import { abortable, linkedSignal } from './abortable.ts';

/**
 * Waits for work until a time limit, even if the work continues.
 * @param limit milliseconds
 * @param tooLate makes the error when the time is over
 * @throws the error of `work` or of `tooLate`, or the reason of `signal` if it is aborted first
 */
export async function inTime<T>(
  work: T | Promise<T>,
  limit: number,
  tooLate: () => Error,
  signal?: AbortSignal,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    // The timer keeps the process alive on purpose: with nothing else to do, Node would end it while `work` is pending.
    timer = setTimeout(() => {
      reject(tooLate());
    }, limit);
  });
  try {
    return await abortable(signal, Promise.race([work, over]));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls `work` with its own signal. Rejects at once, and aborts that signal, when one of `signals` is aborted or after `ms`,
 * even if `work` continues.
 * @param limits.tooLate makes the error when the time is over
 */
export async function withinTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { ms, signals, tooLate }: { ms: number; signals: readonly AbortSignal[]; tooLate: () => Error },
): Promise<T> {
  for (const signal of signals) signal.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(tooLate());
  }, ms);
  const { signal, release } = linkedSignal(...signals, late.signal);
  try {
    return await abortable(signal, (resolve, reject) => {
      work(signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    release();
  }
}
