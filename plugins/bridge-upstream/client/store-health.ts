import type { SourceHealth } from 'photofinch/plugin-api';
import type { HealthAnswer } from '../contract.ts';
import { oneLine } from './error-answer.ts';

const because: ReadonlyMap<string | undefined, string> = new Map([
  ['unreachable', 'the bridge cannot reach its store'],
  ['not_mounted', 'the store of the bridge is not mounted'],
  ['canary_missing', 'the bridge does not find the file that must be in its store'],
  ['wrong_key', 'the key that the bridge was given does not fit its store'],
  ['mass_disappearance', 'the bridge finds most photos gone from its store'],
  ['unsupported', 'the bridge cannot read this kind of store'],
  ['logged_out', 'the bridge is not logged in to its store'],
]);

/** Converts the bridge's health to that of a photo source. */
export function toSourceHealth(health: HealthAnswer): SourceHealth {
  const { storeId, loggedIn } = health;
  // A journal that was never filled contains no photos, and must not be mistaken for an empty library. A bridge with a
  // wrong key stays in this state, so it does not count as starting.
  const isUnscanned = loggedIn && health.state === 'starting' && health.lastScanAt === null;
  const reachable = health.reachable && !isUnscanned;
  const filling = health.state === 'scanning' && health.lastScanAt === null;
  const { originals, range } = health.capabilities;
  const costs = {
    ...(originals === 'metered' && { originals: 'metered' as const }),
    // Other implementations of the contract may omit it.
    ...((range as unknown) === false && { ranges: false }),
  };
  if (reachable && loggedIn) return { reachable, loggedIn, storeId, ...costs, ...(filling && { filling }) };
  const detail =
    isUnscanned && health.reachable
      ? 'The bridge is starting: it has not examined its store yet.'
      : failureText(health);
  return { reachable, loggedIn, storeId, ...costs, detail };
}

function failureText({ reachable, reason, detail }: HealthAnswer): string {
  const cause = because.get(reason) ?? because.get(reachable ? 'logged_out' : 'unreachable') ?? '';
  const sentence = `${cause.charAt(0).toUpperCase()}${cause.slice(1)}${reason === undefined ? '' : ` (${oneLine(reason)})`}`;
  const detailText = detailOf({ detail });
  return detailText === '' ? `${sentence}.` : `${sentence}: ${detailText}`;
}

/** The bridge's own message on one line; empty if there is none, or it is not a text. */
export function detailOf({ detail }: { readonly detail?: unknown }): string {
  return oneLine(typeof detail === 'string' ? detail : '');
}
