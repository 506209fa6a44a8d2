import Joi from 'joi';
import { toldOf } from '../../domain/told/told.ts';
import type { Indexing } from '../../services/indexing.ts';
import { indexerState, presentIndexer } from '../indexer-state.ts';
import { route, type Route } from '../pipeline/route.ts';
import { answer, extended, list } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { count, epochSeconds, text, word } from '../schemas/parts.ts';
import { told } from '../schemas/told.ts';
import type { AcceptedLoss, FailedPhotos, IndexerState, Retried } from '../wire.ts';

/** The routes with which admins control the indexer. */
export function indexerRoutes({ indexing }: { indexing: Indexing }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/admin/indexer/sync',
      access: 'admin',
      summary: 'Starts the sync now instead of at the next interval.',
      answer: indexerState,
      handle: (): IndexerState => {
        indexing.sync();
        return presentIndexer(indexing.report());
      },
    }),

    route<Record<string, never>, Record<string, never>, AcceptedLoss>({
      method: 'POST',
      path: '/api/admin/indexer/accept-loss',
      access: 'admin',
      fails: ['conflict'],
      summary: 'Lets photos leave the library that the photo source does not show any more, while the sync is held.',
      payload: Joi.object({
        missing: Joi.number()
          .integer()
          .min(1)
          .required()
          .description('How many photos would leave, as mass_loss says.'),
        source: Joi.string()
          .max(214)
          .description('Of which photo source, as mass_loss says; the first that waits without.'),
        reason: Joi.string()
          .valid('other_store', 'mass_disappearance')
          .description('Why, as mass_loss says: refused when it is another by now.'),
      }),
      answer: indexerState,
      handle: ({ payload }): IndexerState => {
        indexing.acceptLoss(payload);
        return presentIndexer(indexing.report());
      },
      audit: ({ payload }) => ({ action: 'loss.accepted', detail: `${payload.missing} photos` }),
    }),

    route<Record<string, never>, { uid?: string }>({
      method: 'POST',
      path: '/api/admin/indexer/retry-failed',
      access: 'admin',
      summary: 'Tries failed photos again now: all, or one of them.',
      query: Joi.object({ uid: Joi.string().max(1024).empty('').description('Of the one; all without.') }),
      answer: extended<Retried, IndexerState>(indexerState, { retried: count.description('Photos.') }),
      handle: ({ query }): Retried => ({
        retried: indexing.retryFailed(query.uid),
        ...presentIndexer(indexing.report()),
      }),
    }),

    route<Record<string, never>, { limit: number; offset: number }>({
      method: 'GET',
      path: '/api/admin/failures',
      access: 'admin',
      summary: 'Photos that could not be indexed, with the reasons; those met last come first.',
      query: Joi.object({ limit: input.limit(200, 1000), offset: input.offset }),
      answer: answer<FailedPhotos>({
        failures: list(
          answer({
            uid: word,
            name: text,
            error: text.description('One sentence for people.'),
            told,
            attempts: count,
            retry_at: epochSeconds,
          }),
        ),
        total: count,
      }),
      handle: ({ query }): FailedPhotos => {
        const { failures, total } = indexing.failures(query);
        return {
          failures: failures.map(({ uid, name, error, attempts, retryAt }) => ({
            uid,
            name,
            error,
            told: toldOf(error),
            attempts,
            retry_at: retryAt,
          })),
          total,
        };
      },
    }),
  ];
}
