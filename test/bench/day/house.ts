import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexerState, Overview, Status } from '../../../core/http/wire.ts';
import { startBridgeProcess, type BridgeProcess } from '../../support/bridge-process.ts';
import { rigToken } from '../../support/bridge-rig.ts';
import { installClip } from '../../support/model-packs.ts';
import { startServerProcess, type ServerProcess } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';
import { Browser } from './browser.ts';
import type { Ledger, SourceTrouble } from './ledger.ts';
import { Road } from './road.ts';

const owner = { username: 'owner', password: 'the password of the owner' };

/** The server's own figures, in milliseconds and bytes. */
export interface ServerFigures {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
  readonly arrayBuffers: number;
  /** The used heap after the last full garbage collection. */
  readonly afterCollection: number;
}

/** A server as in real use, with a bridge for a folder, models, and a program that receives its webhooks. */
export class House {
  readonly store: string;
  readonly models: string;
  readonly admin: Browser;
  readonly road: Road;
  readonly bridge: BridgeProcess;
  readonly server: ServerProcess;
  readonly listener: Listener;
  #told: ServerFigures | undefined;
  /** Log lines about errors, with their number. */
  readonly logged = new Map<string, number>();

  private constructor(
    folders: { store: string; models: string },
    parts: { road: Road; bridge: BridgeProcess; server: ServerProcess; listener: Listener; admin: Browser },
  ) {
    this.store = folders.store;
    this.models = folders.models;
    this.road = parts.road;
    this.bridge = parts.bridge;
    this.server = parts.server;
    this.listener = parts.listener;
    this.admin = parts.admin;
    for (const [who, { stdout, stderr }] of [
      ['server', parts.server.child],
      ['bridge', parts.bridge.child],
    ] as const) {
      for (const stream of [stdout, stderr]) {
        let rest = '';
        stream?.on('data', (chunk: string) => {
          const lines = (rest + chunk).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) this.#hear(who, line);
        });
      }
    }
  }

  /** @param folder with the photos in `store` */
  static async open(folder: string, ledger: Ledger, source: SourceTrouble): Promise<House> {
    const [store, models] = [join(folder, 'store'), join(folder, 'models')];
    mkdirSync(models);
    installClip(models);
    const bridge = await startBridgeProcess({
      BRIDGE_DRIVER: 'folder',
      BRIDGE_STORE: store,
      BRIDGE_DATA_DIR: join(folder, 'journal'),
      BRIDGE_SCAN_INTERVAL: '10',
      LOG_LEVEL: 'warn',
    });
    const road = await Road.to(bridge.url);
    const listener = await Listener.start();
    const server = await startServerProcess(
      {
        DATA_DIR: join(folder, 'data'),
        MODELS_DIR: models,
        ML_BUILT_IN: 'faces,things',
        BRIDGE_URL: road.url,
        BRIDGE_TOKEN: rigToken,
        SYNC_INTERVAL: '10',
        CLUSTER_INTERVAL: '60',
        // Eight hours take one hour here, so limited lifetimes have to end within the run.
        DELETION_GRACE: '5m',
        AUTH_ACCESS_TTL: '4m',
        SIGN_TTL: '10m',
        WEAK_PASSWORD_HASHES_FOR_TESTS: '0',
        ADMIN_USERNAME: owner.username,
        ADMIN_PASSWORD: owner.password,
        PLUGINS: 'webhooks',
        WEBHOOKS_TO: listener.url,
        WEBHOOKS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      },
      { how: ['--require', join(import.meta.dirname, 'tells-of-itself.cjs'), 'bin/photofinch.cjs'] },
    );
    const admin = new Browser(server.url, ledger, source);
    await admin.signIn(owner);
    return new House({ store, models }, { road, bridge, server, listener, admin });
  }

  get told(): ServerFigures | undefined {
    return this.#told;
  }

  status(): Promise<Status | undefined> {
    return this.admin.json<Status>('status', '/api/status');
  }

  async indexer(): Promise<IndexerState | undefined> {
    return (await this.admin.json<Overview>('overview', '/api/admin/overview'))?.indexer;
  }

  /** Resolves once all photos of the store are indexed, analysed and grouped. */
  async filled(photos: number): Promise<void> {
    await until(async () => {
      const status = await this.status();
      if (!status || status.photos + status.failed < photos || status.pending > 0) return false;
      return !status.indexing.running && (await this.indexer())?.state === 'waiting';
    }, 3600);
  }

  async close(): Promise<void> {
    await this.admin.close();
    this.bridge.child.kill('SIGCONT');
    await this.server.stop();
    await this.bridge.stop();
    this.road.end();
    this.listener.end();
  }

  #hear(who: string, line: string): void {
    if (line.startsWith('tells ')) this.#told = JSON.parse(line.slice('tells '.length)) as ServerFigures;
    else if (line !== '') {
      const what = `${who}: ${line}`.replaceAll(/\d+/g, '#').slice(0, 200);
      if (!this.logged.has(what)) console.error(JSON.stringify({ [who]: line.slice(0, 500) }));
      this.logged.set(what, (this.logged.get(what) ?? 0) + 1);
    }
  }
}

/** A program that receives webhooks, and fails at times. */
class Listener {
  heard = 0;
  works = true;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Listener> {
    const listener: Listener = new Listener(
      createServer((request, response) => {
        request.resume().once('end', () => {
          if (listener.works) listener.heard += 1;
          response.writeHead(listener.works ? 204 : 500).end();
        });
      }),
    );
    listener.#server.listen(0, '127.0.0.1');
    await once(listener.#server, 'listening');
    return listener;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  end(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
