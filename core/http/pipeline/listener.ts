import { createServer, type Server } from 'node:http';
import { answerClientErrors } from '../../plugin-api/toolkit/index.ts';
import { kindHeader } from './errors.ts';
import { securityHeaders } from './security-headers.ts';

/** How long a listener waits for clients that send little or nothing, and for how many of them. */
export interface ListenerLimits {
  /** Milliseconds for the head of a request. */
  readonly head: number;
  /** Milliseconds for all of a request. */
  readonly request: number;
  /** Milliseconds between two searches for clients that took too long. */
  readonly checkEvery: number;
  readonly connections: number;
}

const usual: ListenerLimits = {
  // No browser takes longer, and a client that waits on purpose holds a connection.
  head: 20_000,
  // More than uploads are given, which have their own words for being slow.
  request: 150_000,
  checkEvery: 5000,
  // Each takes a file descriptor, and the index, pictures and the photo source need some as well. A browser opens six, a
  // proxy far fewer than it has clients.
  connections: 2000,
};

/** Listens for connections, and ends those beyond the limit at once. */
export function createListener(limits: ListenerLimits = usual): Server {
  const listener = createServer({
    // Node's own answer to a request that names no host comes without our headers: see `checkRequest`.
    requireHostHeader: false,
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.checkEvery,
  });
  listener.maxConnections = limits.connections;
  answerUnreadable(listener);
  return listener;
}

/** Connections that a port takes. */
export const mostConnections = usual.connections;

/** Answers 503 while no application is behind the port. */
export function answerNobody(): Server {
  const listener = createListener();
  listener.on('request', (_request, response) => {
    response.shouldKeepAlive = false;
    response
      .writeHead(503, { ...head, [kindHeader]: 'not_ready', 'Cache-Control': 'no-store', 'Retry-After': '2' })
      .end(JSON.stringify({ detail: 'The server is not ready yet: try again in a moment.' }));
  });
  // Starts Node's timeouts for silent connections.
  listener.emit('listening');
  return listener;
}

const head = { ...securityHeaders, 'Content-Type': 'application/json; charset=utf-8' };

/** Answers invalid HTTP, which never becomes a request, so our headers must be added here. */
function answerUnreadable(listener: Server): void {
  answerClientErrors(listener, {
    unreadable: (status) => ({
      headers: { ...head, [kindHeader]: status === 408 ? 'too_slow' : 'bad_input' },
      body: JSON.stringify({ detail: 'The server could not read this as an HTTP request.' }),
    }),
    unexpected: () => ({
      headers: { ...head, [kindHeader]: 'bad_input', 'Cache-Control': 'no-store' },
      body: JSON.stringify({ detail: 'The server does not do what the header Expect asks for.' }),
    }),
  });
}
