import type { DependencyContainer } from 'tsyringe';
import { statusRoutes } from '../http/routes/status.ts';
import { openServer } from '../http/server.ts';
import { RefusedRequestAudit } from '../services/refused-request-audit.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import type { Config } from '../settings/env.ts';
import { version, webRoot } from '../settings/package-info.ts';
import { Users } from '../store/accounts/users.ts';
import { compose } from './compose.ts';
import { inject } from './inject.ts';
import { registerIn } from './register.ts';

/** The parts of a library and of its HTTP side, which is half of all modules of a server. */
export function composeServer(settings: Config, keys: LibraryKeys | null = null): DependencyContainer {
  const container = compose(settings, keys);
  const register = registerIn(container);
  register(inject.firstRoutes, (c) => {
    const { demo } = c.resolve(inject.config);
    return statusRoutes({
      health: c.resolve(inject.health),
      sources: c.resolve(inject.photoSources),
      version,
      demo,
      clock: c.resolve(inject.clock),
    });
  });
  // The schemas of all routes are loaded lazily, while the first routes are already served.
  register(inject.routes, (c) => import('./routes.ts').then(({ composeRoutes }) => composeRoutes(c)));
  register(inject.server, async (c) => {
    const { server, complete } = await c.resolve(inject.openServer);
    await complete(await c.resolve(inject.routes), c.resolve(inject.plugins).pages);
    return server;
  });
  register(inject.openServer, (c) => {
    const config = c.resolve(inject.config);
    return openServer({
      ...config,
      listener: c.resolve(inject.listener),
      first: c.resolve(inject.firstRoutes),
      sessions: c.resolve(inject.sessions),
      tokenGrants: c.resolve(inject.tokenGrants),
      media: c.resolve(inject.mediaAccess),
      audit: c.resolve(inject.audit),
      refusals: new RefusedRequestAudit({
        audit: c.resolve(inject.audit),
        users: c.resolve(Users),
        clock: c.resolve(inject.clock),
      }),
      metrics: { metrics: c.resolve(inject.metrics), access: config.metrics },
      log: c.resolve(inject.log),
      loading: () => c.resolve(inject.listReadiness).loading,
      secret: c.resolve(inject.secret),
      version,
      webRoot,
      validateAnswers: config.validateAnswers,
    });
  });
  return container;
}
