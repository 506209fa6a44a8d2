import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendAnswer } from './fake-bridge-answer.ts';
import type { FakeAnswer, FakeRequest } from './fake-bridge-exchange.ts';
import { FakeFaults, type FakeRoute } from './fake-bridge-faults.ts';
import { FakeLibrary, type FileFacts } from './fake-bridge-library.ts';
import { rightAnswer, routeOf } from './fake-bridge-routes.ts';

export type Tamper = (
  request: FakeRequest,
  next: (request: FakeRequest) => Promise<FakeAnswer>,
) => FakeAnswer | Promise<FakeAnswer>;

/**
 * A bridge in this process that keeps its photos in memory, tells every change at once, and breaks as it is told. It is
 * made of node:http alone, so that it shares no code with the bridge that is shipped.
 *
 *     const bridge = await startFakeBridge();
 *     const uid = bridge.put('Trip/beach.jpg', bytes, { captureTime: 1_700_000_000 });
 *     bridge.faults.body = { uid, cutAfter: 100, times: 1 };
 *     bridge.faults.answers.set('timeline', { status: 429, headers: { 'retry-after': '2' }, times: 1 });
 *     bridge.faults.health = { loggedIn: false, reason: 'wrong_key' };
 *     …
 *     await bridge.close();
 *
 * Folders are albums, `IMG.jpg` and `IMG.mov` of one folder are a live photo. Thumbnails are made of the photos' bytes
 * when those are pictures, and are chosen with `setThumbnail`. `bridge.library` has what is not here.
 */
export class FakeBridge {
  readonly token = randomBytes(32).toString('base64url');
  readonly library = new FakeLibrary();
  readonly faults = new FakeFaults();
  /** Requests that came, by route, since the start or the last `clear()` of this map. */
  readonly requests = new Map<FakeRoute, number>();
  /** Every request in order, as `GET /timeline?limit=2`. */
  readonly log: string[] = [];
  /** Bodies that were begun and are neither sent nor given up. */
  openBodies = 0;
  /** Stands between request and answer; for bridges that are wrong in ways that no switch knows. */
  tamper: Tamper | undefined;
  readonly #thumbnails = new Map<string, Buffer | null>();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        console.error('the fake bridge is itself broken', error);
        response.destroy();
      });
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Such as `http://127.0.0.1:40123`, or `unix:/path` when it listens there. */
  get url(): string {
    const address = this.#server.address();
    return typeof address === 'string' ? `unix:${address}` : `http://127.0.0.1:${address?.port ?? 0}`;
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  requestCount(route: FakeRoute): number {
    return this.requests.get(route) ?? 0;
  }

  /** Adds a file or replaces its bytes; answers its uid. `path` ends as its format does, such as `Trip/beach.jpg`. */
  put(path: string, bytes: Uint8Array, facts?: FileFacts): string {
    return this.library.put(path, bytes, facts);
  }

  /** @param photo uid or path */
  remove(photo: string): void {
    this.library.remove(photo);
  }

  /** @param photo uid or path */
  rename(photo: string, to: string): void {
    this.library.rename(photo, to);
  }

  /** @param photo uid or path, or `*` for all; @param picture null for a photo without thumbnails */
  setThumbnail(photo: string, picture: Buffer | null): void {
    this.#thumbnails.set(this.library.uidOf(photo), picture);
  }

  /** @param at a port of 127.0.0.1, or the path of a unix socket */
  async listen(at: number | string): Promise<void> {
    if (typeof at === 'string') this.#server.listen(at);
    else this.#server.listen(at, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Ends every connection and stops listening; `listen` may follow, as when a bridge was started again. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const url = new URL(message.url ?? '/', 'http://bridge');
    const request: FakeRequest = {
      method: message.method ?? 'GET',
      path: url.pathname.replace(/^\/v1(?=\/)/, ''),
      query: url.searchParams,
      headers: message.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    const known = url.pathname.startsWith('/v1/') ? routeOf(request.path) : undefined;
    this.log.push(`${request.method} ${request.path}${url.search}`);
    if (known) this.requests.set(known.route, this.requestCount(known.route) + 1);
    if (this.faults.latencyMs > 0) await sleep(this.faults.latencyMs);
    if (known && this.faults.silent.has(known.route)) return;
    const answer = await this.#answer(request, known?.route);
    const bodyFault = known?.route === 'full' || known?.route === 'motion' ? this.faults.takeBody(known.uid) : undefined;
    this.openBodies += 1;
    response.once('close', () => (this.openBodies -= 1));
    await sendAnswer(response, answer, {
      contract: this.faults.contract,
      isHead: request.method === 'HEAD',
      fault: bodyFault,
    });
  }

  #answer(request: FakeRequest, route: FakeRoute | undefined): FakeAnswer | Promise<FakeAnswer> {
    const fault = route && this.faults.takeAnswer(route);
    if (fault) return { status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? null };
    const { token, library, faults } = this;
    const next = (asked: FakeRequest): Promise<FakeAnswer> =>
      rightAnswer(asked, { token, library, faults, thumbnails: this.#thumbnails });
    return this.tamper ? this.tamper(request, next) : next(request);
  }
}

/** @param at a port of 127.0.0.1 (0: a free one), or the path of a unix socket */
export async function startFakeBridge({ at = 0 }: { at?: number | string } = {}): Promise<FakeBridge> {
  const bridge = new FakeBridge();
  await bridge.listen(at);
  return bridge;
}
