import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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

/** What listens for connections. One that is beyond the limit is ended at once. */
export function createListener(limits: ListenerLimits = usual): Server {
  const listener = createServer({
    // Node's own answer to a request that names no host comes without our headers: see `checkRequest`.
    requireHostHeader: false,
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.checkEvery,
  });
  listener.maxConnections = limits.connections;
  answerClientErrors(listener);
  return listener;
}

const statusOf: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const jsonType = { 'Content-Type': 'application/json; charset=utf-8' };

/**
 * Answers what is not HTTP, or not wholly: it never becomes a request, so that nothing else can put our headers on the
 * answer.
 */
function answerClientErrors(listener: Server): void {
  listener.removeAllListeners('clientError');
  listener.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: { headersSent: boolean } }) => {
      // An answer that is under way would only be garbled. (Node's own handler looks at `_httpMessage` for the same end.)
      if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) {
        socket.destroy();
        return;
      }
      const status = statusOf[error.code ?? ''] ?? 400;
      const body = JSON.stringify({ detail: 'The server could not read this as an HTTP request.' });
      const head = {
        ...securityHeaders,
        ...jsonType,
        [kindHeader]: status === 408 ? 'too_slow' : 'bad_input',
        'Content-Length': body.length,
        Connection: 'close',
      };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status} ${String(STATUS_CODES[status])}\r\n${lines.join('')}\r\n${body}`);
    },
  );
  listener.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = JSON.stringify({ detail: 'The server does not do what the header Expect asks for.' });
    response
      .writeHead(417, { ...securityHeaders, ...jsonType, [kindHeader]: 'bad_input', 'Cache-Control': 'no-store' })
      .end(body);
  });
}
