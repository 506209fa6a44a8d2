import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server, ServerInjectResponse } from '@hapi/hapi';
import type { DependencyContainer } from 'tsyringe';
import { composeServer } from '../../core/compose/server.ts';
import type { LibraryKeys } from '../../core/encryption/library-keys.ts';
import type { Db } from '../../core/db/open.ts';
import { indexFile } from '../../core/settings/data-folder.ts';
import { readConfig } from '../../core/settings/env.ts';
import type { PhotoSource, VectorIndexProvider } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import { inject } from '../../core/compose/inject.ts';
import { ProgramFinder } from '../../core/media/video/programs.ts';
import { putNewIndex } from './index-file.ts';
import { putKeyring } from './library-keys.ts';
import { PhotoRows } from './photo-rows.ts';

type Headers = Record<string, string>;

/** A whole server, without an indexer, with three users, over an index that tests fill directly. */
export interface LibraryServer {
  readonly container: DependencyContainer;
  readonly server: Server;
  readonly db: Db;
  readonly rows: PhotoRows;
  readonly dataDir: string;
  /** The headers of a user with role read. */
  readonly reader: Headers;
  /** The headers of a user with role write. */
  readonly writer: Headers;
  /** The headers of a user with role admin. */
  readonly admin: Headers;
  /** Epoch seconds of the library's clock. */
  now: number;
  /** Sends the request as the reader, unless `headers` are given. */
  get(url: string, headers?: Headers): Promise<ServerInjectResponse>;
  /** The JSON of a successful response. */
  json<T>(url: string, headers?: Headers): Promise<T>;
  send(
    method: 'DELETE' | 'PATCH' | 'PUT' | 'POST',
    url: string,
    payload: object,
    headers?: Headers,
  ): Promise<ServerInjectResponse>;
  stop(): Promise<void>;
}

/** A server without an indexer, over the index in a data folder. */
interface OpenLibrary {
  readonly container: DependencyContainer;
  readonly server: Server;
  readonly db: Db;
  readonly clock: { now: number };
  /** Stops it and deletes the folder. */
  readonly stop: () => Promise<void>;
}

/** Programs are searched for once, so that each server of a test need not wait for that. */
const programs = new ProgramFinder();

/** @param vectorIndex the provider of vector indexes; default: none */
export async function libraryIn(
  dataDir: string,
  source: Partial<PhotoSource> = {},
  vectorIndex?: VectorIndexProvider,
  keys?: LibraryKeys,
): Promise<OpenLibrary> {
  const container = composeServer(
    readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      TZ: 'UTC',
      PORT: '0',
      VALIDATE_ANSWERS: '1',
      WEAK_PASSWORD_HASHES_FOR_TESTS: '1',
    }),
    keys,
  );
  const provided = [
    { kind: 'photo-source' as const, implementation: source as PhotoSource },
    ...(vectorIndex ? [{ kind: 'vector-index' as const, implementation: vectorIndex }] : []),
  ];
  const contribution = { provided, routes: [], healthChecks: [] };
  container.register(inject.plugins, { useValue: new Registry([{ name: 'none', version: '1', contribution }]) });
  const clock = { now: 1_700_000_000 };
  container.register(inject.clock, { useValue: () => clock.now });
  await programs.find();
  container.register(inject.videoPrograms, { useValue: programs });
  const server = await container.resolve(inject.server);
  const db = container.resolve(inject.db);

  return {
    container,
    server,
    db,
    clock,
    stop: async () => {
      await server.stop();
      await container.resolve(inject.vectors).close();
      await container.resolve(inject.photoReader).close();
      db.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** @param vectorIndex the provider of vector indexes; default: none */
export async function libraryServer(
  source: Partial<PhotoSource> = {},
  vectorIndex?: VectorIndexProvider,
  keys?: LibraryKeys,
): Promise<LibraryServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinch-'));
  if (keys) await putKeyring(dataDir, keys);
  else putNewIndex(indexFile(dataDir));
  const { container, server, db, clock, stop } = await libraryIn(dataDir, source, vectorIndex, keys);

  const signIn = (role: 'read' | 'write' | 'admin'): Headers => {
    const token = randomBytes(32).toString('hex');
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO users (username, display_name, role, password_hash, created_at) VALUES (:role, :role, :role, '!', 0)`,
      )
      .run({ role });
    db.prepare(
      `INSERT INTO tokens (hash, user_id, kind, family, created_at, expires_at) VALUES (?, ?, 'access', ?, 0, 9000000000)`,
    ).run(createHash('sha256').update(token).digest(), lastInsertRowid, role);
    return { authorization: `Bearer ${token}` };
  };
  const reader = signIn('read');
  const writer = signIn('write');
  const admin = signIn('admin');
  const get = (url: string, headers: Headers = reader) => server.inject({ url, headers });

  return {
    container,
    server,
    db,
    rows: new PhotoRows(db),
    dataDir,
    reader,
    writer,
    admin,
    get now() {
      return clock.now;
    },
    set now(seconds: number) {
      clock.now = seconds;
    },
    get,
    json: async <T>(url: string, headers?: Headers) => {
      const { statusCode, payload } = await get(url, headers);
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${payload}`);
      return JSON.parse(payload) as T;
    },
    send: (method, url, payload, headers = writer) => server.inject({ method, url, payload, headers }),
    stop,
  };
}
