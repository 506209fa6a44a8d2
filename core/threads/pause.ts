import { setImmediate } from 'node:timers/promises';

/** Lets waiting requests be answered between two pieces of work. */
export async function letOthersRun(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
