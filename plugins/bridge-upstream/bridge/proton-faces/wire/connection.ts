import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { errorCode, onAbort } from 'photofinch/plugin-api/toolkit';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { failureOf } from './failure.ts';

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Must be read to its end, or destroyed. */
  readonly body: Readable;
}

/**
 * One connection to the upstream, for one request at a time. It is established by the first request, and never again: the
 * program that has answered one request is the only one that can receive the next.
 */
export class Connection {
  readonly #client: Client;
  readonly #ending = new AbortController();
  /** The code of the error with which the connection has ended. */
  readonly #ended: Promise<string>;

  /** @param timeout milliseconds until the connection is established */
  constructor(origin: string, timeout: number) {
    const begin = buildConnector({ timeout, signal: this.#ending.signal });
    let hasBegun = false;
    const connect: buildConnector.connector = (to, callback) => {
      if (hasBegun) {
        callback(new Error('The connection has ended.'), null);
      } else {
        hasBegun = true;
        begin(to, callback);
      }
    };
    // Without a threshold, a connection that the upstream keeps for only a second can be used for that long.
    this.#client = new Client(origin, { pipelining: 1, keepAliveTimeoutThreshold: 0, connect });
    this.#ended = new Promise((resolve) => {
      this.#client.once('disconnect', (...[, , error]) => {
        resolve(errorCode(error));
      });
    });
  }

  /** Whether the connection is established, and can be used again after a response. */
  get isOpen(): boolean {
    return this.#client.stats.connected;
  }

  /** Whether the last response announced the end of the connection. To be called when it has been read to its end. */
  async isEndedByResponse(): Promise<boolean> {
    return !this.isOpen && (await this.#ended) === 'UND_ERR_INFO';
  }

  /**
   * Sends one request, without following redirects. If that fails, the connection has ended.
   * @throws UpstreamFailure `unreachable`, `timeout`, `stranger`; the signal's reason
   */
  async ask(request: Dispatcher.RequestOptions, signal: AbortSignal): Promise<UpstreamAnswer> {
    // The client itself does not notice an abort before the connection is established.
    const stopListening = onAbort(signal, () => void this.end());
    try {
      const { statusCode: status, headers, body } = await this.#client.request({ ...request, signal });
      return { status, headers, body };
    } catch (error) {
      void this.end();
      throw signal.aborted ? signal.reason : failureOf(error);
    } finally {
      stopListening();
    }
  }

  /** Ends the connection, even while it is established or used. */
  async end(): Promise<void> {
    const destroyed = this.#client.destroy();
    this.#ending.abort();
    await destroyed;
  }
}
