import type { MlProvider, PluginHost } from 'photofinch/plugin-api';
import { NatsLink, troubleOfNats } from '../nats/link.ts';
import type { NatsSettings } from '../nats/settings.ts';
import { Names } from '../nats/names.ts';
import type { ServerSettings } from '../settings.ts';
import { sealOverhead } from '../wire/sealing.ts';
import { fingerprintOf, keyPairOf } from '../wire/keys.ts';
import { AnswerBox } from './answer-box.ts';
import { JobBook } from './job-book.ts';
import { JobIds } from './job-ids.ts';
import { allNeeds, lineUpOf, WorkersLineUp, type LineUp } from './line-up.ts';
import { LiveWorkers } from './live-workers.ts';
import { NatsProvider } from './nats-provider.ts';
import { WorkQueue } from './work-queue.ts';
import { WorkerTallies } from './worker-tallies.ts';
import { WorkerDesk } from './worker-desk.ts';
import { WorkerRoll } from './worker-roll.ts';

/** Seconds between two announcements of a worker; fewer if the lease is short. */
const usualEvery = 5;

/** The number of invalid answers after which a worker is set aside. */
const maxLies = 3;

/** The maximum number of bytes of a job in one message, without headers; the default limit of NATS is 1 MB for a message. */
const usualPiece = 500_000;

/** The server's side of the workers: connects all parts and runs them. */
export class WorkerService {
  readonly roll: WorkerRoll;
  readonly tallies: WorkerTallies;
  readonly live: LiveWorkers;
  readonly book: JobBook;
  readonly provider: NatsProvider;
  /** The fingerprint of the server's key, by which workers identify it. */
  readonly fingerprint: string;
  readonly #host: PluginHost;
  readonly #names: Names;
  readonly #account: { readonly settings: NatsSettings; readonly name: string; readonly inbox: string };
  readonly #link: NatsLink;
  readonly #queue: WorkQueue;
  readonly #box: AnswerBox;
  readonly #desk: WorkerDesk;
  readonly #local: MlProvider | undefined;
  readonly #workersLineUp: WorkersLineUp;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #ticks: NodeJS.Timeout | undefined;
  #hadSomebody = false;

