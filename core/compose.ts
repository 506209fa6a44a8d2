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
import { PluginState } from './index-store/plugin-state.ts';
import { createLog } from './log.ts';
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

  // --- services ----------------------------------------------------------------------------------------------------

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
