import { isSourceError, type HealthCheck, type HealthCheckResult } from 'photofinch/plugin-api';
import { withinTime } from 'photofinch/plugin-api/toolkit';
import type { HealthAnswer } from '../contract.ts';
import type { BridgeSource } from './bridge-source.ts';
import { oneLine } from './error-answer.ts';
import { detailOf, toSourceHealth } from './store-health.ts';

/** Milliseconds that the bridge may take, since an admin waits for the result. */
const PATIENCE = 5000;

/** The health check of the bridge for admins, with a remedy if it fails. */
export function bridgeHealthCheck(source: Pick<BridgeSource, 'report'>, patience = PATIENCE): HealthCheck {
  return {
    id: 'bridge',
    run: async ({ signal }) => {
      const silence = new Error('The bridge is silent: see whether photofinch-bridge hangs, and what it logs.');
      const ask = (limit: AbortSignal): Promise<HealthAnswer> => source.report({ signal: limit });
      try {
        return describe(await withinTime(ask, { ms: patience, signals: [signal], tooLate: () => silence }));
      } catch (error) {
        if (signal.aborted || !(isSourceError(error) || error === silence)) throw error;
        return { ok: false, detail: (error as Error).message };
      }
    },
  };
}

function describe(health: HealthAnswer): HealthCheckResult {
  const { reachable, loggedIn, detail } = toSourceHealth(health);
  if (!reachable || !loggedIn) return { ok: false, detail: detail ?? 'The bridge is not well: see what it logs.' };
  const { bridge, counts, state } = health;
  const activity = state === 'scanning' ? 'is scanning its store and knows' : 'has';
  const unread = counts.failed > 0 ? `, ${counts.failed} of which it cannot read` : '';
  const summary = `The bridge ${oneLine(`${bridge.name} ${bridge.version}`)} ${activity} ${counts.photos} photos${unread}.`;
  // The detail describes problems that leave the store healthy, such as unreadable folders. It is shown only here.
  return { ok: true, detail: `${summary} ${detailOf(health)}`.trimEnd() };
}
