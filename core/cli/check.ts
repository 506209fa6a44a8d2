import { mustHaveIndex, withLibrary, withServerPlugins } from './open-index.ts';
import { dataFolderIsHeld } from '../settings/data-folder.ts';
import type { Config } from '../settings/env.ts';
import type { ChecksReport } from '../services/checks/checks.ts';
import { inject } from '../compose/inject.ts';

/**
 * Runs the health checks in this process, with or without a running server. The source is contacted, but not synced.
 * @throws StartupError if there is no index, or a plugin cannot be used
 */
export async function checkLibrary(config: Config): Promise<ChecksReport> {
  mustHaveIndex(config);
  const followed = dataFolderIsHeld(config.dataDir);
  return withLibrary(config, (library) =>
    withServerPlugins(library, (plugins) => {
      library.register(inject.plugins, { useValue: plugins });
      library.register(inject.followed, { useValue: () => followed });
      return library.resolve(inject.checks).run();
    }),
  );
}
