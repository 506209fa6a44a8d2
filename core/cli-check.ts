import { existsSync } from 'node:fs';
import { compose } from './compose.ts';
import { dataFolderIsHeld, indexFile } from './data-folder.ts';
import { StartupError } from './domain/errors.ts';
import type { Config } from './env.ts';
import { pluginParts } from './compose-plugins.ts';
import { loadPlugins } from './plugins/load.ts';
import type { ChecksReport } from './services/checks/checks.ts';
import { tokens } from './tokens.ts';

/**
 * Runs the checks in this process, beside a server or without one: the source is asked, and nothing is synced.
 * @throws StartupError when there is no index, or a plugin cannot be used
 */
export async function checkLibrary(config: Config): Promise<ChecksReport> {
  if (!existsSync(indexFile(config.dataDir))) {
    throw new StartupError(
      `There is no index in the data folder ${config.dataDir}: set DATA_DIR to the folder of the library, or start the server once.`,
    );
  }
  const followed = dataFolderIsHeld(config.dataDir);
  const container = compose(config);
  const log = container.resolve(tokens.log);
  const db = container.resolve(tokens.db);
  const stopping = new AbortController();
  try {
    const plugins = await loadPlugins({ ...pluginParts(container), signal: stopping.signal });
    container.register(tokens.plugins, { useValue: plugins });
    container.register(tokens.followed, { useValue: () => followed });
    try {
      return await container.resolve(tokens.checks).run();
    } finally {
      stopping.abort();
      await plugins.close(log);
    }
  } finally {
    db.close();
  }
}
