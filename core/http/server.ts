import { setImmediate } from 'node:timers/promises';
import type { Server } from '@hapi/hapi';
import type { Logger } from 'pino';
import type { MediaAccess } from '../services/media-access.ts';
import type { Metrics } from '../services/metrics/metrics.ts';
import type { RefusedRequestAudit } from '../services/refused-request-audit.ts';
import type { Sessions } from '../services/sign-in/sessions.ts';
import type { TokenGrants } from '../services/sign-in/token-grants.ts';
import { apiRoute } from './pipeline/api-route.ts';
import type { RouteAudit } from './pipeline/handle-with-audit.ts';
import { bearerScheme } from './pipeline/bearer.ts';
import { refreshCookie, refreshCookieOptions } from './pipeline/cookies.ts';
import { newFrame, type FrameOptions } from './pipeline/frame.ts';
import { mediaScheme } from './pipeline/media-auth.ts';
import { serveMetrics, type MetricsAccess } from './metrics.ts';
import { openApiRoute } from './openapi.ts';
import { pageRoutes, type PageFolder } from './plugin-pages.ts';
import { entryCookieName, entryCookieOptions } from './pipeline/entry-cookie.ts';
import { addPendingCookie } from './pipeline/pending-cookie.ts';
import { auditRefusals } from './pipeline/refusal-audit.ts';
import { warnOfDroppedCookies } from './pipeline/dropped-cookies.ts';
import { logRequests } from './pipeline/request-log.ts';
import type { Route } from './pipeline/route.ts';
import { waitForRoutes } from './pipeline/route-gate.ts';
import { webRoutes } from './web-pages.ts';

export interface ServerDependencies extends FrameOptions {
  /** Routes of the API that answer as soon as the server listens; none of a plugin. */
  readonly first?: readonly Route[];
  readonly sessions: Pick<Sessions, 'authenticate' | 'timeForCode'>;
  readonly tokenGrants: Pick<TokenGrants, 'callerOf'>;
  readonly media: Pick<MediaAccess, 'check'>;
  readonly audit: RouteAudit;
  readonly refusals: Pick<RefusedRequestAudit, 'access' | 'token'>;
  readonly metrics?: { readonly metrics: Metrics; readonly access: MetricsAccess };
  readonly log: Logger;
  /** Requests of signed-in users wait for it; undefined when loading is complete. */
  readonly loading: () => Promise<void> | undefined;
  /** The version of the program, for the API document. */
  readonly version: string;
  /** The server's secret. */
  readonly secret: Uint8Array;
  readonly cookieSecure: boolean;
  /** Seconds, like the next one. */
  readonly refreshTtl: number;
  readonly twoFactorPendingTtl: number;
  readonly trustProxy: boolean;
  readonly publicThumbs: boolean;
}

/** A server that has only its first routes so far, and lets all other requests wait. */
export interface OpenServer {
  /** Listens when it is started, and answers `inject` before that. */
  readonly server: Server;
  /**
   * Adds all routes of the API and the pages, in slices, so that requests are answered in between. Other requests wait until
   * all routes are added.
   * @param routes includes the first routes
   * @param pages the pages of plugins
   */
  readonly complete: (routes: readonly Route[], pages?: readonly PageFolder[]) => Promise<void>;
}

/** Creates a server with all its routes. */
export async function buildServer({
  routes,
  ...deps
}: ServerDependencies & { readonly routes: readonly Route[] }): Promise<Server> {
  const { server, complete } = await openServer(deps);
  await complete(routes);
  return server;
}

/**
 * Creates a server that can listen before all its routes are added, which takes longer than the rest of the start: see
 * `OpenServer`.
 */
export async function openServer(deps: ServerDependencies): Promise<OpenServer> {
  const server = await newFrame(deps);
  auditRefusals(server, deps);
  server.state(refreshCookie, refreshCookieOptions({ secure: deps.cookieSecure, refreshTtl: deps.refreshTtl }));
  server.state(entryCookieName(deps.cookieSecure), entryCookieOptions(deps.cookieSecure));
  await addPendingCookie(server, { ...deps, secure: deps.cookieSecure, ttl: deps.twoFactorPendingTtl });
  server.auth.scheme('bearer', bearerScheme(deps));
  server.auth.strategy('bearer', 'bearer');
  server.auth.scheme('media', mediaScheme(deps));
  server.auth.strategy('media', 'media');

  const { first = [], trustProxy, audit, loading, validateAnswers = false } = deps;
  const options = { trustProxy, validateAnswers, audit, loading };
  server.route(first.map((route) => apiRoute(route, options)));
  if (deps.metrics) serveMetrics(server, { ...deps.metrics, readers: deps });
  logRequests(server, deps.log);
  if (deps.cookieSecure) warnOfDroppedCookies(server, deps.log);
  const gate = waitForRoutes(server, first);

  const complete = async (routes: readonly Route[], pages: readonly PageFolder[]): Promise<void> => {
    for (const route of [...routes, openApiRoute(routes, deps.version)]) {
      if (first.includes(route)) continue;
      server.route(apiRoute(route, options));
      await setImmediate();
    }
    server.route([...webRoutes(deps.webRoot), ...pages.flatMap(pageRoutes)]);
    gate.open();
  };
  return {
    server,
    complete: (routes, pages = []) =>
      complete(routes, pages).catch((error: unknown) => {
        gate.fail(error);
        throw error;
      }),
  };
}
