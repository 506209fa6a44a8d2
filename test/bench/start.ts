import { createHash } from 'node:crypto';
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../core/db/open.ts';
import { memoryOfTree } from '../support/process-tree.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { makeLibrary, viewer } from './library-rows.ts';
import { figure, quantile } from './measure.ts';
import { untilHealthy } from './until-healthy.ts';

const runs = 9;

/** A process that only loads hapi and responds: the lower limit for a server with this framework. */
const bareHapi = `
  const { default: Hapi } = await import('@hapi/hapi');
  const server = Hapi.server({ host: '127.0.0.1', port: Number(process.env.PORT) });
  server.route({ method: 'GET', path: '/api/health', handler: () => ({ ok: true }) });
  await server.start();
`;

const accessToken = '0'.repeat(64);

/**
 * The time from spawn to the first successful response of `/api/health`, of the built program compared with a bare hapi
 * server; and to the first list of photos, with the memory of the server at that time.
 * `npm run bench -- start photos=1000000` sets another size than 100,000.
 */
export async function bench(given: Readonly<Record<string, string>> = {}): Promise<void> {
  const photos = Number(given['photos'] ?? 100_000);
  await withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    await makeLibrary(dataDir, photos);
    const index = join(dataDir, 'index.sqlite3');
    signIn(index);
    const photosDir = join(folder, 'photos');
    cpSync('plugins/demo-source/photos', photosDir, { recursive: true });
    const environment = {
      DATA_DIR: dataDir,
      PLUGINS: 'test/fixtures/plugins/folder-source/index.js',
      FOLDER_SOURCE_PATH: photosDir,
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: 'correct horse',
      LOG_LEVEL: 'error',
    };
    const program = ['bin/photofinch.cjs', 'serve'];
    const ours: number[] = [];
    const bare: number[] = [];
    const lists: number[] = [];
    let memory = 0;
    for (let i = 0; i < runs + 1; i += 1) {
      const port = 20_000 + Math.floor(Math.random() * 20_000);
      const server = await untilHealthy(program, port, environment);
      const baseline = await untilHealthy(['--input-type=module', '-e', bareHapi], port + 1, {});
      const list = await untilHealthy(program, port + 2, environment, {
        path: '/api/photos?limit=200',
        headers: { authorization: `Bearer ${accessToken}` },
        answered: (pid) => (memory = Math.max(memory, memoryOfTree(pid))),
      });
      if (i > 0) {
        ours.push(server);
        bare.push(baseline);
        lists.push(list);
      }
    }
    const inputs = { photos, runs };
    figure('start.first_health.p50', quantile(ours, 0.5), 'ms', inputs);
    figure('start.first_health.max', Math.max(...ours), 'ms', inputs);
    figure('start.bare_hapi.p50', quantile(bare, 0.5), 'ms', { runs });
    figure('start.first_health.ratio', quantile(ours, 0.5) / quantile(bare, 0.5), 'x', inputs);
    figure('start.first_list.p50', quantile(lists, 0.5), 'ms', inputs);
    figure('start.first_list.ratio', quantile(lists, 0.5) / quantile(bare, 0.5), 'x', inputs);
    figure('start.memory.most', memory / 1e6, 'MB', { ...inputs, processes: 'all of the server' });
    figure('start.index', statSync(index).size / 1e6, 'MB', inputs);
  });
}

/** Gives the viewer of the library an access token. */
function signIn(index: string): void {
  const db = openDatabase(index);
  db.prepare(
    `INSERT INTO tokens (hash, user_id, kind, family, created_at, expires_at) VALUES (?, ?, 'access', '', 0, 9e9)`,
  ).run(createHash('sha256').update(accessToken).digest(), viewer.userId);
  db.close();
}
