import { getEventListeners } from 'node:events';
import { types } from 'node:util';

/** How much a signal still holds of work that was to end with it: listeners, and what Node notes of signals that depend on it. */
export function leftAtSignal(signal: AbortSignal): number {
  const noted = Object.getOwnPropertySymbols(signal).map((key) => (signal as unknown as Record<symbol, unknown>)[key]);
  // Node's own sets have lost their prototype.
  const dependent = noted
    .filter((value) => types.isSet(value))
    .map((set) => [...Set.prototype.values.call(set)].length);
  return dependent.reduce((sum, count) => sum + count, getEventListeners(signal, 'abort').length);
}
