import type { Health } from '../../services/health.ts';
import type { PhotoSources } from '../../services/photo-sources.ts';
import { route, type Route } from '../pipeline/route.ts';
import * as schemas from '../schemas/server.ts';
import type { Health as HealthAnswer, Reach, Status } from '../wire.ts';

interface Dependencies {
  readonly health: Health;
  readonly sources: Pick<PhotoSources, 'states'>;
  readonly version: string;
  readonly demo: boolean;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** Whether the server runs; also available on a locked server. */
export const healthRoute = (read: () => HealthAnswer | Promise<HealthAnswer>): Route =>
  route({
    method: 'GET',
    path: '/api/health',
    access: 'none',
    summary: 'Whether the server runs, whether its library is unlocked, and whether it reaches its photo source',
    answer: schemas.health,
    handle: read,
  });

/** The public state of the server. */
export function statusRoutes({ health, sources, version, demo, clock }: Dependencies): Route[] {
  return [
    healthRoute(async () => ({ ok: true, locked: false, bridge: presentReach(await health.source()) })),
    route({
      method: 'GET',
      path: '/api/status',
      access: 'none',
      summary: 'Counts and progress, for the footer of the page',
      answer: schemas.status,
      handle: async (): Promise<Status> => {
        const { photos, pending, failed, people, faces, readAgain, progress, mlReady, source } = await health.status();
        const sourceStates = (await sources.states()).map((state) => ({ ...state }));
        const indexed = Math.max(0, photos - readAgain);
        const { lastSyncAt, running, done, total, counting, rate, eta } = progress;
        return {
          version,
          demo,
          photos,
          pending,
          failed,
          people,
          faces,
          last_sync_at: lastSyncAt,
          indexing: { running, done, total, counting, rate, eta },
          ml_ready: mlReady,
          bridge: presentReach(source),
          ...(sourceStates.length > 0 && { sources: sourceStates }),
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

function presentReach({ reachable, loggedIn }: Reach): Reach {
  return { reachable, loggedIn };
}
