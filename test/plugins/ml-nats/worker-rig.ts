import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fakeHostOfShipped as fakeHost, type FakeHost } from '../../../core/plugin-api/fake-host/fake-host.ts';
import type { Contracts, MlCallOptions, MlProvider, RgbImage } from '../../../core/plugin-api/index.ts';
import plugin from '../../../plugins/ml-nats/index.ts';
import { MlWorkerProcess } from '../../support/ml-worker-process.ts';
import { NatsServer, needNats } from '../../support/nats-server.ts';
import { until } from '../../support/until.ts';

const admin = { userId: 1, username: 'ann', role: 'admin' } as const;

/** The response to `GET /api/admin/workers`, as far as tests use it. */
export interface WorkersAnswer {
  readonly server: {
    fingerprint: string;
    connected: boolean;
    trouble: string | null;
    in_hand: number;
    waiting: number;
  };
  readonly workers: readonly {
    readonly fingerprint: string;
    readonly name: string;
    readonly standing: string;
    readonly present: boolean;
    readonly models: readonly string[];
    readonly execution: string | null;
    readonly answered: number;
    readonly in_hand: number;
    readonly last_error: { readonly message: string } | null;
    readonly set_aside: string | null;
  }[];
}

const models = resolve('test/fixtures/plugins/recorded-models');

export const background = (signal = new AbortController().signal): MlCallOptions => ({
  priority: 'background',
  signal,
});
export const interactive = (): MlCallOptions => ({ priority: 'interactive', signal: new AbortController().signal });

/** A unique picture. @param red whether it has a face */
export function picture(number: number, { red = false, width = 32, height = 24 } = {}): RgbImage {
  const data = new Uint8Array(width * height * 3).fill(red ? 10 : 100);
  data.set([red ? 200 : 100, 50, number % 256, Math.floor(number / 256)]);
  return { width, height, data };
}

/** The server's side of the plugin. */
export class ServerSide {
  readonly host: FakeHost;

  constructor(host: FakeHost) {
    this.host = host;
  }

  get ml(): MlProvider {
    return this.host.provided('ml-provider');
  }

  async workers(): Promise<WorkersAnswer> {
    return (await this.host.call('GET', '/api/admin/workers', { caller: admin })).body as WorkersAnswer;
  }

  async worker({ fingerprint }: { fingerprint: string }): Promise<WorkersAnswer['workers'][number] | undefined> {
    return (await this.workers()).workers.find((one) => one.fingerprint === fingerprint);
  }

  call(method: 'POST' | 'DELETE', { fingerprint }: { fingerprint: string }) {
    return this.host.call(method, `/api/admin/workers/${fingerprint}`, { caller: admin });
  }

  /** Admits a worker once it has asked for that, and waits until it can get jobs. */
  async admit(worker: { fingerprint: string }): Promise<void> {
    await until(async () => (await this.worker(worker)) !== undefined);
    await this.call('POST', worker);
    await this.untilReady(worker);
  }

  async untilReady(worker: { fingerprint: string }): Promise<void> {
    await until(async () => {
      const found = await this.worker(worker);
      return found?.standing === 'admitted' && found.present;
    });
  }

  /** The vector of a whole picture. */
  async see(image: RgbImage, options = background()): Promise<Float32Array> {
    const { image: vector } = await this.ml.analyse!(image, { faces: false, image: true }, options);
    return vector!;
  }
}

interface ServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly replaced?: Partial<Contracts>;
  /** The address of NATS, if not its own. */
  readonly at?: string;
  /** False for a command that runs beside the server. */
  readonly serving?: boolean;
}

/** A NATS server, with any number of servers and workers. */
export class WorkerRig {
  readonly folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  nats!: NatsServer;
  /** The stored state of the server. */
  readonly state = new Map<string, string>();
  readonly #workers: MlWorkerProcess[] = [];
  #servers: ServerSide[] = [];
  #count = 0;

  static async start(more?: string): Promise<WorkerRig> {
    const rig = new WorkerRig();
    rig.nats = await NatsServer.start(join(rig.folder, 'nats'), more);
    return rig;
  }

  /**
   * Starts a server's side with the state of the previous one. Without workers, it waits unless configured otherwise.
   */
  async server({ environment = {}, replaced, at, serving = true }: ServerOptions = {}): Promise<ServerSide> {
    const host = await fakeHost(plugin, {
      environment: {
        ML_NATS_SERVERS: at ?? this.nats.address,
        ML_NATS_WITHOUT_WORKERS: 'wait',
        // Long enough that no worker on a busy machine counts as dead, and short enough for many announcements.
        ML_NATS_LEASE: '9',
        ...environment,
      },
      ...{ state: this.state, serving },
      ...(replaced && { replaced }),
    });
    const side = new ServerSide(host);
    this.#servers.push(side);
    return side;
  }

  async stop(side: ServerSide): Promise<void> {
    this.#servers = this.#servers.filter((one) => one !== side);
    await side.host.stop();
  }

  /** Starts a worker with the recording models, its own key and its own name. */
  async worker(
    environment: Readonly<Record<string, string>> = {},
    through?: readonly string[],
  ): Promise<MlWorkerProcess> {
    this.#count += 1;
    const worker = await MlWorkerProcess.start(
      {
        ML_NATS_SERVERS: this.nats.address,
        ML_WORKER_KEY_FILE: join(this.folder, `key-${this.#count}`),
        ML_WORKER_NAME: `worker ${this.#count}`,
        ML_WORKER_PROVIDER: models,
        RECORD_FILE: this.record,
        RECORD_HOLD: join(this.folder, 'hold'),
        ...environment,
      },
      through ? { through } : {},
    );
    this.#workers.push(worker);
    return worker;
  }

  /** A worker that can get jobs. */
  async admitted(server: ServerSide, environment: Readonly<Record<string, string>> = {}): Promise<MlWorkerProcess> {
    const worker = await this.worker(environment);
    await server.admit(worker);
    return worker;
  }

  get record(): string {
    return join(this.folder, 'record');
  }

  /** The tasks that workers have begun or ended: `<task> <picture> <pid>`. */
  recorded(word: 'begin' | 'end'): string[] {
    if (!existsSync(this.record)) return [];
    const lines = readFileSync(this.record, 'utf8').trim().split('\n');
    return lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  }

  /** Blocks all workers in the middle of their next task, until `release`. */
  hold(): void {
    writeFileSync(join(this.folder, 'hold'), '');
  }

  release(): void {
    rmSync(join(this.folder, 'hold'), { force: true });
  }

  async close(): Promise<void> {
    this.release();
    for (const { host } of this.#servers) await host.stop();
    for (const worker of this.#workers) await worker.kill();
    await this.nats.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Starts a NATS server for each test of a block, or skips the tests. */
export function withWorkerRig(use: (rig: WorkerRig) => void): void {
  let rig: WorkerRig;
  before(function () {
    needNats(this);
  });
  beforeEach(async () => {
    rig = await WorkerRig.start();
    use(rig);
  });
  afterEach(async () => {
    await rig.close();
  });
}
