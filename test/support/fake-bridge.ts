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
 * A bridge in this process with its photos in memory. It reports every change at once, and fails on demand. It only
 * uses node:http, so that it shares no code with the shipped bridge.
 *
 *   const bridge = await startFakeBridge();
 *   const uid = bridge.put('Trip/beach.jpg', bytes, { captureTime: 1_700_000_000 });
 *   bridge.faults.body = { uid, cutAfter: 100, times: 1 };
 *   bridge.faults.answers.set('timeline', { status: 429, headers: { 'retry-after': '2' }, times: 1 });
 *   bridge.faults.health = { loggedIn: false, reason: 'wrong_key' };
 *   …
 *   await bridge.close();
 *
 * Folders are albums; `IMG.jpg` and `IMG.mov` in the same folder are a live photo. Thumbnails are made from photos that
 * are pictures, or set with `setThumbnail`. `bridge.library` has further methods.
 */
export class FakeBridge {
  readonly token = randomBytes(32).toString('base64url');
  readonly library = new FakeLibrary();
  readonly faults = new FakeFaults();
  /** The number of requests by route, since the start or the last `clear()` of this map. */
  readonly requests = new Map<FakeRoute, number>();
  /** All requests in order: `GET /timeline?limit=2`. */
  readonly log: string[] = [];
  /** Bodies that are neither completely sent nor abandoned. */
  openBodies = 0;
  /** Changes responses; for faults that no switch covers. */
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

  /** Such as `http://127.0.0.1:40123`, or `unix:/path` for a Unix socket. */
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

  /**
   * Adds a file or replaces its bytes. The extension of `path` matches the format: `Trip/beach.jpg`.
   * @returns its uid
   */
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

  /** @param at a port of 127.0.0.1, or the path of a Unix socket */
  async listen(at: number | string): Promise<void> {
    if (typeof at === 'string') this.#server.listen(at);
    else this.#server.listen(at, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Ends every connection and stops listening. `listen` may follow, like a restart of the bridge. */
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
    const bodyFault =
      known?.route === 'full' || known?.route === 'motion' ? this.faults.takeBody(known.uid) : undefined;
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

/** @param at a port of 127.0.0.1 (0: a free one), or the path of a Unix socket */
export async function startFakeBridge({ at = 0 }: { at?: number | string } = {}): Promise<FakeBridge> {
  const bridge = new FakeBridge();
  await bridge.listen(at);
  return bridge;
}
