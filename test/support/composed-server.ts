import { join } from 'node:path';
import type { Server } from '@hapi/hapi';
import { pluginParts } from '../../core/compose/plugins.ts';
import { composeServer } from '../../core/compose/server.ts';
import { readConfig } from '../../core/settings/env.ts';
import { loadPlugins } from '../../core/plugins/load.ts';
import { inject } from '../../core/compose/inject.ts';
import { withTempFolder } from './temp-folder.ts';

/** Calls `use` with a whole composed server with the shipped plugins, an empty index and no photos. */
export function withComposedServer<T>(use: (server: Server) => T | Promise<T>): Promise<T> {
  return withTempFolder(async (folder) => {
    const container = composeServer(
      readConfig({
        DATA_DIR: join(folder, 'data'),
        LOG_LEVEL: 'silent',
        WEAK_PASSWORD_HASHES_FOR_TESTS: '1',
        PLUGINS: 'test/fixtures/plugins/folder-source',
        FOLDER_SOURCE_PATH: folder,
        MODELS_DIR: join(folder, 'models'),
        ML_BUILT_IN: 'none',
      }),
    );
    const stopping = new AbortController();
    try {
      const plugins = await loadPlugins({ ...pluginParts(container), signal: stopping.signal });
      container.register(inject.plugins, { useValue: plugins });
      try {
        return await use(await container.resolve(inject.server));
      } finally {
        stopping.abort();
        await plugins.close(container.resolve(inject.log));
      }
    } finally {
      container.resolve(inject.db).close();
    }
  });
}
