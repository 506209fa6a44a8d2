import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { startServer } from '../../core/main.ts';
import { holdDataFolder } from '../../core/settings/data-folder.ts';
import { readConfig } from '../../core/settings/env.ts';
import { inject } from '../../core/compose/inject.ts';
import { startTestApp } from '../support/app.ts';

describe('a server that stops', function () {
  it('closes all parts even if one fails to close, and reports the failure', async () => {
    const app = await startTestApp({
      prepare: (container) => {
        const vectors = container.resolve(inject.vectors);
        vectors.close = () => Promise.reject(new Error('The cache is stuck'));
      },
    });
    const failure: unknown = await app.stop().catch((error: unknown) => error);
    expect(failure).to.include({ message: 'The cache is stuck' });
    expect(app.container.resolve(inject.db).open).to.equal(false);
    holdDataFolder(app.dataDir).release();
    rmSync(dirname(app.dataDir), { recursive: true });
  });
});

describe('a starting server', () => {
  it('can be aborted while a plugin hangs, and releases the data folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const dataDir = join(folder, 'data');
    const config = readConfig({
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      MODELS_DIR: join(folder, 'models'),
      ML_BUILT_IN: 'none',
      PLUGINS: 'test/fixtures/plugins/folder-source,test/fixtures/plugins/broken-hangs',
      FOLDER_SOURCE_PATH: folder,
    });
    const ending = new AbortController();
    const reason = new Error('The library was locked meanwhile');
    const whenHanging = globalThis as { onHanging?: () => void };
    whenHanging.onHanging = () => {
      ending.abort(reason);
    };
    const failure: unknown = await startServer(config, undefined, { signal: ending.signal }).catch(
      (error: unknown) => error,
    );
    delete whenHanging.onHanging;
    expect(failure).to.equal(reason);
    holdDataFolder(dataDir).release();
    rmSync(folder, { recursive: true });
  });

  for (const [whose, settings, account] of [
    ['the first account', { ADMIN_PASSWORD: 'correct horse' }, { username: 'admin', password: 'correct horse' }],
    ['the demo account', { DEMO: '1', AUTH_COOKIE_SECURE: '0' }, { username: 'demo', password: 'demo-demo' }],
  ] as const) {
    it(`accepts sign-in for ${whose} as soon as it answers requests`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
      const config = readConfig({
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        LOG_LEVEL: 'error',
        MODELS_DIR: join(folder, 'models'),
        ML_BUILT_IN: 'none',
        PLUGINS: 'demo-source',
        ...settings,
      });
      let signIn: Promise<number> | undefined;
      const running = await startServer(config, undefined, {
        beforeListening: async (container) => {
          const { server } = await container.resolve(inject.openServer);
          server.events.once('start', () => {
            const request = { method: 'POST', url: '/api/auth/login', payload: account };
            signIn = server.inject(request).then(({ statusCode }) => statusCode);
          });
        },
      });
      expect(await signIn).to.equal(200);
      await running.stop();
      rmSync(folder, { recursive: true });
    });
  }
});
