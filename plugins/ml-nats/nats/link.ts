import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
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
import { isRefusal, natsProblem } from './trouble.ts';

/** Milliseconds: the first pause after a failure, and the longest. */
const firstPause = 500;
const longestPause = 15_000;

/** Milliseconds: the time limit for connecting, and the interval between pings. */
const patience = 10_000;
const pingInterval = 10_000;

interface Parts {
  readonly settings: NatsSettings;
  /** The name of the connection in the lists of NATS. */
  readonly name: string;
  /** The prefix of the subjects on which replies arrive. */
  readonly inbox: string;
  readonly log: PluginLog;
  /** Aborting it closes the connection and stops all attempts to connect. */
  readonly signal: AbortSignal;
  /** Called with each new connection; there is one at a time. If it throws, the link reconnects after a pause. */
  readonly onUp: (connection: NatsConnection) => Promise<void>;
  readonly onDown: () => void;
  /** Called once, if NATS refuses the account at the very first attempt: waiting does not help then. */
  readonly onRefused?: (sentence: string) => void;
}

/**
 * Keeps a connection to NATS, and reconnects whenever it is lost. It connects only to the addresses in the settings and
 * ignores those that a cluster announces.
 */
export class NatsLink {
  readonly #with: Parts;
  #connection: NatsConnection | undefined;
  #trouble: string | null = null;
  #downSince = performance.now();

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /** Undefined while disconnected. */
  get connection(): NatsConnection | undefined {
    return this.#connection?.isClosed() ? undefined : this.#connection;
  }

  /** Why there is no connection, as a sentence; null while no error is known. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Milliseconds since the connection was lost; 0 while connected. */
  get downFor(): number {
    return this.connection ? 0 : performance.now() - this.#downSince;
  }

  /** Resolves once the signal is aborted and the connection is closed. */
  async run(): Promise<void> {
    const { signal, onRefused } = this.#with;
    const isOver = (): boolean => signal.aborted;
    let wait = firstPause;
    let isFirst = true;
    while (!isOver()) {
      try {
        const connection = await connect(optionsOf(this.#with));
        wait = firstPause;
        await this.#stay(connection);
      } catch (error) {
        if (isOver()) return;
        this.#tell(error);
        if (isFirst && isRefusal(error)) onRefused?.(this.#trouble ?? '');
      }
      isFirst = false;
      await pause(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(2 * wait, longestPause);
    }
  }

  /** @throws the error that ended the connection, unless the signal closed it */
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

  /** Logs the errors that NATS reports; the connection survives them. */
  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type !== 'error') continue;
      this.#with.log.warn(natsProblem(status.error, this.#with.settings.servers));
    }
  }

  #tell(error: unknown): void {
    const sentence = natsProblem(error, this.#with.settings.servers);
    // Log a problem once, not at each attempt.
    if (sentence !== this.#trouble) this.#with.log.warn(sentence);
    this.#trouble = sentence;
  }
}

/**
 * Connects once and looks for JetStream, without any change at NATS.
 * @returns why that fails, as a sentence; null if it does not
 */
export async function troubleOfNats(parts: Pick<Parts, 'settings' | 'name' | 'inbox'>): Promise<string | null> {
  let connection: NatsConnection | undefined;
  const { servers } = parts.settings;
  try {
    // The addresses are tried one after the other, and a check has 15 seconds.
    connection = await connect({ ...optionsOf(parts), timeout: patience / servers.length });
    await jetstreamManager(connection, { timeout: patience / 2 });
    return null;
  } catch (error) {
    return natsProblem(error, servers);
  } finally {
    await connection?.close();
  }
}

function optionsOf({ settings, name, inbox }: Pick<Parts, 'settings' | 'name' | 'inbox'>): ConnectionOptions {
  const { servers, tls } = settings;
  return {
    servers: [...servers],
    name,
    inboxPrefix: inbox,
    timeout: patience,
    pingInterval,
    maxPingOut: 2,
    // `run` reconnects instead: what depends on a connection must know that it ended.
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
