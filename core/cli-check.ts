import { mustHaveIndex, withLibrary, withServerPlugins } from './cli-library.ts';
import { dataFolderIsHeld } from './data-folder.ts';
import type { Config } from './env.ts';
import type { ChecksReport } from './services/checks/checks.ts';
import { tokens } from './tokens.ts';

/**
 * Runs the checks in this process, beside a server or without one: the source is asked, and nothing is synced.
 * @throws StartupError when there is no index, or a plugin cannot be used
 */
export async function checkLibrary(config: Config): Promise<ChecksReport> {
  mustHaveIndex(config);
  const followed = dataFolderIsHeld(config.dataDir);
  return withLibrary(config, (library) =>
    withServerPlugins(library, (plugins) => {
      library.register(tokens.plugins, { useValue: plugins });
      library.register(tokens.followed, { useValue: () => followed });
      return library.resolve(tokens.checks).run();
    }),
  );
}
