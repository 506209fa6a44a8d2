import type { Request, ResponseObject, ResponseToolkit, Server, ServerAuthScheme } from '@hapi/hapi';
import { comesFromThisMachine } from '../domain/direct-request.ts';
import { lockedMetrics } from '../services/metrics/locked-metrics.ts';
import { metricsType, type Metrics } from '../services/metrics/metrics.ts';
import { bearerCaller, credentialsOf, RoleTooLow, type TokenReaders } from './pipeline/bearer.ts';
import { tokenScopeOf } from './pipeline/token-scope.ts';
import { statusOf } from './pipeline/request-log.ts';

/** Who may read metrics besides admins: programs on this machine, or no one else. `off` removes the route. */
export type MetricsAccess = 'loopback' | 'admin' | 'off';

interface Dependencies {
  readonly metrics: Metrics;
  readonly access: MetricsAccess;
  readonly readers: TokenReaders;
}

/**
 * `GET /metrics` in Prometheus' text format. It is not part of the JSON API: scrapers expect it here, and its text
 * describes itself.
 */
export function serveMetrics(server: Server, { metrics, access, readers }: Dependencies): void {
  if (access === 'off') return;
  server.auth.scheme('metrics', metricsScheme(readers, access));
  server.auth.strategy('metrics', 'metrics');
  server.route({
    method: 'GET',
    path: metricsPath,
    options: { auth: 'metrics', app: { tokenScope: tokenScopeOf({ method: 'GET', path: metricsPath }) } },
    handler: async (_request, h) => metricsReply(h, await metrics.read()),
  });
  server.events.on('response', (request) => {
    metrics.requests.count({
      ...routeOf(request),
      status: statusOf(request),
      seconds: Math.max(0, Date.now() - request.info.received) / 1000,
    });
  });
}

/** `GET /metrics` of a server with a locked library: without sign-in, only local programs may read it. */
export function serveLockedMetrics(server: Server): void {
  server.route({
    method: 'GET',
    path: metricsPath,
    handler: async (_request, h) => metricsReply(h, await lockedMetrics()),
  });
}

export const metricsPath = '/metrics';

const metricsReply = (h: ResponseToolkit, text: string): ResponseObject =>
  h.response(text).type(metricsType).header('cache-control', 'no-store');

/** The route as declared; HEAD counts as GET. Requests without a route have an internal route of hapi. */
function routeOf({ route }: Request): { method: string; route: string } {
  const method: string = route.method;
  if (method.startsWith('_')) return { method: 'any', route: 'none' };
  return { method: method.toUpperCase(), route: route.path };
}

function metricsScheme(readers: TokenReaders, access: MetricsAccess): ServerAuthScheme {
  return () => ({
    authenticate: async (request, h) => {
      if (access === 'loopback' && isLocal(request)) return h.authenticated({ credentials: { app: { caller: null } } });
      const caller = await bearerCaller(request, readers);
      if (caller.role !== 'admin') throw new RoleTooLow(caller, 'admin');
      return h.authenticated({ credentials: credentialsOf(caller) });
    },
  });
}

/** Requires a request without a token, since a token must be checked. */
export function isLocal({ raw: { req }, info }: Request): boolean {
  const { headers, httpVersion } = req;
  return (
    headers.authorization === undefined && comesFromThisMachine({ peer: info.remoteAddress, httpVersion, headers })
  );
}
