import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  readonly status?: number;
  readonly json?: unknown;
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
      request.resume();
      const asked = `${request.method ?? ''} ${request.url ?? ''}`;
      this.asked.push(asked);
      void Promise.resolve(this.answer(asked, request)).then(({ status = 200, json, html }) => {
        response.writeHead(status, { 'content-type': html === undefined ? 'application/json' : 'text/html' });
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
