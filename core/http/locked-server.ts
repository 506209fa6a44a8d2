import type { Server } from '@hapi/hapi';
import type { Logger } from 'pino';
import { DomainError } from '../domain/errors.ts';
import type { UnlockSecret } from '../encryption/slots.ts';
import { isLocal, metricsPath, serveLockedMetrics, type MetricsAccess } from './metrics.ts';
import { apiRoute } from './pipeline/api-route.ts';
import type { RouteAudit } from './pipeline/handle-with-audit.ts';
import { newFrame, type FrameOptions } from './pipeline/frame.ts';
import { logRequests } from './pipeline/request-log.ts';
import { healthRoute } from './routes/status.ts';
import { unlockRoute } from './routes/unlock.ts';
import { lockedPages } from './web-pages.ts';
import type { ConversionStatus } from './wire.ts';

interface LockedServerDependencies extends FrameOptions {
  readonly trustProxy: boolean;
  readonly metrics: MetricsAccess;
  readonly audit: RouteAudit;
  readonly log: Logger;
  /** Resolves once the secret has opened the library. @throws DomainError */
  readonly unlock: (secret: UnlockSecret, address: string) => Promise<void>;
  /** The progress of an encryption or decryption; null while the library is not being converted. */
  readonly converting: () => ConversionStatus | null;
}

/**
 * The HTTP side of a server with a locked library. It has no access to the library. It serves the lock state, the
 * unlock route and page, and metrics for local programs, and rejects everything else.
 */
export async function lockedServer(deps: LockedServerDependencies): Promise<Server> {
  const { trustProxy, audit, log, webRoot, validateAnswers = false } = deps;
  const server = await newFrame(deps);
  const routes = [
    healthRoute(() => ({
      ok: true,
      locked: true,
      bridge: { reachable: false, loggedIn: false },
      converting: deps.converting(),
    })),
    unlockRoute(deps.unlock),
  ];
  const options = { trustProxy, validateAnswers, audit, loading: () => undefined };
  server.route([...routes.map((route) => apiRoute(route, options)), ...lockedPages(webRoot)]);
  const hasMetrics = deps.metrics === 'loopback';
  if (hasMetrics) serveLockedMetrics(server);
  // Rejects such requests before their body is read.
  server.ext('onRequest', (request, h) => {
    const { path, method } = request;
    const isRead = ['get', 'head'].includes(method);
    const isPage = isRead && !path.startsWith('/api/') && path !== metricsPath;
    const isMetrics = hasMetrics && isRead && path === metricsPath && isLocal(request);
    if (isPage || isMetrics || routes.some((route) => route.path === path)) return h.continue;
    throw libraryLocked();
  });
  logRequests(server, log);
  return server;
}

const libraryLocked = (): DomainError =>
  new DomainError('not_ready', 'The library is locked: unlock it first.', { problem: 'library_locked' });
