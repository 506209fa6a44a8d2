import { sentencesIn } from '../../domain/sentences/parse-sentences.ts';
import type { Indexing } from '../../services/indexing.ts';
import { presentIndexer } from '../present-indexer.ts';
import { route, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { acceptedLoss, failedPhotos, indexerState, retryResult } from '../schemas/admin.ts';
import type { FailedPhotos, IndexerState, RetryResult } from '../wire.ts';

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

    route({
      method: 'POST',
      path: '/api/admin/indexer/accept-loss',
      access: 'admin',
      fails: ['conflict'],
      summary: 'Confirms a held sync: photos that are missing in the photo source leave the library.',
      payload: acceptedLoss,
      answer: indexerState,
      handle: ({ payload }): IndexerState => {
        indexing.acceptLoss(payload);
        return presentIndexer(indexing.report());
      },
      audit: ({ payload }) => ({ action: 'loss.accepted', detail: `${payload.missing} photos` }),
    }),

    route({
      method: 'POST',
      path: '/api/admin/indexer/retry-failed',
      access: 'admin',
      summary: 'Tries failed photos again now: all, or one of them.',
      query: fields({
        uid: input.uid.empty('').description('The uid of one photo; absent: all failed photos.'),
      }),
      answer: retryResult,
      handle: ({ query }): RetryResult => ({
        retried: indexing.retryFailed(query.uid),
        ...presentIndexer(indexing.report()),
      }),
    }),

    route({
      method: 'GET',
      path: '/api/admin/failures',
      access: 'admin',
      summary: 'Photos that could not be indexed, with the reasons, the latest first.',
      query: fields({ limit: input.limit(200, 1000), offset: input.offset }),
      answer: failedPhotos,
      handle: ({ query }): FailedPhotos => {
        const { failures, total } = indexing.failures(query);
        return {
          failures: failures.map(({ uid, name, error, attempts, retryAt }) => ({
            uid,
            name,
            error,
            told: sentencesIn(error),
            attempts,
            retry_at: retryAt,
          })),
          total,
        };
      },
    }),
  ];
}
