import type { MlProvider, PluginLog } from 'photofinch/plugin-api';
import { NatsLink } from '../nats/link.ts';
import { Names } from '../nats/names.ts';
import type { NatsSettings } from '../nats/settings.ts';
import type { KeyPair } from '../wire/keys.ts';
import { offeredModels, type Offer } from '../wire/offer.ts';
import type { Lane } from '../wire/talk.ts';
import { Announcer } from './announcer.ts';
import { Bell } from './bell.ts';
import { JobHands } from './job-hands.ts';
import { DrawnTicket, drawTicket } from './ticket.ts';

interface Parts {
  readonly nats: NatsSettings;
  readonly key: KeyPair;
  /** The required fingerprint of the server's key; if undefined, the first server that answers is trusted. */
  readonly server: string | undefined;
  /** The display name. */
  readonly name: string;
  readonly version: string;
  /** The plugin that contributes the provider. */
  readonly plugin: string;
  readonly provider: MlProvider;
  readonly log: PluginLog;
  /** Called with a sentence if NATS refuses the account at the very first attempt. */
  readonly onRefused: (sentence: string) => void;
}

/** Milliseconds after which all lanes are polled, since a hint may get lost. */
const lookAgain = 15_000;
/** Milliseconds that an idle worker waits for a hint before it looks for a lane again. */
const idlePause = 1000;
/** Milliseconds that running jobs get to end when the worker is stopped. */
const patience = 10_000;

/** The maximum number of stored hints; the server has fewer lanes. */
const maxHints = 1000;

/** A worker: draws tickets from the lanes in the server's instructions, interactive ones first, and runs their jobs. */
export class MlWorker {
  readonly #with: Parts;
  readonly #names: Names;
  readonly #link: NatsLink;
  readonly #announcer: Announcer;
  readonly #hands: JobHands;
  /** The names of lanes that may have tickets. */
  readonly #maybe = new Set<string>();
  readonly #ending = new AbortController();
  readonly #stopping = new AbortController();
  readonly #closing = new AbortController();
  #lookedAt = 0;
  #pausedUntil = 0;
  readonly #bell = new Bell();

  constructor(parts: Parts) {
    this.#with = parts;
    const { nats, key, server, name, log, onRefused, provider } = parts;
    const names = new Names(nats.prefix);
    this.#names = names;
    const connection = () => this.#link.connection;
    this.#link = new NatsLink({
      settings: nats,
      ...{ name: `photofinch-ml-worker ${name}`, inbox: names.inbox, log, signal: this.#closing.signal, onRefused },
      onUp: (opened) => {
        opened.subscribe(names.poke, {
          callback: (_error, message) => {
            this.#poked(message.string());
          },
        });
        setImmediate(() => {
          this.#announcer.forget();
        });
        return Promise.resolve();
      },
      onDown: () => {
        this.#announcer.forget();
      },
    });
    this.#announcer = new Announcer({
      ...{ names, key, server, log, connection },
      offer: () => this.#offer(),
      holding: () => this.#hands.jobs,
      able: () => performance.now() >= this.#pausedUntil,
      onTold: ({ waiting, lanes }) => {
        const laneNames = new Set(lanes.map(({ name }) => name));
        for (const lane of this.#maybe) if (!laneNames.has(lane)) this.#maybe.delete(lane);
        for (const lane of waiting) this.#maybe.add(lane);
        this.#bell.ring();
      },
    });
    this.#hands = new JobHands({
      ...{ names, key, provider, log, connection, signal: this.#stopping.signal },
      lease: () => this.#announcer.told?.lease ?? 30,
      onNews: () => {
        this.#announcer.soon();
      },
      onUnable: (pause) => {
        this.#pausedUntil = performance.now() + pause;
        this.#announcer.soon();
        // A timer may fire slightly early.
        setTimeout(() => {
          this.#announcer.soon();
        }, pause + 5).unref();
      },
      onFree: () => {
        this.#bell.ring();
      },
    });
    provider.onModelsChanged(() => {
      this.#announcer.soon();
    });
  }

  /** Works until `stop` is called. */
  async run(): Promise<void> {
    await Promise.all([this.#link.run(), this.#announcer.run(this.#closing.signal), this.#draw()]);
  }

  /** Shuts down gracefully: running jobs get some seconds to end; the others return to the queue. */
  async stop(): Promise<void> {
    this.#ending.abort(new Error('The worker ends.'));
    this.#bell.ring();
    await this.#hands.atEnd(patience);
    this.#stopping.abort(new Error('The worker ends.'));
    await this.#hands.atEnd(1000);
    await this.#announcer.leave();
    await this.#link.connection?.flush().catch(() => undefined);
    this.#closing.abort();
  }

  /**
   * The number of concurrent jobs of each priority. Each priority has its own limit, so background jobs never block
   * interactive ones.
   */
  get #hand(): number {
    return this.#with.provider.concurrency ?? 1;
  }

  #offer(): Offer {
    const { name, version, plugin, provider } = this.#with;
    return {
      ...{ name, version, provider: plugin, models: offeredModels(provider.models()), concurrency: this.#hand },
      imageSize: provider.preferredImageSize,
      textSize: provider.preferredTextSize ?? provider.preferredImageSize,
      execution: provider.execution ?? null,
    };
  }

  #poked(word: string): void {
    if (word === this.#names.hello) this.#announcer.forget();
    else if (word === this.#names.news) this.#announcer.soon();
    else if (word.length <= 64 && this.#maybe.size < maxHints) {
      this.#maybe.add(word);
      this.#bell.ring();
    }
  }

  async #draw(): Promise<void> {
    const { signal } = this.#ending;
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      const lane = this.#nextLane();
      const connection = this.#link.connection;
      if (!lane || !connection) {
        await this.#bell.heard(idlePause, signal);
        continue;
      }
      // Delete the hint before the request, so that a hint that arrives meanwhile is kept.
      this.#maybe.delete(lane.name);
      const drawn = await drawTicket(connection, this.#names, lane.name).catch(() => undefined);
      if (!drawn) continue;
      this.#maybe.add(lane.name);
      const ticket = new DrawnTicket(drawn, () => this.#link.connection);
      const session = this.#announcer.session;
      if (isOver() || !session) ticket.giveBack(0);
      else this.#hands.take(ticket, lane.priority, session);
    }
  }

  #nextLane(): Lane | undefined {
    const now = performance.now();
    const { lanes = [], standing } = this.#announcer.told ?? {};
    if (standing !== 'admitted' || now < this.#pausedUntil) return undefined;
    if (now - this.#lookedAt > lookAgain) {
      this.#lookedAt = now;
      for (const { name } of lanes) this.#maybe.add(name);
    }
    return lanes.find(({ name, priority }) => this.#maybe.has(name) && this.#hands.count(priority) < this.#hand);
  }
}
