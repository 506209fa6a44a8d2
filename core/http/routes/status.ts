import type { Health } from '../../services/health.ts';
import type { PhotoSources } from '../../services/photo-sources.ts';
import { route, type Route } from '../pipeline/route.ts';
import { answer, described, extended, list, nullable, oneOf, optional } from '../schemas/answer.ts';
import { boolean, count, epochSeconds, number, ok, word } from '../schemas/parts.ts';
import { sourceState } from '../schemas/sources.ts';
import type { ConversionStatus, Health as HealthAnswer, Ok, Status } from '../wire.ts';

interface Dependencies {
  readonly health: Health;
  readonly sources: Pick<PhotoSources, 'states'>;
  readonly version: string;
  readonly demo: boolean;
  /** Epoch seconds. */
  readonly clock: () => number;
}

type Reach = HealthAnswer['bridge'];
type Stats = Status['stats'];

const bridge = answer<Reach>({ reachable: boolean, loggedIn: boolean });

const converting = answer<ConversionStatus>({ to: oneOf('encrypted', 'plain'), done: count, total: count });

/** Whether the server runs; also available on a locked server. */
export const healthRoute = (read: () => HealthAnswer | Promise<HealthAnswer>): Route =>
  route({
    method: 'GET',
    path: '/api/health',
    access: 'none',
    summary: 'Whether the server runs, whether its library is unlocked, and whether it reaches its photo source',
    answer: extended<HealthAnswer, Ok>(ok, {
      locked: boolean,
      bridge,
      converting: optional(
        described(
          nullable(converting),
          'Only if the server is locked: the progress of encrypting or decrypting the library.',
        ),
      ),
    }),
    handle: read,
  });

const stats = answer<Stats>({
  photos: answer({
    total: count.description('The photos of the photo store; hidden ones are not counted once they are indexed.'),
    done: count,
    pending: count,
    by_status: answer({ indexed: count, pending: count, failed: count }),
  }),
  faces: count,
  people: count,
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
      answer: answer<Status>({
        version: word,
        demo: boolean,
        photos: count,
        pending: count,
        failed: count,
        people: count,
        faces: count,
        last_sync_at: nullable(epochSeconds),
        indexing: answer({
          running: boolean,
          done: count,
          total: count,
          counting: boolean.description(
            'The photo store has not listed all its photos yet: there are more than the counts say.',
          ),
          rate: number.min(0).description('Photos a second.'),
          eta: nullable(number.min(0)).description('Seconds; null when unknown.'),
        }),
        ml_ready: boolean,
        bridge,
        sources: optional(described(list(sourceState), 'Each photo source of a library with several.')),
        now: epochSeconds,
        stats,
        indexer: answer({
          last_sync: nullable(epochSeconds),
          pending_db: count.description('Photos that wait to be read.'),
        }),
      }),
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