  /** @throws Error if the settings require models of this machine and none are loaded */
  constructor(host: PluginHost, settings: ServerSettings) {
    this.#host = host;
    const { state, log } = host;
    const deriveKey = (purpose: string): Uint8Array => host.deriveKey(purpose);
    const clock = (): number => Math.floor(Date.now() / 1000);
    const ownKeys = keyPairOf(deriveKey('key of the server'));
    const { lease, nats } = settings;
    const every = Math.min(usualEvery, lease / 3);
    const replaced = host.replaced('ml-provider');
    if (settings.withoutWorkers === 'local' && !replaced) {
      throw new Error(
        'ML_NATS_WITHOUT_WORKERS is local, and no models of this machine are loaded: enable ml-onnx, or set it to wait',
      );
    }
    this.fingerprint = fingerprintOf(ownKeys.publicKey);
    this.#local = settings.withoutWorkers === 'local' ? replaced : undefined;
    this.#names = new Names(nats.prefix);
    this.roll = new WorkerRoll({ state, clock });
    this.tallies = new WorkerTallies(clock);
    this.live = new LiveWorkers({ own: ownKeys, every: every * 1000 });
    this.#workersLineUp = new WorkersLineUp({ state, roll: this.roll, local: replaced });
    this.#queue = new WorkQueue(this.#names, lease);
    this.#box = new AnswerBox({
      names: this.#names,
      log,
      counts: (fingerprint) => this.roll.standing(fingerprint) === 'admitted',
      onAnswer: (answer) => this.book.take(answer),
    });
    this.#account = { settings: nats, name: 'photofinch', inbox: this.#names.serverInbox };
    this.#link = new NatsLink({
      ...{ ...this.#account, log, signal: this.#closing.signal },
      onUp: async (connection) => {
        await this.#queue.open(connection);
        await this.#box.open(connection);
        this.live.listenAnew();
        this.#desk.open(connection);
        await this.book.queueAgain();
      },
      onDown: () => {
        this.#queue.close();
        this.#box.close();
      },
    });
    this.book = new JobBook({
      ...{ ids: new JobIds(deriveKey), queue: this.#queue, box: this.#box, live: this.live, log },
      ...{ lease: lease * 1000, every: every * 1000 },
      downFor: () => this.#link.downFor,
      largestPiece: () =>
        Math.min(usualPiece, (this.#link.connection?.info?.max_payload ?? usualPiece) - sealOverhead - 64),
      onAnswered: (fingerprint) => {
        this.tallies.answered(fingerprint);
      },
      onFailed: (fingerprint, message) => {
        this.tallies.failed(fingerprint, message);
      },
      onLie: (fingerprint, problem) => {
        this.#lied(fingerprint, problem);
      },
    });
    this.#desk = new WorkerDesk({
      ...{ names: this.#names, live: this.live, roll: this.roll, book: this.book, log, lease, every },
      lanes: () => allNeeds(this.lineUp.models),
      isOpen: (consumer) => this.#queue.has(consumer),
      onChange: () => {
        this.refresh();
      },
    });
    this.provider = new NatsProvider({
      ...{ book: this.book, live: this.live, local: this.#local, packs: replaced?.packs, inFlight: settings.inFlight },
      lineUp: () => this.lineUp,
      trouble: () => this.trouble ?? 'No worker is there that has the models: see the page “Workers”.',
      close: () => this.close(),
    });
  }

  get lineUp(): LineUp {
    return this.#local ? lineUpOf(this.#local) : this.#workersLineUp.present;
  }

  /** Why NATS is not connected, as a sentence; null while it is. */
  get trouble(): string | null {
    return this.#link.connection ? null : (this.#link.trouble ?? 'NATS is not connected yet.');
  }

  /** The same for a command, which must not connect as the server does: two servers would take each other's answers. */
  troubleForCommand(): Promise<string | null> {
    return troubleOfNats(this.#account);
  }

  /** Connects to NATS and starts to work. */
  begin(): void {
    this.#running = this.#link.run().catch((error: unknown) => {
      this.#host.log.error('the connection to NATS ended', { reason: String(error) });
    });
    this.#ticks = setInterval(() => {
      this.#desk.tick();
      this.refresh();
      this.book.tick();
      this.#box.tick();
    }, 1000).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#ticks);
    this.book.close(new Error('The models are shut down.'));
    this.#closing.abort();
    await this.#running;
  }

  /** Updates the line-up, and notifies listeners if models have changed or the first capable worker has come. */
  refresh(): void {
    const isNews = !this.#local && this.#workersLineUp.refresh();
    const hasSomebody = allNeeds(this.lineUp.models).some((needs) => this.live.able(needs).length > 0);
    const hasCome = hasSomebody && !this.#hadSomebody;
    this.#hadSomebody = hasSomebody;
    if (isNews || hasCome) this.provider.tellChanged();
  }

  /** Must be called when a worker was admitted: if it is online, it gets work at once. */
  welcome(fingerprint: string): void {
    this.tallies.forgive(fingerprint);
    const session = this.live.find(fingerprint);
    if (session?.offer) {
      session.standing = this.roll.standing(fingerprint);
      this.roll.noteOffer(fingerprint, session.offer);
    }
    this.#desk.call();
    this.refresh();
  }

  /** Must be called when a worker was removed: frees all jobs that it holds. */
  expel(fingerprint: string): void {
    const session = this.live.find(fingerprint);
    if (session) session.standing = 'waiting';
    this.book.left(fingerprint);
    this.refresh();
  }

  #lied(fingerprint: string, problem: string): void {
    const { log } = this.#host;
    const lies = this.tallies.lied(fingerprint, `It answered wrongly: ${problem}.`);
    log.warn('a worker answered wrongly, and its answer was refused', { worker: fingerprint, problem, lies });
    if (lies < maxLies) return;
    this.roll.setAside(fingerprint, `It answered wrongly ${lies} times: ${problem}.`);
    const session = this.live.find(fingerprint);
    if (session) session.standing = 'set aside';
    this.book.left(fingerprint);
    const name = this.roll.admitted.find((worker) => worker.fingerprint === fingerprint)?.name ?? fingerprint;
    this.#host.audit({ action: 'worker.set_aside', subject: name, detail: problem });
  }
}
