import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An answer in the server's own form. */
export interface ClientErrorAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ClientErrorAnswers {
  /** To what is not HTTP, or not wholly. @param status 400, 408 or 431 */
  unreadable(status: number): ClientErrorAnswer;
  /** To a header `Expect` that asks for something else than to go on: 417. */
  unexpected(): ClientErrorAnswer;
}

const statusOf: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers what never becomes a request, so that nothing else can answer it in the server's form. */
export function answerClientErrors(listener: Server, answers: ClientErrorAnswers): void {
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
