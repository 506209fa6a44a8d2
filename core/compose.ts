import 'reflect-metadata';
import {
  container as rootContainer,
  instanceCachingFactory,
  type DependencyContainer,
  type InjectionToken,
} from 'tsyringe';
import { migrate } from './db/migrate.ts';
import { migrations } from './db/migrations/index.ts';
import { openDatabase } from './db/open.ts';
import type { Config } from './env.ts';
import { LoginFailures } from './index-store/login-failures.ts';
import { PluginState } from './index-store/plugin-state.ts';
import { Tokens } from './index-store/tokens.ts';
import { Users } from './index-store/users.ts';
import { createLog } from './log.ts';
import { Accounts } from './services/accounts.ts';
import { LoginLimits } from './services/login-limits.ts';
import { MediaAccess } from './services/media-access.ts';
import { Passwords } from './services/passwords.ts';
import { Sessions } from './services/sessions.ts';
import { signingSecret } from './services/signing-secret.ts';
import { tokens } from './tokens.ts';
import { join } from 'node:path';

export interface App {
  readonly container: DependencyContainer;
  /** Ends everything that was begun, last begun first. */
  stop(): Promise<void>;
}

/**
 * Builds the parts of one server, each when it is first asked for. Nothing listens and nothing runs yet.
 *
 * Each app has a child container of its own, so that a test can run several side by side and register over any part.
 */
export function compose(config: Config): App {
  const container = rootContainer.createChildContainer();
  const singleton = <T>(name: InjectionToken<T>, make: (c: DependencyContainer) => T): void => {
    container.register(name, { useFactory: instanceCachingFactory(make) });
  };

  container.register(tokens.config, { useValue: config });
  container.register(tokens.clock, { useValue: () => Math.floor(Date.now() / 1000) });
  singleton(tokens.log, () => createLog(config));
  singleton(tokens.db, () => {
    const db = openDatabase(join(config.dataDir, 'index.sqlite3'));
    migrate(db, migrations);
    return db;
  });

  // --- index-store -------------------------------------------------------------------------------------------------

  singleton(tokens.users, (c) => new Users(c.resolve(tokens.db)));

  // --- services ----------------------------------------------------------------------------------------------------

  singleton(tokens.passwords, () => new Passwords());
  singleton(
    tokens.accounts,
    (c) => new Accounts(c.resolve(tokens.users), c.resolve(tokens.passwords), c.resolve(tokens.clock)),
  );
  singleton(
    tokens.sessions,
    (c) =>
      new Sessions({
        users: c.resolve(tokens.users),
        tokens: new Tokens(c.resolve(tokens.db)),
        passwords: c.resolve(tokens.passwords),
        limits: new LoginLimits(new LoginFailures(c.resolve(tokens.db)), c.resolve(tokens.clock)),
        secondFactor: () => c.resolve(tokens.plugins).secondFactor,
        clock: c.resolve(tokens.clock),
        accessTtl: config.accessTtl,
        refreshTtl: config.refreshTtl,
        twoFactorPendingTtl: config.twoFactorPendingTtl,
      }),
  );
  singleton(
    tokens.mediaAccess,
    (c) =>
      new MediaAccess({
        users: c.resolve(tokens.users),
        secret: signingSecret(config.signingSecret, config.dataDir),
        clock: c.resolve(tokens.clock),
        lifetime: config.signTtl,
      }),
  );

  // --- indexer -----------------------------------------------------------------------------------------------------

  // --- plugins -----------------------------------------------------------------------------------------------------

  singleton(tokens.pluginState, (c) => new PluginState(c.resolve(tokens.db)));

  // --- http --------------------------------------------------------------------------------------------------------

  return {
    container,
    stop: async () => {
      await Promise.resolve();
      container.resolve(tokens.db).close();
    },
  };
}
