import { setImmediate } from 'node:timers/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { Server } from '@hapi/hapi';
import inert from '@hapi/inert';
import type { Logger } from 'pino';
import type { MediaAccess } from '../services/media-access.ts';
import type { Metrics } from '../services/metrics/metrics.ts';
import type { Refusals } from '../services/refusals.ts';
import type { Sessions } from '../services/sessions.ts';
import { apiRoute } from './pipeline/api-route.ts';
import type { RouteAudit } from './pipeline/audited.ts';
import { bearerScheme } from './pipeline/bearer.ts';
import { checkRequest } from './pipeline/check-request.ts';
import { ownCookies, refreshCookie, refreshCookieOptions } from './pipeline/cookies.ts';
import { errorAnswer, errorNames, kindHeader } from './pipeline/errors.ts';
import { createListener } from './pipeline/listener.ts';
import { mediaScheme } from './pipeline/media-auth.ts';
import { serveMetrics, type MetricsAccess } from './metrics.ts';
import { openApiRoute } from './openapi.ts';
import { addPendingCookie, pendingCookie } from './pipeline/pending-cookie.ts';
import { auditRefusals } from './pipeline/refusal-audit.ts';
import { logRequests } from './pipeline/request-log.ts';
import type { Route } from './pipeline/route.ts';
import { securityHeaders, shareHeaders } from './pipeline/security-headers.ts';
import { shareCookie } from './pipeline/share-cookie.ts';
import { waitForRoutes } from './pipeline/route-gate.ts';
import { webRoutes } from './web-pages.ts';

export interface ServerDependencies {
  /** Routes of the API, answered as soon as the server listens; none of a plugin. */
  readonly first?: readonly Route[];
  readonly sessions: Pick<Sessions, 'authenticate' | 'timeForCode'>;
  readonly media: Pick<MediaAccess, 'check'>;
  readonly audit: RouteAudit;
  readonly refusals: Pick<Refusals, 'access' | 'token'>;
  readonly metrics?: { readonly metrics: Metrics; readonly access: MetricsAccess };
  readonly log: Logger;
  /** What requests of signed-in users wait for; undefined when there is nothing. */
  readonly loading: () => Promise<void> | undefined;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Folder of the built web UI. */
  readonly webRoot: string;
  /** Of the program, for the API document. */
  readonly version: string;
  /** The server's secret. */
  readonly secret: Uint8Array;
  readonly cookieSecure: boolean;
  /** Seconds, like the other. */
  readonly refreshTtl: number;
  readonly twoFactorPendingTtl: number;
  readonly trustProxy: boolean;
  readonly publicThumbs: boolean;
  /** Whether answers are held against their schemas; for tests. */
  readonly validateAnswers?: boolean;
}

/** Bytes of a JSON body. */
const largestBody = 256 * 1024;

/** The HTTP side of one server, which has its first routes and waits for all others. */
export interface OpenServer {
  /** It listens when it is started, and answers `inject` before that. */
  readonly server: Server;
  /**
   * Adds the pages and all routes of the API, between which requests are answered. Requests for them wait until then.
   * @param routes the first ones among them
   */
  readonly complete: (routes: readonly Route[]) => Promise<void>;
}

/** A server with all its routes. */
export async function buildServer({
  routes,
  ...deps
}: ServerDependencies & { readonly routes: readonly Route[] }): Promise<Server> {
  const { server, complete } = await openServer(deps);
  await complete(routes);
  return server;
}

