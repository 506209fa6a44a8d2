import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as HTML instead of JSON. */
  readonly html?: string;
}

/** A server on a free port whose answers a test decides by path, and which counts what it was asked. */
export class ScriptedServer {
  readonly asked: string[] = [];
  answer: (asked: string, request: IncomingMessage) => Answer | Promise<Answer> = () => ({ json: {} });
  #server = createServer();

  /** Starts, on the port of last time when there was one. Answers its address. */
  async start(port = 0): Promise<string> {
    this.#server = createServer((request, response) => {
      const asked = `${request.method ?? ''} ${request.url ?? ''}`;
      this.asked.push(asked);
      const answer = this.answer(asked, request);
      // What a test does not read itself.
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
