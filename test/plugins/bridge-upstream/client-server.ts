import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import { parseBridgeUrl } from '../../../plugins/bridge-upstream/client/address.ts';
import { defaultTimeLimits, type TimeLimits } from '../../../plugins/bridge-upstream/client/limits.ts';
import type { HealthAnswer } from '../../../plugins/bridge-upstream/contract.ts';
import { isSourceError, type SourceError } from '../../../core/plugin-api/index.ts';

export const token = 'a-token-of-thirty-two-bytes-and-more';
export const neverAborted = new AbortController().signal;

export const goodHealth: HealthAnswer = {
  contract: 1,
  bridge: { name: 'test-bridge', version: '1.2.3' },
  storeId: 'store-1',
  reachable: true,
  loggedIn: true,
  state: 'ready',
  counts: { photos: 3, albums: 0, failed: 0 },
  lastScanAt: 1_700_000_000,
  capabilities: { thumbnails: [512, 1920], range: true, sha1: 'computed', albums: true, tags: false, related: false },
};

type Route = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server whose behaviour a test sets. */
export interface FaultyServer {
  readonly url: string;
  readonly sockets: ReadonlySet<Socket>;
  /** Responses that are neither complete nor aborted. */
  readonly underWay: number;
  /** Requests so far, in the form `GET /v1/health`. */
  readonly asked: string[];
  /** Answers all but `/health`. */
  answer: Route;
  /** Answers `/health`; healthy by default. */
  health: Route;
  close(): Promise<void>;
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-bridge-contract': '1', ...headers });
  response.end(JSON.stringify(body));
}

export function sendError(response: ServerResponse, status: number, code: string, retryable = false): void {
  sendJson(response, { code, detail: `The bridge says ${code}.`, retryable }, status);
}

/** The headers of a photo. @param length the announced number of bytes */
export function photoHeaders(length: number): Record<string, string> {
  return {
    'x-bridge-contract': '1',
    'content-type': 'image/jpeg',
    'content-length': String(length),
    etag: '"rev-1"',
    'last-modified': 'Tue, 14 Nov 2023 22:13:20 GMT',
    'accept-ranges': 'bytes',
  };
}

/** @param listenAt a path for a unix socket; otherwise a free port of this machine */
export async function faultyServer(listenAt?: string): Promise<FaultyServer> {
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  let underWay = 0;
  const route: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    underWay += 1;
    response.once('close', () => (underWay -= 1));
    (request.url === '/v1/health' ? faulty.health : faulty.answer)(request, response);
  };
  const server = createServer(route);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  if (listenAt === undefined) server.listen(0, '127.0.0.1');
  else server.listen(listenAt);
  await once(server, 'listening');
  const faulty: FaultyServer = {
    url: listenAt === undefined ? `http://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix:${listenAt}`,
    sockets,
    asked,
    get underWay() {
      return underWay;
    },
    answer: (_request, response) => {
      sendError(response, 404, 'not_found');
    },
    health: (_request, response) => {
      sendJson(response, goodHealth);
    },
    close: async () => {
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
  return faulty;
}

export function sourceAt(
  url: string,
  { limits, clock, workers = 3 }: { limits?: Partial<TimeLimits>; clock?: () => number; workers?: number } = {},
): BridgeSource {
  return new BridgeSource({
    address: parseBridgeUrl(url),
    token,
    workers,
    limits: { ...defaultTimeLimits, ...limits },
    ...(clock && { clock }),
  });
}

/** The source error with which a call fails. */
export async function failureOf(call: Promise<unknown>): Promise<SourceError> {
  try {
    await call;
  } catch (error) {
    if (isSourceError(error)) return error;
    throw error;
  }
  throw new Error('the call was expected to fail, and did not');
}
