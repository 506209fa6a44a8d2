import { getEventListeners } from 'node:events';
import { types } from 'node:util';

/**
 * The number of references from a signal to work that should have ended: its listeners, and Node's records of dependent
 * signals.
 */
export function leftAtSignal(signal: AbortSignal): number {
  const noted = Object.getOwnPropertySymbols(signal).map((key) => (signal as unknown as Record<symbol, unknown>)[key]);
  // Node's own sets have no prototype.
  const dependent = noted
    .filter((value) => types.isSet(value))
    .map((set) => [...Set.prototype.values.call(set)].length);
  return dependent.reduce((sum, count) => sum + count, getEventListeners(signal, 'abort').length);
}
