import { errors, type NatsConnection } from '@nats-io/transport-node';
import type { PluginLog } from 'photofinch/plugin-api';
import type { Names } from '../nats/names.ts';
import { fingerprintOf, type KeyPair } from '../wire/keys.ts';
import type { Offer } from '../wire/offer.ts';
import { readInstructions, Refused, type Instructions } from '../wire/talk.ts';
import { Bell } from './bell.ts';
import { ServerSession, SessionOver, WrongServer } from './server-session.ts';

interface Parts {
  readonly names: Names;
  readonly key: KeyPair;
  /** The required fingerprint of the server's key; if undefined, the first server that answers is trusted. */
  readonly server: string | undefined;
  readonly log: PluginLog;
  readonly connection: () => NatsConnection | undefined;
  readonly offer: () => Offer;
  /** Whether the models can work. */
  readonly able: () => boolean;
  /** The jobs that the worker holds. */
  readonly holding: () => readonly string[];
  readonly onTold: (instructions: Instructions) => void;
}

/** Milliseconds between two attempts to reach the server. */
const searching = 3000;

/** Announces this worker to the server and receives instructions: at the start, every few seconds, and after each change. */
export class Announcer {
  readonly #with: Parts;
  #session: ServerSession | undefined;
  #server: string | undefined;
  #told: Instructions | undefined;
  /** The last logged sentence, so that a state is logged once. */
  #said = '';
  readonly #bell = new Bell();

  constructor(parts: Parts) {
    this.#with = parts;
    this.#server = parts.server;
  }

  /** Undefined while the server is unreachable. */
  get session(): ServerSession | undefined {
    return this.#told && this.#session;
  }

  get told(): Instructions | undefined {
    return this.#told;
  }

  /** Triggers an announcement now. */
  soon(): void {
    this.#bell.ring();
  }

  /** Must be called when the server has restarted or the connection has changed: opens a new session. */
  forget(): void {
    this.#session?.end();
    this.#session = undefined;
    this.#told = undefined;
    this.soon();
  }

  async run(signal: AbortSignal): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      const connection = this.#with.connection();
      const pause = connection ? await this.#announce(connection) : searching;
      await this.#bell.heard(pause, signal);
    }
  }

  /** Signs off, so that other workers get the jobs that this one holds. */
  async leave(): Promise<void> {
    await this.session?.ask({ kind: 'leave' }).catch(() => undefined);
  }

  /** @returns milliseconds until the next time */
  async #announce(connection: NatsConnection): Promise<number> {
    const { names, key, offer, holding, able, onTold } = this.#with;
    try {
      const session =
        this.#session ?? (await ServerSession.open(connection, names, { own: key, server: this.#server }));
      this.#session = session;
      const answer = await session.ask({ kind: 'announce', offer: offer(), holding: holding(), able: able() });
      if (this.#session !== session) return 0;
      // Trust on first use: after a server has proven its key, no other server is accepted.
      this.#server ??= fingerprintOf(session.serverKey);
      this.#told = readInstructions(answer.toString());
      this.#tell(this.#told);
      onTold(this.#told);
      return this.#told.every * 1000;
    } catch (error) {
      this.#session = undefined;
      this.#told = undefined;
      if (error instanceof SessionOver) return 0;
      if (!connection.isClosed()) this.#say('warn', sentenceOf(error, names.prefix));
      return searching;
    }
  }

  #tell({ standing }: Instructions): void {
    const fingerprint = fingerprintOf(this.#with.key.publicKey);
    switch (standing) {
      case 'admitted':
        this.#say('info', 'The server has admitted this worker.');
        break;
      case 'waiting':
        this.#say('info', `An admin has to admit this worker: photofinch workers admit ${fingerprint}`);
        break;
      case 'set aside':
        this.#say('warn', 'The server has set this worker aside for wrong answers: its page “Workers” says more.');
    }
  }

  #say(level: 'info' | 'warn', sentence: string): void {
    if (sentence !== this.#said) this.#with.log[level](sentence);
    this.#said = sentence;
  }
}

function sentenceOf(error: unknown, prefix: string): string {
  if (error instanceof WrongServer) {
    return `${error.message} Correct ML_WORKER_SERVER, or start the worker again if the server has a new key.`;
  }
  if (error instanceof Refused) {
    return `The server refuses what this worker says: ${error.message}. Mend its models, or have both run the same version.`;
  }
  const isAway = error instanceof errors.TimeoutError || error instanceof errors.NoRespondersError;
  if (isAway || (error instanceof errors.RequestError && error.isNoResponders())) {
    return `No server listens at NATS for ${prefix}: start it with PLUGINS=ml-nats, or correct ML_NATS_PREFIX.`;
  }
  return `The server cannot be understood: ${error instanceof Error ? error.message : String(error)}`;
}
