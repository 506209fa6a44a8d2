import type { Server } from '@hapi/hapi';
import { compose } from '../../core/compose.ts';
import { readConfig } from '../../core/env.ts';
import type { PhotoSource } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import { tokens } from '../../core/tokens.ts';
import { withTempFolder } from './temp-folder.ts';

/** Calls `use` with a whole server as it is composed, over an empty index and a photo source that nobody asks. */
export function withComposedServer<T>(use: (server: Server) => T | Promise<T>): Promise<T> {
  return withTempFolder(async (folder) => {
    const container = compose(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }));
    const source = { kind: 'photo-source' as const, implementation: {} as PhotoSource };
    const contribution = { provided: [source], routes: [], healthChecks: [] };
    container.register(tokens.plugins, { useValue: new Registry([{ name: 'none', version: '1', contribution }]) });
    try {
      return await use(await container.resolve(tokens.server));
    } finally {
      container.resolve(tokens.db).close();
    }
  });
}
