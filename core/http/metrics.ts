import type { Request, Server, ServerAuthScheme } from '@hapi/hapi';
import { comesFromThisMachine } from '../domain/direct-request.ts';
import type { Metrics } from '../services/metrics/metrics.ts';
import type { Sessions } from '../services/sessions.ts';
import { bearerCaller, credentialsOf, RoleTooLow } from './pipeline/bearer.ts';
import { statusOf } from './pipeline/request-log.ts';

/** Readers besides admins: programs on this machine, or none. With `off` there is no such route. */
export type MetricsAccess = 'loopback' | 'admin' | 'off';

interface Dependencies {
  readonly metrics: Metrics;
  readonly access: MetricsAccess;
  readonly sessions: Pick<Sessions, 'authenticate'>;
}

/**
 * `GET /metrics`, in Prometheus' text format. It is not part of the JSON API: scrapers look for it here, and what it says
 * is described in itself.
 */
export function serveMetrics(server: Server, { metrics, access, sessions }: Dependencies): void {
  if (access === 'off') return;
  server.auth.scheme('metrics', metricsScheme(sessions, access));
  server.auth.strategy('metrics', 'metrics');
  server.route({
    method: 'GET',
    path: '/metrics',
    options: { auth: 'metrics' },
    handler: async (_request, h) =>
      h
        .response(await metrics.read())
        .type(metrics.contentType)
        .header('cache-control', 'no-store'),
  });
  server.events.on('response', (request) => {
    metrics.requests.count({
      ...routeOf(request),
      status: statusOf(request),
      seconds: Math.max(0, Date.now() - request.info.received) / 1000,
    });
  });
}

/** The route as it was declared; HEAD is answered by that of GET. Requests without a route go to hapi's own. */
function routeOf({ route }: Request): { method: string; route: string } {
  const method: string = route.method;
  if (method.startsWith('_')) return { method: 'any', route: 'none' };
  return { method: method.toUpperCase(), route: route.path };
}

function metricsScheme(sessions: Pick<Sessions, 'authenticate'>, access: MetricsAccess): ServerAuthScheme {
  return () => ({
    authenticate: (request, h) => {
      if (access === 'loopback' && isLocal(request)) return h.authenticated({ credentials: { app: { caller: null } } });
      const caller = bearerCaller(request, sessions);
      if (caller.role !== 'admin') throw new RoleTooLow(caller, 'admin');
      return h.authenticated({ credentials: credentialsOf(caller) });
    },
  });
}

/** Without a token: a request that shows one wants it examined. */
function isLocal({ raw: { req }, info }: Request): boolean {
  const { headers, httpVersion } = req;
  return (
    headers.authorization === undefined && comesFromThisMachine({ peer: info.remoteAddress, httpVersion, headers })
  );
}
