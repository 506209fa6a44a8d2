import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelPullOptions } from '../../../core/plugin-api/index.ts';

type Fault = (request: IncomingMessage, response: ServerResponse, bytes: Buffer) => boolean;

/** A server of files over HTTP, with faults that tests set. */
export class Mirror {
  /** Method, path and requested range of each request, in order. */
  readonly requests: string[] = [];
  /** Responds instead of the mirror; false to let it respond. */
  fault: Fault = () => false;
  url = '';
  readonly #server: Server;

  /** @param read the bytes of a path; undefined if there is no file */
  constructor(read: (path: string) => Buffer | undefined) {
    this.#server = createServer((request, response) => {
      const { method = '', url = '', headers } = request;
      this.requests.push([method, url, headers.range].filter(Boolean).join(' '));
      const bytes = read(url);
      if (this.fault(request, response, bytes ?? Buffer.alloc(0))) return;
      if (!bytes) {
        response.writeHead(404).end();
        return;
      }
      const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
      if (from >= bytes.length && from > 0) {
        response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
        return;
      }
      response.writeHead(from > 0 ? 206 : 200, {
        'content-length': bytes.length - from,
        ...(from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
      });
      response.end(method === 'HEAD' ? undefined : bytes.subarray(from));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.url;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Runs a test with a mirror that listens. */
export async function withMirror(
  read: (path: string) => Buffer | undefined,
  use: (mirror: Mirror) => Promise<void>,
): Promise<void> {
  const mirror = new Mirror(read);
  await mirror.listen();
  try {
    await use(mirror);
  } finally {
    mirror.close();
  }
}

export function pullOptions(extra: Partial<ModelPullOptions> = {}): ModelPullOptions {
  return { signal: new AbortController().signal, onProgress: () => undefined, ...extra };
}

/** Name and message of the expected error. */
export async function failure(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('it did not fail');
  return `${error.name}: ${error.message}`;
}
