import { Agent, createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** The results of the requests for one path. */
export interface Passed {
  /** Bytes in response bodies. */
  bytes: number;
  /** Complete responses with status 200 or 206. */
  whole: number;
  /** The largest announced response size in bytes. */
  largest: number;
}

/**
 * A proxy in front of a bridge that counts traffic. It changes nothing, except for what the bridge claims about
 * originals, if `claims` is set.
 */
export class CountingProxy {
  /** By path, without `/v1` and with the query. */
  readonly passed = new Map<string, Passed>();
  /** Bytes of photos and previews. */
  bytes = 0;
  /** Called with the path before a request is passed on; the request waits for it. */
  beforePass: (path: string) => Promise<void> | void = () => undefined;
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param options.claims what the bridge's health is to claim about its originals */
  static async start(bridge: string, { claims }: { claims?: 'cheap' | 'metered' } = {}): Promise<CountingProxy> {
    const server = createServer((request, response) => {
      proxy.#pass(bridge, request, response, claims).catch(() => response.destroy());
    });
    const proxy = new CountingProxy(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
    this.#agent.destroy();
  }

  async #pass(bridge: string, request: IncomingMessage, response: ServerResponse, claims?: string): Promise<void> {
    const { url = '', method = 'GET', headers } = request;
    await this.beforePass(url.slice('/v1'.length));
    // The client may have left.
    if (response.destroyed) return;
    const upstream = ask(new URL(url, bridge), { method, headers, agent: this.#agent });
    const leave = (): void => {
      if (!response.writableFinished) upstream.destroy();
    };
    response.once('close', leave);
    try {
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        upstream.once('response', resolve).once('error', reject);
      });
      await pipeline(request, upstream);
      const answer = await answered;
      if (claims !== undefined && url.startsWith('/v1/health')) await this.#tell(answer, response, claims);
      else await this.#carry(url.slice('/v1'.length), answer, response);
    } catch {
      response.destroy();
    }
  }

  async #carry(path: string, answer: IncomingMessage, response: ServerResponse): Promise<void> {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    const isPhoto = path.startsWith('/photos/') && (answer.statusCode === 200 || answer.statusCode === 206);
    const seen = this.passed.get(path) ?? { bytes: 0, whole: 0, largest: 0 };
    seen.largest = Math.max(seen.largest, Number(answer.headers['content-length'] ?? Infinity));
    if (isPhoto) this.passed.set(path, seen);
    answer.on('data', ({ length }: Buffer) => {
      if (!isPhoto) return;
      seen.bytes += length;
      this.bytes += length;
    });
    await pipeline(answer, response);
    seen.whole += 1;
  }

  async #tell(answer: IncomingMessage, response: ServerResponse, originals: string): Promise<void> {
    const text = Buffer.concat((await answer.toArray()) as Buffer[]).toString();
    const health = JSON.parse(text) as { capabilities?: object };
    const body = JSON.stringify({ ...health, capabilities: { ...health.capabilities, originals } });
    response.writeHead(200, { ...answer.headers, 'content-length': Buffer.byteLength(body) }).end(body);
  }
}
