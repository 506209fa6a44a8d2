import type { MlProvider, PluginHost } from 'photofinch/plugin-api';
import { NatsLink } from '../nats/link.ts';
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
import { WorkerDeeds } from './worker-deeds.ts';
import { WorkerDesk } from './worker-desk.ts';
import { WorkerRoll } from './worker-roll.ts';

/** Seconds between two announcements of a worker; fewer where the lease is short. */
const usualEvery = 5;

/** Lies after which a worker gets no more work. */
const mostLies = 3;

/** Bytes of a job in one message; a message has its head besides, and NATS takes 1 MB unless told otherwise. */
const usualPiece = 500_000;

/** All that the server has for its workers. */
export class WorkerService {
  readonly roll: WorkerRoll;
  readonly deeds: WorkerDeeds;
  readonly live: LiveWorkers;
  readonly book: JobBook;
  readonly provider: NatsProvider;
  /** Of the server's own key, by which workers know it. */
  readonly fingerprint: string;
  readonly #host: PluginHost;
  readonly #names: Names;
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

  /** @throws Error when the settings ask for models of this machine and there are none */
  constructor(host: PluginHost, settings: ServerSettings) {
    this.#host = host;
    const { state, log } = host;
    const deriveKey = (purpose: string): Uint8Array => host.deriveKey(purpose);
    const clock = (): number => Math.floor(Date.now() / 1000);
    const own = keyPairOf(deriveKey('key of the server'));
    const { lease, nats } = settings;
    const every = Math.min(usualEvery, lease / 3);
    const replaced = host.replaced('ml-provider');
    if (settings.withoutWorkers === 'local' && !replaced) {
      throw new Error(
        'ML_NATS_WITHOUT_WORKERS is local, and no models of this machine are loaded: enable ml-onnx, or set it to wait',
      );
    }
    this.fingerprint = fingerprintOf(own.publicKey);
    this.#local = settings.withoutWorkers === 'local' ? replaced : undefined;
    this.#names = new Names(nats.prefix);
    this.roll = new WorkerRoll({ state, clock });
    this.deeds = new WorkerDeeds(clock);
    this.live = new LiveWorkers({ own, every: every * 1000 });
    this.#workersLineUp = new WorkersLineUp({ state, roll: this.roll, local: replaced });
    this.#queue = new WorkQueue(this.#names, lease);
    this.#box = new AnswerBox({
      names: this.#names,
      log,
      counts: (fingerprint) => this.roll.standing(fingerprint) === 'admitted',
      onAnswer: (answer) => this.book.take(answer),
    });
    this.#link = new NatsLink({
      settings: nats,
      ...{ name: 'photofinch', inbox: this.#names.serverInbox, log, signal: this.#closing.signal },
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
        this.deeds.answered(fingerprint);
      },
      onFailed: (fingerprint, message) => {
        this.deeds.failed(fingerprint, message);
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

  /** What is wrong with NATS, in a sentence; null while it is connected. */
  get trouble(): string | null {
    return this.#link.connection ? null : (this.#link.trouble ?? 'NATS is not connected yet.');
  }

  /** Connects, and begins to work. */
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

  /** Looks for what has changed about workers; whoever waits for models is told. */
  refresh(): void {
    const isNews = !this.#local && this.#workersLineUp.refresh();
    const hasSomebody = allNeeds(this.lineUp.models).some((needs) => this.live.able(needs).length > 0);
    const hasCome = hasSomebody && !this.#hadSomebody;
    this.#hadSomebody = hasSomebody;
    if (isNews || hasCome) this.provider.tellChanged();
  }

  /** A worker that was admitted may have work at once, if it is there, and hears of it. */
  welcome(fingerprint: string): void {
    this.deeds.forgive(fingerprint);
    const session = this.live.find(fingerprint);
    if (session?.offer) {
      session.standing = this.roll.standing(fingerprint);
      this.roll.noteOffer(fingerprint, session.offer);
    }
    this.#desk.call();
    this.refresh();
  }

  /** A worker that was removed has nothing in hand any more. */
  expel(fingerprint: string): void {
    const session = this.live.find(fingerprint);
    if (session) session.standing = 'waiting';
    this.book.left(fingerprint);
    this.refresh();
  }

  #lied(fingerprint: string, problem: string): void {
    const { log } = this.#host;
    const lies = this.deeds.lied(fingerprint, `It answered wrongly: ${problem}.`);
    log.warn('a worker answered wrongly, and its answer was refused', { worker: fingerprint, problem, lies });
    if (lies < mostLies) return;
    this.roll.setAside(fingerprint, `It answered wrongly ${lies} times: ${problem}.`);
    const session = this.live.find(fingerprint);
    if (session) session.standing = 'set aside';
    this.book.left(fingerprint);
    const name = this.roll.admitted.find((one) => one.fingerprint === fingerprint)?.name ?? fingerprint;
    this.#host.audit({ action: 'worker.set_aside', subject: name, detail: problem });
  }
}
