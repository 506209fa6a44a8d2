import { sentencesIn } from '../domain/sentences/parse-sentences.ts';
import type { IndexerReport } from '../services/indexing.ts';
import type { IndexerState } from './wire.ts';

/** The state of the indexer, for admins. */
export function presentIndexer(report: IndexerReport): IndexerState {
  const { state, lastSyncAt, rate, eta, trouble, modelsAway = null, massLoss } = report;
  return {
    state,
    last_sync_at: lastSyncAt,
    rate,
    eta,
    trouble: trouble && { message: trouble.message, told: sentencesIn(trouble.message), retry_at: trouble.retryAt },
    models_away: modelsAway && { message: modelsAway.message, retry_at: modelsAway.retryAt },
    mass_loss: massLoss && {
      reason: massLoss.reason,
      missing: massLoss.missing,
      total: massLoss.total,
      since: massLoss.since,
      ...(massLoss.source !== undefined && { source: massLoss.source }),
    },
  };
}
