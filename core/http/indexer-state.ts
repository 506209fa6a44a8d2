import { sentencesIn } from '../domain/sentences/parse-sentences.ts';
import type { IndexerReport } from '../services/indexing.ts';
import { answer, described, nullable, oneOf, optional } from './schemas/answer.ts';
import { epochSeconds, integer, number, word } from './schemas/parts.ts';
import { told } from './schemas/sentences.ts';
import type { IndexerState } from './wire.ts';

/** The state of the indexer, for admins. */
export const indexerState = answer<IndexerState>({
  state: word,
  last_sync_at: nullable(epochSeconds),
  rate: number.min(0).description('Photos a second.'),
  eta: nullable(number.min(0)).description('Seconds; null when unknown.'),
  trouble: described(
    nullable(answer({ message: word, told, retry_at: epochSeconds })),
    'The reason why the indexer cannot go on.',
  ),
  models_away: described(
    nullable(answer({ message: word, retry_at: epochSeconds })),
    'Why photos wait for models that are installed.',
  ),
  mass_loss: described(
    nullable(
      answer({
        source: optional(described(word, 'The plugin of the photo source, where there are several.')),
        reason: oneOf('other_store', 'mass_disappearance'),
        missing: integer,
        total: integer,
        since: epochSeconds,
      }),
    ),
    'The photos that would leave the library: the sync is held until an admin agrees or the photos are back.',
  ),
});

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
