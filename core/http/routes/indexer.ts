import Joi from 'joi';
import type { Indexing } from '../../services/indexing.ts';
import { route, type Route } from '../route.ts';
import * as schemas from '../schemas.ts';
import type { FailedPhotos, IndexerState, Retried } from '../wire.ts';

const time = Joi.number().integer();

const indexer = Joi.object({
  state: Joi.string().required(),
  last_sync_at: time.allow(null).required(),
  rate: Joi.number().min(0).required().description('Photos a second.'),
  eta: Joi.number().min(0).allow(null).required().description('Seconds; null when unknown.'),
  trouble: Joi.object({ message: Joi.string().required(), retry_at: time.required() })
    .allow(null)
    .required()
    .description('What stands in the way.'),
  mass_loss: Joi.object({ missing: time.required(), total: time.required() })
    .allow(null)
    .required()
    .description('How much of the library would vanish: the sync is held.'),
});

/** The indexer in the hands of admins. */
export function indexerRoutes({ indexing }: { indexing: Indexing }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/admin/indexer/sync',
      access: 'admin',
      summary: 'Looks at the photo source now instead of at the next interval.',
      answer: indexer,
      handle: (): IndexerState => {
        indexing.sync();
        return present(indexing);
      },
    }),

    route({
      method: 'POST',
      path: '/api/admin/indexer/retry-failed',
      access: 'admin',
      summary: 'Tries all failed photos again now.',
      answer: indexer.append({ retried: time.min(0).required().description('Photos.') }),
      handle: (): Retried => ({ retried: indexing.retryFailed(), ...present(indexing) }),
    }),

    route<Record<string, never>, { limit: number; offset: number }>({
      method: 'GET',
      path: '/api/admin/failures',
      access: 'admin',
      summary: 'Photos that could not be indexed, with the reasons; those met last come first.',
      query: Joi.object({ limit: schemas.limit(200, 1000), offset: schemas.offset }),
      answer: Joi.object({
        failures: Joi.array()
          .items(
            Joi.object({
              uid: Joi.string().required(),
              name: Joi.string().allow('').required(),
              error: Joi.string().allow('').required().description('One sentence for people.'),
              attempts: time.min(0).required(),
              retry_at: time.required(),
            }),
          )
          .required(),
        total: time.min(0).required(),
      }),
      handle: ({ query }): FailedPhotos => {
        const { failures, total } = indexing.failures(query);
        return {
          failures: failures.map(({ uid, name, error, attempts, retryAt }) => ({
            uid,
            name,
            error,
            attempts,
            retry_at: retryAt,
          })),
          total,
        };
      },
    }),
  ];
}

function present(indexing: Indexing): IndexerState {
  const { state, lastSyncAt, rate, eta, trouble, massLoss } = indexing.report();
  return {
    state,
    last_sync_at: lastSyncAt,
    rate,
    eta,
    trouble: trouble && { message: trouble.message, retry_at: trouble.retryAt },
    mass_loss: massLoss && { missing: massLoss.missing, total: massLoss.total },
  };
}
