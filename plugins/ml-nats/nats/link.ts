import { setTimeout as pause } from 'node:timers/promises';
import {
  connect,
  credsAuthenticator,
  errors,
  nkeyAuthenticator,
  type ConnectionOptions,
  type NatsConnection,
} from '@nats-io/transport-node';
import type { PluginLog } from 'photofinch/plugin-api';
import type { Account, NatsSettings } from './settings.ts';
import { isRefusal, troubleWith } from './trouble.ts';

/** Milliseconds: the first pause after a failure, and the longest. */
const firstPause = 500;
const longestPause = 15_000;

/** Milliseconds in which a connection is made, and between two questions whether the other side is still there. */
const patience = 10_000;
const pingInterval = 10_000;

interface Parts {
  readonly settings: NatsSettings;
  /** What NATS lists the connection as. */
  readonly name: string;
  /** The beginning of subjects at which answers arrive. */
  readonly inbox: string;
  readonly log: PluginLog;
  /** Ends the connection when it is aborted, and all attempts at one. */
  readonly signal: AbortSignal;
  /** Called with each new connection, of which there is one at a time. If it throws, another one is made after a pause. */
  readonly onUp: (connection: NatsConnection) => Promise<void>;
  readonly onDown: () => void;
  /** Told, once, that the very first attempt was refused for the account: nobody need wait for that to change by itself. */
  readonly onRefused?: (sentence: string) => void;
}

/**
 * A connection to NATS; a new one whenever it is lost. Only the addresses in the settings are ever spoken to: those that a cluster
 * tells of are not followed.
 */
export class NatsLink {
  readonly #with: Parts;
  #connection: NatsConnection | undefined;
  #trouble: string | null = null;
  #downSince = performance.now();

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /** Undefined while there is none. */
  get connection(): NatsConnection | undefined {
    return this.#connection?.isClosed() ? undefined : this.#connection;
  }

  /** What is in the way of a connection, in a sentence; null while nothing is known to be. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Milliseconds for which there has been no connection; 0 while there is one. */
  get downFor(): number {
    return this.connection ? 0 : performance.now() - this.#downSince;
  }

  /** Resolves when the signal is aborted and the connection closed. */
  async run(): Promise<void> {
    const { signal, onRefused } = this.#with;
    const isOver = (): boolean => signal.aborted;
    let wait = firstPause;
    let first = true;
    while (!isOver()) {
      try {
        const connection = await connect(optionsOf(this.#with));
        wait = firstPause;
        await this.#stay(connection);
      } catch (error) {
        if (isOver()) return;
        this.#tell(error);
        if (first && isRefusal(error)) onRefused?.(this.#trouble ?? '');
      }
      first = false;
      await pause(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(2 * wait, longestPause);
    }
  }

  /** @throws what ended the connection, unless it was closed here */
  async #stay(connection: NatsConnection): Promise<void> {
    const { signal, log, onUp, onDown } = this.#with;
    const close = (): void => void connection.close();
    signal.addEventListener('abort', close);
    const watching = this.#watch(connection);
    try {
      if (signal.aborted) return;
      await onUp(connection);
      this.#connection = connection;
      this.#trouble = null;
      log.info('NATS is connected', { server: connection.getServer() });
      const reason = await connection.closed();
      throw reason ?? new errors.ConnectionError('the connection was closed');
    } finally {
      signal.removeEventListener('abort', close);
      this.#connection = undefined;
      this.#downSince = performance.now();
      onDown();
      await connection.close();
      await watching;
    }
  }

  /** Tells what NATS complains of; it goes on after that. */
  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type !== 'error') continue;
      this.#with.log.warn(troubleWith(status.error, this.#with.settings.servers));
    }
  }

  #tell(error: unknown): void {
    const sentence = troubleWith(error, this.#with.settings.servers);
    // Once, and not with each attempt.
    if (sentence !== this.#trouble) this.#with.log.warn(sentence);
    this.#trouble = sentence;
  }
}

function optionsOf({ settings, name, inbox }: Parts): ConnectionOptions {
  const { servers, tls } = settings;
  return {
    servers: [...servers],
    name,
    inboxPrefix: inbox,
    timeout: patience,
    pingInterval,
    maxPingOut: 2,
    // A new one is made here, by `run`: whoever has work at a connection knows that it ended with it.
    reconnect: false,
    ignoreClusterUpdates: true,
    ...(tls && { tls: filesOf(tls) }),
    ...authenticationOf(settings.account),
  };
}

function filesOf({ ca, cert, key }: NonNullable<NatsSettings['tls']>): NonNullable<ConnectionOptions['tls']> {
  return { ...(ca && { caFile: ca }), ...(cert && { certFile: cert }), ...(key && { keyFile: key }) };
}

function authenticationOf(account: Account): Partial<ConnectionOptions> {
  switch (account.kind) {
    case 'none':
      return {};
    case 'token':
      return { token: account.token };
    case 'password':
      return { user: account.user, pass: account.password };
    case 'credentials':
      return { authenticator: credsAuthenticator(new TextEncoder().encode(account.content)) };
    case 'nkey':
      return { authenticator: nkeyAuthenticator(new TextEncoder().encode(account.seed)) };
  }
}
