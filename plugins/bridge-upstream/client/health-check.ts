import { isSourceError, type HealthCheck, type HealthCheckResult } from 'photofinch/plugin-api';
import type { HealthAnswer } from '../contract.ts';
import type { BridgeSource } from './bridge-source.ts';
import { oneLine } from './error-answer.ts';
import { toSourceHealth } from './store-health.ts';

/** Lets an admin see how the bridge is, and what to do when it is not well. */
export function bridgeHealthCheck(source: Pick<BridgeSource, 'report'>): HealthCheck {
  return {
    id: 'bridge',
    run: async ({ signal }) => {
      try {
        return describe(await source.report({ signal }));
      } catch (error) {
        if (signal.aborted || !isSourceError(error)) throw error;
        return { ok: false, detail: error.message };
      }
    },
  };
}

function describe(health: HealthAnswer): HealthCheckResult {
  const { reachable, loggedIn, detail } = toSourceHealth(health);
  if (!reachable || !loggedIn) return { ok: false, detail: detail ?? 'The bridge is not well: see what it logs.' };
  const { bridge, counts, state } = health;
  const doing = state === 'scanning' ? 'is looking through its store and knows' : 'has';
  const unread = counts.failed > 0 ? `, ${counts.failed} of which it cannot read` : '';
  return {
    ok: true,
    detail: `The bridge ${oneLine(`${bridge.name} ${bridge.version}`)} ${doing} ${counts.photos} photos${unread}.`,
  };
}
