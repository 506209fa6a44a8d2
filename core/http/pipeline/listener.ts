import { createServer, type Server } from 'node:http';
import { answerClientErrors } from '../../plugin-api/toolkit/index.ts';
import { kindHeader } from './errors.ts';
import { securityHeaders } from './security-headers.ts';

/** Limits for slow or silent clients, and for their number. */
export interface ListenerLimits {
  /** Milliseconds for the head of a request. */
  readonly head: number;
  /** Milliseconds for a whole request. */
  readonly request: number;
  /** Milliseconds for which a connection stays open between two requests. */
  readonly idle: number;
  /** Milliseconds between two checks for clients that are too slow. */
  readonly checkEvery: number;
  readonly connections: number;
}

const usual: ListenerLimits = {
  // No browser takes longer, and a client that is slow on purpose occupies a connection.
  head: 20_000,
  // Longer than the limit for uploads, which have their own error for slow clients.
  request: 150_000,
  // Proxies keep idle connections for one or two minutes. Whoever closes first may meet the next request of the other, which
  // fails, so this must not be the server.
  idle: 125_000,
  checkEvery: 5000,
  // Each connection takes a file descriptor; the index, pictures and the photo source need some, too. A browser opens six
  // connections, and a proxy far fewer than it has clients.
  connections: 2000,
};

/** Creates a listener that closes connections beyond the limit at once. */
export function createListener(limits: ListenerLimits = usual): Server {
  const listener = createServer({
    // Node's own answer to a request without a host would lack our headers: see `checkRequest`.
    requireHostHeader: false,
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: limits.checkEvery,
  });
  listener.maxConnections = limits.connections;
  answerUnreadable(listener);
  return listener;
}

/** The maximum number of connections of a port. */
export const connectionLimit = usual.connections;

/** Answers 503 while no server is behind the port. */
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

/** Answers invalid HTTP. It never becomes a request, so our headers must be added here. */
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
