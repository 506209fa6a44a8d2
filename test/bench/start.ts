import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { withTempFolder } from '../support/temp-folder.ts';
import { makeLibrary } from './library-rows.ts';
import { figure, quantile } from './measure.ts';
import { untilHealthy } from './until-healthy.ts';

const photos = 100_000;
const runs = 9;

/** A process that only loads hapi and answers: what no server on this frame can be faster than. */
const bareHapi = `
  const { default: Hapi } = await import('@hapi/hapi');
  const server = Hapi.server({ host: '127.0.0.1', port: Number(process.env.PORT) });
  server.route({ method: 'GET', path: '/api/health', handler: () => ({ ok: true }) });
  await server.start();
`;

/** Time from spawn to the first good answer of `/api/health`, of the built program, beside a bare hapi server. */
export async function bench(): Promise<void> {
  await withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    await makeLibrary(dataDir, photos);
    const photosDir = join(folder, 'photos');
    cpSync('plugins/demo-source/photos', photosDir, { recursive: true });
    const ours: number[] = [];
    const bare: number[] = [];
    for (let i = 0; i < runs + 1; i += 1) {
      const port = 20_000 + Math.floor(Math.random() * 20_000);
      const server = await untilHealthy(['bin/photofinch.cjs', 'serve'], port, {
        DATA_DIR: dataDir,
        PLUGINS: 'test/fixtures/plugins/folder-source/index.js',
        FOLDER_SOURCE_PATH: photosDir,
        ADMIN_USERNAME: 'admin',
        ADMIN_PASSWORD: 'correct horse',
        LOG_LEVEL: 'error',
      });
      const baseline = await untilHealthy(['--input-type=module', '-e', bareHapi], port + 1, {});
      if (i > 0) {
        ours.push(server);
        bare.push(baseline);
      }
    }
    const inputs = { photos, runs };
    figure('start.first_health.p50', quantile(ours, 0.5), 'ms', inputs);
    figure('start.first_health.max', Math.max(...ours), 'ms', inputs);
    figure('start.bare_hapi.p50', quantile(bare, 0.5), 'ms', { runs });
    figure('start.first_health.ratio', quantile(ours, 0.5) / quantile(bare, 0.5), 'x', inputs);
  });
}
