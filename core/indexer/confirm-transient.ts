import { transientErrorOf, type TransientError } from './transient-error.ts';
import type { CheckedSource } from './sync/checked-source.ts';

/**
 * The error that concerns all photos; undefined if only this photo is to blame. A read that takes too long is the
 * photo's fault as long as the store itself is well: else one file on a bad spot of a disk would pause every cycle.
 */
export async function confirmedTransientError(
  error: unknown,
  source: CheckedSource,
  signal: AbortSignal,
): Promise<TransientError | undefined> {
  const transient = transientErrorOf(error);
  if (transient?.code !== 'timeout' || signal.aborted) return transient;
  const health = await source.healthAfter(error, signal).catch(() => undefined);
  return health?.reachable && health.loggedIn ? undefined : transient;
}
