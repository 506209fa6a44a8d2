import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  /** Replaces the correct token; null sends no Authorization header. */
  readonly authorization?: string | null;
}

/** A response, unchecked. */
export interface ProbeResponse {
  /** `GET /timeline?limit=0`, for messages. */
  readonly asked: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Whether the connection ended before the announced length was received. */
  readonly isCut: boolean;
}

/**
 * Sends requests to a bridge and returns unchecked responses: no redirects, no validation, and at most one retry. A bridge
 * may respond before it has read the whole request, and may close any connection after a response: only its responses are
 * checked.
 */
export class Probe {
  readonly token: string;
  readonly #address: Address;
  readonly #timeLimitMs: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  /** @throws Error if `url` is not an address of a bridge */
  constructor({ url, token, timeLimitMs = 30_000 }: { url: string; token: string; timeLimitMs?: number }) {
    this.#address = addressOf(url);
    this.token = token;
    this.#timeLimitMs = timeLimitMs;
  }

  /** @param path the path below `/v1`, such as `/timeline?limit=2` */
  async send(path: string, ask: Ask = {}): Promise<ProbeResponse> {
    const requestLine = this.#nameOf(ask.method, path);
    const message = await this.open(path, ask);
    const chunks: Buffer[] = [];
    let isCut = false;
    try {
      for await (const chunk of message) chunks.push(chunk as Buffer);
    } catch {
      isCut = true;
    }
    const { statusCode = 0, headers } = message;
    return {
      asked: requestLine,
      status: statusCode,
      headers,
      body: Buffer.concat(chunks),
      isCut: isCut || !message.complete,
    };
  }

  /** Resolves when the headers have arrived; the caller reads or destroys the body. */
  async open(path: string, ask: Ask = {}): Promise<IncomingMessage> {
    try {
      return await this.#ask(path, ask, this.#agent);
    } catch (error) {
      // The bridge closed the persistent connection while the request was being sent.
      if (error instanceof NoAnswer && error.wasKept) return this.#ask(path, ask, false);
      throw error;
    }
  }

  #ask(
    path: string,
    { method = 'GET', headers = {}, body, authorization }: Ask,
    agent: Agent | false,
  ): Promise<IncomingMessage> {
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const name = this.#nameOf(method, path);
    const bearer = authorization === undefined ? `Bearer ${this.token}` : authorization;
    return new Promise((resolve, reject) => {
      const clientRequest = request({
        ...this.#address,
        method,
        path: `/v1${path}`,
        agent,
        headers: {
          ...(bearer === null ? {} : { authorization: bearer }),
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...headers,
        },
      });
      const limit = this.#timeLimitMs;
      let isLate = false;
      clientRequest.setTimeout(limit, () => {
        isLate = true;
        clientRequest.destroy(new Error(`${name}: nothing was received for ${limit / 1000} s.`));
      });
      // Errors may also occur after the response: the rest of an unread request cannot be sent.
      clientRequest.on('error', (error) => {
        const wasKept = clientRequest.reusedSocket && !isLate;
        reject(new NoAnswer(`${name}: there was no response (${error.message}).`, { wasKept, cause: error }));
      });
      // After a response has ended, Node.js itself no longer handles errors of a connection on which the request is still
      // being sent.
      clientRequest.once('socket', (socket) => socket.off('error', ignore).on('error', ignore));
      clientRequest.once('response', resolve);
      clientRequest.end(payload);
    });
  }

  /** The first line of a request, for messages: people pass these on, so the token is left out. */
  #nameOf(method = 'GET', path: string): string {
    return `${method} ${path.replaceAll(encodeURIComponent(this.token), '…')}`;
  }

  /** All bytes of the response including its headers, even parts that an HTTP client hides, such as a body after HEAD. */
  raw(method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
    const lines = Object.entries({
      host: 'bridge',
      authorization: `Bearer ${this.token}`,
      connection: 'close',
      ...headers,
    });
    const head = `${method} /v1${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    const destination = 'socketPath' in this.#address ? { path: this.#address.socketPath } : this.#address;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const socket = connect(destination, () => socket.write(head));
      socket.setTimeout(this.#timeLimitMs, () =>
        socket.destroy(new Error(`${method} ${path}: the response does not end.`)),
      );
      socket.on('data', (chunk) => chunks.push(chunk));
      const end = (): void => {
        resolve(Buffer.concat(chunks));
      };
      socket.once('end', end);
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (chunks.length > 0 && error.code === 'ECONNRESET') end();
        else reject(error);
      });
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

class NoAnswer extends Error {
  /** Whether the connection was already used for another request. */
  readonly wasKept: boolean;

  constructor(message: string, { wasKept, cause }: { wasKept: boolean; cause: unknown }) {
    super(message, { cause });
    this.wasKept = wasKept;
  }
}

const ignore = (): void => undefined;

/** The address of a bridge, in the form for node:http and node:net. */
type Address = { readonly host: string; readonly port: number } | { readonly socketPath: string };

/**
 * @param url `http://127.0.0.1:8471` or `unix:/path/to.sock`
 * @throws Error with one sentence for people
 */
function addressOf(url: string): Address {
  if (url.startsWith('unix:/')) return { socketPath: url.slice('unix:'.length) };
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'http:' || parsed.pathname !== '/') {
    throw new Error('The address of the bridge must be like http://127.0.0.1:8471 or unix:/run/bridge.sock.');
  }
  return { host: parsed.hostname.replace(/^\[|\]$/g, ''), port: Number(parsed.port || 80) };
}
