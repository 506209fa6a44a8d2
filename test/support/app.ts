import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server, ServerInjectResponse } from '@hapi/hapi';
import type { DependencyContainer } from 'tsyringe';
import type { Role } from '../../core/domain/roles.ts';
import { readConfig } from '../../core/settings/env.ts';
import type { Status, TokenPair } from '../../core/http/wire.ts';
import { startServer } from '../../core/main.ts';
import type { Contracts, HealthCheck, PluginHost, PluginRoute } from '../../core/plugin-api/index.ts';
import { inject } from '../../core/compose/inject.ts';
import { keptReader } from './kept-reader.ts';
import { writePhotos } from './pictures.ts';
import { until } from './until.ts';

/** States of an indexer that currently has nothing to do. */
const atRest: readonly string[] = ['waiting', 'held', 'paused'];

export interface TestApp {
  readonly container: DependencyContainer;
  readonly server: Server;
  readonly url: string;
  readonly dataDir: string;
  /** Sends one request through the whole server, with the token of a user of the role `as`. */
  call(
    method: string,
    url: string,
    options?: { as?: Role; payload?: unknown; headers?: Record<string, string> },
  ): Promise<ServerInjectResponse>;
  token(role: Role): string;
  /** Resolves once nothing is pending, and similar photos and faces are grouped. */
  untilIndexed(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A whole server in this process, with its own data folder, which is deleted when it stops.
 * @param options.photos the number of generated photos of its source, or the folder of its photos
 */
export async function startTestApp(
  options: {
    photos?: number | string;
    /** What a plugin provides, instead of a folder of photos. */
    handedOver?: {
      provided: Partial<Contracts>;
      healthChecks?: readonly HealthCheck[];
      routes?: (host: PluginHost) => readonly PluginRoute[];
    };
    environment?: Record<string, string>;
    prepare?: (container: DependencyContainer) => void;
  } = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const photos = options.photos ?? 0;
  const photosDir = typeof photos === 'string' ? photos : join(folder, 'photos');
  if (typeof photos === 'number') await writePhotos(photosDir, photos, 320, 240);
  const dataDir = join(folder, 'data');
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    // One decoder process: starting each takes longer than decoding the few pictures of a test.
    WORKERS: '1',
    TZ: 'UTC',
    PLUGINS: `test/fixtures/plugins/${options.handedOver ? 'handed-over' : 'folder-source'}`,
    FOLDER_SOURCE_PATH: photosDir,
    MODELS_DIR: join(folder, 'models'),
    ML_BUILT_IN: 'none',
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: passwordOf('admin'),
    VALIDATE_ANSWERS: '1',
    WEAK_PASSWORD_HASHES_FOR_TESTS: '1',
    ...options.environment,
  });
  (globalThis as { handedOver?: unknown }).handedOver = options.handedOver;
  const running = await startServer(config, (fresh) => {
    fresh.register(inject.photoReader, { useValue: keptReader(config) });
    options.prepare?.(fresh);
  });
  const { container } = running;
  const server = await container.resolve(inject.server);
  const accounts = container.resolve(inject.accounts);
  const tokenOf = new Map<Role, string>();
  for (const role of ['read', 'write', 'admin'] as const) {
    if (role !== 'admin') await accounts.add({ username: role, password: passwordOf(role), role });
    const answer = await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: role, password: passwordOf(role) },
    });
    tokenOf.set(role, (JSON.parse(answer.payload) as TokenPair).access_token);
  }

  const app: TestApp = {
    container,
    server,
    url: running.url,
    dataDir,
    token: (role) => tokenOf.get(role) ?? '',
    call: (method, url, { as, payload, headers } = {}) =>
      server.inject({
        method,
        url,
        headers: {
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...(as ? { authorization: `Bearer ${app.token(as)}` } : {}),
          ...headers,
        },
        ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
      }),
    untilIndexed: () =>
      until(async () => {
        const status = JSON.parse((await app.call('GET', '/api/status')).payload) as Status;
        // The status caches its counts for a while: right after a sync, it may not include the new photos yet.
        const { state } = container.resolve(inject.indexer).progress();
        return status.last_sync_at !== null && status.pending === 0 && atRest.includes(state);
      }),
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return app;
}

function passwordOf(role: Role): string {
  return `${role}-password`;
}
