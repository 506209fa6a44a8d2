import { StartupError } from '../domain/errors.ts';

const interrupts = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs work that ^C stops cleanly; a second ^C ends the process at once.
 * @param sentence printed after ^C
 * @throws StartupError with the sentence, if the work stops because of its signal
 */
export async function interruptible<T>(sentence: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort(new StartupError(sentence));
    // From here on, the default handling of signals applies again.
    for (const name of interrupts) process.off(name, stop);
  };
  for (const name of interrupts) process.on(name, stop);
  // The program that started this one has ended.
  if (process.connected) process.once('disconnect', stop);
  try {
    return await work(stopping.signal);
  } finally {
    process.off('disconnect', stop);
    if (process.connected) process.disconnect();
    for (const name of interrupts) process.off(name, stop);
  }
}

/** For errors of plugins, whose messages are for people. */
export function asStartupError(error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  return new StartupError(error instanceof Error ? error.message : String(error), { cause: error });
}