/** A server that can listen before its routes are made, which takes longer than all else of it: see `OpenServer`. */
export async function openServer(deps: ServerDependencies): Promise<OpenServer> {
  const server = new Server({
    host: deps.host,
    port: deps.port,
    listener: createListener(),
    debug: false,
    routes: {
      payload: { maxBytes: largestBody, allow: ['application/json'] },
      // A cookie that is damaged is none.
      state: { parse: true, failAction: 'ignore' },
      // Byte ranges are answered by the routes that have them.
      response: { ranges: false, emptyStatusCode: 200 },
      files: { relativeTo: deps.webRoot },
      compression: { gzip: { level: 5 } },
    },
  });
  await server.register(inert);
  addCompression(server);
  addHeadersAndErrors(server);
  if (deps.validateAnswers) refuseUndeclaredStatuses(server);
  auditRefusals(server, deps);
  server.state(refreshCookie, refreshCookieOptions({ secure: deps.cookieSecure, refreshTtl: deps.refreshTtl }));
  await addPendingCookie(server, { ...deps, secure: deps.cookieSecure, ttl: deps.twoFactorPendingTtl });
  server.auth.scheme('bearer', bearerScheme(deps.sessions));
  server.auth.strategy('bearer', 'bearer');
  server.auth.scheme('media', mediaScheme(deps));
  server.auth.strategy('media', 'media');

  const { first = [], trustProxy, audit, loading, validateAnswers = false } = deps;
  const options = { trustProxy, validateAnswers, audit, loading };
  server.route(first.map((route) => apiRoute(route, options)));
  if (deps.metrics) serveMetrics(server, { ...deps.metrics, sessions: deps.sessions });
  logRequests(server, deps.log);
  const gate = waitForRoutes(server, first);

  const complete = async (routes: readonly Route[]): Promise<void> => {
    for (const route of [...routes, openApiRoute(routes, deps.version)]) {
      if (first.includes(route)) continue;
      server.route(apiRoute(route, options));
      await setImmediate();
    }
    server.route(webRoutes(deps.webRoot));
    gate.open();
  };
  return {
    server,
    complete: (routes) =>
      complete(routes).catch((error: unknown) => {
        gate.fail(error);
        throw error;
      }),
  };
}

const isOfShare = (path: string): boolean => /^\/(?:s|api\/shared)\//.test(path);

/** Brotli beside hapi's gzip, at a level that costs less time than it saves on the wire. */
function addCompression(server: Server): void {
  server.encoder('br', () =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        // A window of 256 KiB: more memory would only have to be cleared for each answer.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    }),
  );
}

/** For tests: an answer that the API document does not list is a fault of the route; a failure names its kind. */
function refuseUndeclaredStatuses(server: Server): void {
  server.ext('onPreResponse', ({ response, route }, h) => {
    if ('isBoom' in response && !errorNames.some((name) => name === response.output.headers[kindHeader])) {
      return h.response({ detail: 'The answer does not say in its header what went wrong.' }).code(500);
    }
    const status = 'isBoom' in response ? response.output.statusCode : response.statusCode;
    const { name = '', statuses } = route.settings.app ?? {};
    if (!statuses || status === 500 || statuses.includes(status)) return h.continue;
    return h.response({ detail: `${name} answered ${status}, which it does not declare.` }).code(500);
  });
}

function addHeadersAndErrors(server: Server): void {
  // On the raw response and first of all, so that no later failure can lose them.
  server.ext('onRequest', (request, h) => {
    const { req, res } = request.raw;
    for (const [name, value] of Object.entries(securityHeaders)) res.setHeader(name, value);
    if (isOfShare(request.path)) for (const [name, value] of Object.entries(shareHeaders)) res.setHeader(name, value);
    checkRequest(req);
    if (req.headers.cookie !== undefined) {
      req.headers.cookie = ownCookies(req.headers.cookie, [refreshCookie, pendingCookie, shareCookie]);
    }
    return h.continue;
  });
  server.ext('onPreResponse', ({ response }, h) => {
    if (!('isBoom' in response)) return h.continue;
    const { status, body, headers } = errorAnswer(response);
    // Changed in place: hapi then still knows the error and logs it.
    Object.assign(response.output, {
      statusCode: status,
      payload: body,
      headers: { ...headers, 'cache-control': 'no-store' },
    });
    return h.continue;
  });
}
