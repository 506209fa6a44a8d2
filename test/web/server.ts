import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as HTML instead of JSON. */
  readonly html?: string;
}

/** A server whose responses the test determines, and which records its requests. */
export class ScriptedServer {
  readonly asked: string[] = [];
  answer: (asked: string, request: IncomingMessage) => Answer | Promise<Answer> = () => ({ json: {} });
  #server = createServer();

  /** @param port 0 for a free one @returns the address of the server */
  async start(port = 0): Promise<string> {
    this.#server = createServer((request, response) => {
      const asked = `${request.method ?? ''} ${request.url ?? ''}`;
      this.asked.push(asked);
      const answer = this.answer(asked, request);
      // Discards the body if the test does not read it.
      request.resume();
      void Promise.resolve(answer).then(({ status = 200, json, html, headers }) => {
        response.writeHead(status, {
          'content-type': html === undefined ? 'application/json' : 'text/html',
          ...headers,
        });
        response.end(html ?? JSON.stringify(json));
      });
    });
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
