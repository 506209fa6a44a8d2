import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A response in the server's own format. */
export interface ClientErrorAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ClientErrorAnswers {
  /** The response to invalid or incomplete HTTP. @param status 400, 408 or 431 */
  unreadable(status: number): ClientErrorAnswer;
  /** The response to a header `Expect` other than `100-continue`: 417. */
  unexpected(): ClientErrorAnswer;
}

const statusOf: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Responds to what never becomes a request, so that no route can respond to it in the server's format. */
export function answerClientErrors(listener: Server, answers: ClientErrorAnswers): void {
  listener.removeAllListeners('clientError');
  listener.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: { headersSent: boolean } }) => {
      // A response that has started would be garbled. (Node's own handler reads `_httpMessage` for the same purpose.)
      if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) {
        socket.destroy();
        return;
      }
      const status = statusOf[error.code ?? ''] ?? 400;
      const { headers, body } = answers.unreadable(status);
      const head = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status} ${String(STATUS_CODES[status])}\r\n${lines.join('')}\r\n${body}`);
    },
  );
  listener.on('checkExpectation', (_request, response: ServerResponse) => {
    const { headers, body } = answers.unexpected();
    response.writeHead(417, headers).end(body);
  });
}
