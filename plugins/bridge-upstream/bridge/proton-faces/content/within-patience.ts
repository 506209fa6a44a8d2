import { inTime } from 'photofinch/plugin-api/toolkit';
import { BridgeError } from '../../errors.ts';

/**
 * Waits for work with a time limit; the work itself continues.
 * @param patience milliseconds
 * @throws BridgeError `upstream_timeout` if it takes longer; the signal's reason
 */
export function withinPatience<T>(work: Promise<T>, patience: number, signal: AbortSignal): Promise<T> {
  const tooLate = (): Error =>
    new BridgeError('upstream_timeout', 'This is still being fetched from Proton: ask again in a moment.');
  return inTime(work, patience, tooLate, signal);
}
