import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConvertLibrary } from '../../core/locking/finish-conversion.ts';
import type { LockableOptions } from '../../core/locking/lockable-options.ts';
import { inject } from '../../core/compose/inject.ts';
import type { Health, NewRecoveryKey, TokenPair } from '../../core/http/wire.ts';
import { LockableServer } from '../../core/locking/lockable-server.ts';
import { readConfig } from '../../core/settings/env.ts';
import { createLog } from '../../core/settings/log.ts';
import { convertLibrary } from '../../core/upkeep/conversion/convert-library.ts';
import { keptReader } from './kept-reader.ts';
import { writePhotos } from './pictures.ts';
import { until } from './until.ts';

export const adminPassword = 'admin-password';
export const passphrase = 'correct horse battery';

/** Milliseconds: enough for a server to stop on any busy machine. */
const longTime = 600_000;

/** A lockable server in this process, with its own folder, which `remove` deletes. */
export class LockableApp {
  readonly folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  readonly dataDir = join(this.folder, 'data');
  readonly logged: Record<string, unknown>[] = [];
  #server: LockableServer | undefined;

  get server(): LockableServer {
    if (!this.#server) throw new Error('the server is not running');
    return this.#server;
  }

  /** @param photos the number of photos of its source */
  async fill(photos: number): Promise<void> {
    await writePhotos(join(this.folder, 'photos'), photos, 320, 240);
  }

  async start(
    environment: Record<string, string> = {},
    convert: ConvertLibrary = convertLibrary,
    { lockTimeout = longTime }: Pick<LockableOptions, 'lockTimeout'> = {},
  ): Promise<void> {
    const config = readConfig({
      DATA_DIR: this.dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      WORKERS: '1',
      TZ: 'UTC',
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: join(this.folder, 'photos'),
      MODELS_DIR: join(this.folder, 'models'),
      ML_BUILT_IN: 'none',
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: adminPassword,
      VALIDATE_ANSWERS: '1',
      WEAK_PASSWORD_HASHES_FOR_TESTS: '1',
      ...environment,
    });
    this.#server = await LockableServer.start(config, {
      log: createLog(config, { write: (line: string) => this.logged.push(JSON.parse(line) as never) } as never),
      lockTimeout,
      convert,
      prepare: (container) => {
        container.register(inject.photoReader, { useValue: keptReader(config) });
      },
    });
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  ask(method: string, path: string, { body, token }: { body?: unknown; token?: string } = {}): Promise<Response> {
    return fetch(new URL(path, this.server.url), {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** The JSON of a successful response. */
  async json<T>(...asked: Parameters<LockableApp['ask']>): Promise<T> {
    const answer = await this.ask(...asked);
    if (!answer.ok) throw new Error(`${asked[0]} ${asked[1]} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** The admin's access token. */
  async signIn(): Promise<string> {
    const body = { username: 'admin', password: adminPassword };
    return (await this.json<TokenPair>('POST', '/api/auth/login', { body })).access_token;
  }

  /** Encrypts the library as an admin does. @returns the recovery key */
  async encrypt(): Promise<string> {
    const body = { passphrase, current_password: adminPassword };
    const token = await this.signIn();
    const { recovery_key: key } = await this.json<NewRecoveryKey>('POST', '/api/admin/encryption', { body, token });
    await this.untilOpen();
    return key;
  }

  async unlock(body: object = { passphrase }): Promise<void> {
    await this.json('POST', '/api/unlock', { body });
    await this.untilOpen();
  }

  untilLocked(): Promise<void> {
    return until(async () => (await this.health())?.locked === true);
  }

  /** Resolves once the library's own server is running, and no conversion is left to be finished. */
  untilOpen(): Promise<void> {
    return until(async () => (await Promise.race([this.server.failed, this.health()]))?.locked === false);
  }

  /** Undefined while no server is listening, as between two servers. */
  async health(): Promise<Health | undefined> {
    return this.json<Health>('GET', '/api/health').catch(() => undefined);
  }
}
