import { transientErrorOf, type TransientError } from './transient-error.ts';
import type { CheckedSource } from './sync/checked-source.ts';

/**
 * What is in the way of all photos; undefined when it is this one's own. A read that takes too long is its photo's as
 * long as the store itself is well: one file on a bad spot of a disk would pause every cycle.
 */
export async function troubleOf(
  error: unknown,
  source: CheckedSource,
  signal: AbortSignal,
): Promise<TransientError | undefined> {
  const trouble = transientErrorOf(error);
  if (trouble?.code !== 'timeout' || signal.aborted) return trouble;
  const health = await source.healthAfter(error, signal).catch(() => undefined);
  return health?.reachable && health.loggedIn ? undefined : trouble;
}
