import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { kindHeader } from './errors.ts';
import { securityHeaders } from './security-headers.ts';

const statusOf: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const jsonType = { 'Content-Type': 'application/json; charset=utf-8' };

/**
 * Answers what is not HTTP, or not wholly: it never becomes a request, so that nothing else can put our headers on the
 * answer.
 */
export function answerClientErrors(listener: Server): void {
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
