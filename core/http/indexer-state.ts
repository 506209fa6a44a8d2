import Joi from 'joi';
import type { IndexerReport } from '../services/indexing.ts';
import type { IndexerState } from './wire.ts';

const integer = Joi.number().integer();

/** How the indexer is, for admins. */
export const indexerState = Joi.object({
  state: Joi.string().required(),
  last_sync_at: integer.allow(null).required(),
  rate: Joi.number().min(0).required().description('Photos a second.'),
  eta: Joi.number().min(0).allow(null).required().description('Seconds; null when unknown.'),
  trouble: Joi.object({ message: Joi.string().required(), retry_at: integer.required() })
    .allow(null)
    .required()
    .description('What stands in the way.'),
  mass_loss: Joi.object({
    reason: Joi.string().valid('other_store', 'mass_disappearance').required(),
    missing: integer.required(),
    total: integer.required(),
    since: integer.required(),
  })
    .allow(null)
    .required()
    .description(
      'How much of the library would vanish: the sync is held until an admin agrees or the photos are back.',
    ),
});

export function presentIndexer({ state, lastSyncAt, rate, eta, trouble, massLoss }: IndexerReport): IndexerState {
  return {
    state,
    last_sync_at: lastSyncAt,
    rate,
    eta,
    trouble: trouble && { message: trouble.message, retry_at: trouble.retryAt },
    mass_loss: massLoss && {
      reason: massLoss.reason,
      missing: massLoss.missing,
      total: massLoss.total,
      since: massLoss.since,
    },
  };
}
