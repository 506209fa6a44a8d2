import Joi from 'joi';
import type { Health } from '../../services/health.ts';
import { route, type Route } from '../pipeline/route.ts';
import { ok } from '../schemas/parts.ts';
import type { Health as HealthAnswer, Status } from '../wire.ts';

interface Dependencies {
  readonly health: Health;
  readonly version: string;
  readonly demo: boolean;
  /** Epoch seconds. */
  readonly clock: () => number;
}

const count = Joi.number().integer().min(0).required();

const bridge = Joi.object({
  reachable: Joi.boolean().required(),
  loggedIn: Joi.boolean().required(),
});

const stats = Joi.object({
  photos: Joi.object({
    total: count.description('All that the photo store has, hidden ones not counted once they are indexed.'),
    done: count,
    pending: count,
    by_status: Joi.object({ indexed: count, pending: count, failed: count }).required(),
  }).required(),
  faces: count,
  people: count,
});

/** What anybody may know of the server. */
export function statusRoutes({ health, version, demo, clock }: Dependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/health',
      access: 'none',
      summary: 'Whether the server runs and reaches its photo source',
      answer: ok.append({ bridge: bridge.required() }),
      handle: async (): Promise<HealthAnswer> => ({ ok: true, bridge: presentReach(await health.source()) }),
    }),
    route({
      method: 'GET',
      path: '/api/status',
      access: 'none',
      summary: 'Counts and progress, for the foot of the page',
      answer: Joi.object({
        version: Joi.string().required(),
        demo: Joi.boolean().required(),
        photos: count,
        pending: count,
        failed: count,
        people: count,
        faces: count,
        last_sync_at: Joi.number().integer().allow(null).required(),
        indexing: Joi.object({
          running: Joi.boolean().required(),
          done: count,
          total: count,
          rate: Joi.number().min(0).required().description('Photos a second.'),
          eta: Joi.number().min(0).allow(null).required().description('Seconds; null when unknown.'),
        }).required(),
        ml_ready: Joi.boolean().required(),
        bridge: bridge.required(),
        now: Joi.number().integer().required(),
        stats: stats.required(),
        indexer: Joi.object({
          last_sync: Joi.number().integer().allow(null).required(),
          pending_db: count.description('Photos that wait to be read.'),
        }).required(),
      }),
      handle: async (): Promise<Status> => {
        const { photos, pending, failed, people, faces, readAgain, progress, mlReady, source } = await health.status();
        const indexed = Math.max(0, photos - readAgain);
        const { lastSyncAt, running, done, total, rate, eta } = progress;
        return {
          version,
          demo,
          photos,
          pending,
          failed,
          people,
          faces,
          last_sync_at: lastSyncAt,
          indexing: { running, done, total, rate, eta },
          ml_ready: mlReady,
          bridge: presentReach(source),
          now: clock(),
          stats: {
            photos: {
              total: indexed + pending + failed,
              done: indexed,
              pending,
              by_status: { indexed, pending, failed },
            },
            faces,
            people,
          },
          indexer: { last_sync: lastSyncAt, pending_db: pending },
        };
      },
    }),
  ];
}

function presentReach({ reachable, loggedIn }: HealthAnswer['bridge']): HealthAnswer['bridge'] {
  return { reachable, loggedIn };
}
