import { transientErrorOf, type TransientError } from './transient-error.ts';
import type { CheckedSource } from './sync/checked-source.ts';

/**
 * The error if it concerns all photos; undefined if only this photo is to blame. A timeout counts as the photo's fault as
 * long as the store itself is healthy: otherwise one file on a bad sector would pause every cycle.
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
