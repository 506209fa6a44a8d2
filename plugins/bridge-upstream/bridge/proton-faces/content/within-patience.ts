import { inTime } from 'photofinch/plugin-api/toolkit';
import { BridgeError } from '../../errors.ts';

/**
 * What work comes to that goes on whoever waits for it.
 * @param patience milliseconds
 * @throws BridgeError `upstream_timeout` when it takes longer; the signal's reason when the one who waits leaves
 */
export function withinPatience<T>(work: Promise<T>, patience: number, signal: AbortSignal): Promise<T> {
  const tooLate = (): Error =>
    new BridgeError('upstream_timeout', 'This is still being fetched from Proton: ask again in a moment.');
  return inTime(work, patience, tooLate, signal);
}
