import { setMaxListeners } from 'node:events';
import { linkedSignal, MemoryBudget } from 'photofinch/plugin-api/toolkit';
import type { Dispatcher } from 'undici';
import type { Connection, UpstreamAnswer } from './connection.ts';
import { failureOf, UpstreamFailure } from './failure.ts';

interface LaneOptions {
  readonly atOnce: number;
  readonly connect: () => Connection;
  /**
   * Called with each new connection, before any other request is sent over it.
   * @throws UpstreamFailure if no request may be sent to the program at its other end; the signal's reason
   */
  readonly check?: (connection: Connection, signal: AbortSignal) => Promise<unknown>;
}

/** Persistent connections, at most `atOnce`. Requests wait for one in the order in which they arrive. */
export class Lane {
  readonly #options: LaneOptions;
  readonly #connections = new Map<Connection, 'idle' | 'in use' | 'in use for the last time'>();
  /**
   * One for each request with a connection, or with the right to begin one, until the body of its response has ended. With
   * the idle connections, they are at most `atOnce`. The budget counts requests, not bytes.
   */
  readonly #turns: MemoryBudget;
  readonly #closing = new AbortController();

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#turns = new MemoryBudget(options.atOnce);
    // Each request that waits adds a listener.
    setMaxListeners(0, this.#closing.signal);
  }

  /** @throws UpstreamFailure; the signal's reason */
  async ask(request: Dispatcher.RequestOptions, signal: AbortSignal): Promise<UpstreamAnswer> {
    const waiting = linkedSignal(signal, this.#closing.signal);
    const endTurn = await this.#turns.take(1, { signal: waiting.signal }).finally(waiting.release);
    try {
      const answer = await this.#tried(request, signal);
      answer.body.once('close', endTurn);
      return answer;
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  /** Ends the idle connections, and those in use after their responses. */
  renew(): void {
    for (const [connection, state] of this.#connections) {
      if (state === 'idle') void this.#end(connection);
      else this.#connections.set(connection, 'in use for the last time');
    }
  }

  /** Ends all connections, and fails all requests. */
  async close(): Promise<void> {
    this.#closing.abort(failureOf(new Error('The connections are closed.')));
    await Promise.all([...this.#connections.keys()].map((connection) => this.#end(connection)));
  }

  /** Tries once more over a new connection: the upstream may have ended the first one. */
  async #tried(request: Dispatcher.RequestOptions, signal: AbortSignal): Promise<UpstreamAnswer> {
    const idle = this.#takeIdle();
    try {
      return await (idle ? this.#ask(idle, request, signal) : this.#askOverNew(request, signal));
    } catch (error) {
      if (!(error instanceof UpstreamFailure) || error.kind !== 'unreachable') throw error;
      return this.#askOverNew(request, signal);
    }
  }

  async #askOverNew(request: Dispatcher.RequestOptions, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { check } = this.#options;
    if (!check) return this.#ask(this.#connect(), request, signal);
    // Twice, since an upstream that is stopping may also end the connection: the second one leads to what listens by then.
    for (let checks = 0; checks < 2; checks += 1) {
      const connection = this.#connect();
      await this.#orEnd(connection, check(connection, signal));
      if (!(await connection.isEndedByResponse())) return this.#ask(connection, request, signal);
      void this.#end(connection);
    }
    // A server or proxy that ends each connection with its response can only be checked over the connections before, which
    // is weaker: another program may take its place in between.
    return this.#ask(this.#connect(), { ...request, reset: true }, signal);
  }

  async #ask(connection: Connection, request: Dispatcher.RequestOptions, signal: AbortSignal): Promise<UpstreamAnswer> {
    const answer = await this.#orEnd(connection, connection.ask(request, signal));
    answer.body.once('close', () => {
      if (this.#connections.get(connection) === 'in use' && connection.isOpen)
        this.#connections.set(connection, 'idle');
      else void this.#end(connection);
    });
    return answer;
  }

  /** Ends a connection if its request fails. */
  async #orEnd<T>(connection: Connection, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      void this.#end(connection);
      throw error;
    }
  }

  #takeIdle(): Connection | undefined {
    for (const [connection, state] of this.#connections) {
      if (state !== 'idle') continue;
      if (connection.isOpen) {
        this.#connections.set(connection, 'in use');
        return connection;
      }
      void this.#end(connection);
    }
    return undefined;
  }

  #connect(): Connection {
    this.#closing.signal.throwIfAborted();
    const connection = this.#options.connect();
    this.#connections.set(connection, 'in use');
    return connection;
  }

  #end(connection: Connection): Promise<void> {
    this.#connections.delete(connection);
    return connection.end();
  }
}
