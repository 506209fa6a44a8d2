import { transientErrorOf, type TransientError } from './transient-error.ts';
import type { CheckedSource } from './sync/checked-source.ts';

/**
 * What is in the way of all photos; undefined when it is this one's own. A read that takes too long is its photo's as
 * long as the store itself is well: one file on a bad spot of a disk would pause every cycle.
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
