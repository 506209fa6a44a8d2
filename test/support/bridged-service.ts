import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rigToken } from './bridge-rig.ts';
import { runBridge, startBridgeProcess, type BridgeProcess } from './bridge-process.ts';
import type { EditedStore } from './edited-store.ts';
import { admin, LibraryClient } from './library-client.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

/** A bridge and a server that uses it, each as a separate process, with all their data in one temporary folder. */
export class BridgedService<Store extends EditedStore = EditedStore> {
  readonly folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  readonly store: Store;
  #bridge: BridgeProcess | undefined;
  #service: ServerProcess | undefined;
  #library: LibraryClient | undefined;
  /** The `host:port` that the bridge got at its first start, which stays the same. */
  #bridgeAt = '127.0.0.1:0';

  /** @param makeStore gets the store's folder */
  constructor(makeStore: (root: string) => Store) {
    this.store = makeStore(join(this.folder, 'store'));
  }

  get bridge(): BridgeProcess {
    if (!this.#bridge) throw new Error('the bridge was not started');
    return this.#bridge;
  }

  get service(): ServerProcess {
    if (!this.#service) throw new Error('the server was not started');
    return this.#service;
  }

  get library(): LibraryClient {
    if (!this.#library) throw new Error('the server was not started');
    return this.#library;
  }

  async start(): Promise<this> {
    await this.startBridge();
    await this.startService();
    return this;
  }

  /**
   * @param changed settings that differ from the usual;
   * @param through a command in front of the bridge, such as `strace`
   */
  async startBridge(changed: Record<string, string> = {}, through: readonly string[] = []): Promise<void> {
    this.#bridge = await startBridgeProcess(
      { ...this.bridgeEnvironment, BRIDGE_LISTEN: this.#bridgeAt, BRIDGE_SCAN_INTERVAL: '1', ...changed },
      { through },
    );
    this.#bridgeAt = new URL(this.#bridge.url).host;
  }

  /**
   * @param changed settings that differ from the usual;
   * @param through a command in front of the server, such as `strace`
   */
  async startService(changed: Record<string, string> = {}, through: readonly string[] = []): Promise<void> {
    const environment = {
      DATA_DIR: join(this.folder, 'data'),
      TZ: 'UTC',
      SYNC_INTERVAL: '1',
      VALIDATE_ANSWERS: '1',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      BRIDGE_URL: this.bridge.url,
      BRIDGE_TOKEN: rigToken,
      ...changed,
    };
    this.#service = await startServerProcess(environment, { through });
    this.#library = await LibraryClient.signIn(this.#service.url);
  }

  /** Runs a command of the bridge beside the serving process. */
  async command(name: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
    return runBridge([name], this.bridgeEnvironment);
  }

  get bridgeEnvironment(): Record<string, string> {
    return { ...this.store.environment, BRIDGE_DATA_DIR: join(this.folder, 'bridge-data') };
  }

  /** Ends everything, including parts that were never started. */
  async close(): Promise<void> {
    this.#bridge?.child.kill('SIGCONT');
    await this.#service?.stop();
    await this.#bridge?.stop();
    this.store.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
