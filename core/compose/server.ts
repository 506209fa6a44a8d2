import type { DependencyContainer } from 'tsyringe';
import { buildServer } from '../http/server.ts';
import { Refusals } from '../services/refusals.ts';
import type { Config } from '../settings/env.ts';
import { version, webRoot } from '../settings/package-info.ts';
import { Users } from '../store/accounts/users.ts';
import { Timeline } from '../timeline/timeline.ts';
import { compose } from './compose.ts';
import { inject } from './inject.ts';
import { registerIn } from './register.ts';
import { composeRoutes } from './routes.ts';

/** The parts of a library, and those that answer requests over HTTP: they are half of all that a server loads. */
export function composeServer(settings: Config): DependencyContainer {
  const container = compose(settings);
  const register = registerIn(container);
  register(inject.routes, composeRoutes);
  register(inject.server, (c) => {
    const config = c.resolve(inject.config);
    const timeline = c.resolve(Timeline);
    return buildServer({
      ...config,
      routes: c.resolve(inject.routes),
      sessions: c.resolve(inject.sessions),
      media: c.resolve(inject.mediaAccess),
      audit: c.resolve(inject.audit),
      refusals: new Refusals({
        audit: c.resolve(inject.audit),
        users: c.resolve(Users),
        clock: c.resolve(inject.clock),
      }),
      metrics: { metrics: c.resolve(inject.metrics), access: config.metrics },
      log: c.resolve(inject.log),
      loading: () => timeline.loading,
      secret: c.resolve(inject.secret),
      version,
      webRoot,
      validateAnswers: config.validateAnswers,
    });
  });
  return container;
}
