import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { contractHeader, contractVersion } from '../contract.ts';
import { errorBody } from './errors.ts';

const statusOf: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const head = {
  [contractHeader]: String(contractVersion),
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
};

/** Answers what is not HTTP, or not wholly: it never becomes a request, so nothing else can answer it in our form. */
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
      const body = JSON.stringify(errorBody('bad_request', 'The bridge could not read this as an HTTP request.'));
      const lines = Object.entries({ ...head, 'content-length': body.length, connection: 'close' });
      const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.end(`HTTP/1.1 ${status} ${String(STATUS_CODES[status])}\r\n${text}\r\n${body}`);
    },
  );
  listener.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = errorBody('bad_request', 'The bridge does not do what the header Expect asks for.');
    response.writeHead(417, head).end(JSON.stringify(body));
  });
}
