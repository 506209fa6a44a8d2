import { Agent, request, type Dispatcher } from 'undici';
import type { TokenPair } from '../../../core/http/wire.ts';
import type { Ledger, SourceTrouble } from './ledger.ts';

/** The most sockets that a browser opens to one server. */
const sockets = 6;

export interface Account {
  readonly username: string;
  readonly password: string;
}

interface Question {
  readonly method?: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly payload?: Buffer;
  /** Bytes of the response after which the reader closes the connection. */
  readonly leavesAfter?: number;
  /** Whether the response needs the photo source. */
  readonly needsSource?: boolean;
  /** Names of errors that are expected at any time. */
  readonly mayFail?: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** Errors that are expected while the source is unavailable. */
const ofSource = [502, 503, 504];

/** The browser of one person, with its own sockets and session. All its requests are recorded in the ledger. */
export class Browser {
  readonly #url: string;
  readonly #agent = new Agent({ connections: sockets });
  #ledger: Ledger;
  readonly #source: SourceTrouble;
  #session: TokenPair | undefined;
  #renewing: Promise<void> | undefined;

  constructor(url: string, ledger: Ledger, source: SourceTrouble) {
    this.#url = url;
    this.#ledger = ledger;
    this.#source = source;
  }

  /** Records in another ledger from now on. */
  entersInto(ledger: Ledger): void {
    this.#ledger = ledger;
  }

  async signIn({ username, password }: Account): Promise<void> {
    const answer = await this.#send('sign in', '/api/auth/login', { method: 'POST', body: { username, password } });
    if (answer?.status === 200) this.#session = parsed(answer) as TokenPair;
  }

  async signOut(): Promise<void> {
    await this.ask('sign out', '/api/auth/logout', { method: 'POST' });
    this.#session = undefined;
  }

  /** Closes all sockets at once, like a browser that is closed. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** The JSON of a successful response; undefined for any other. */
  async json<T>(kind: string, path: string, question: Question = {}): Promise<T | undefined> {
    const answer = await this.ask(kind, path, question);
    return answer && (parsed(answer) as T);
  }

  /** @returns undefined if it failed */
  async ask(kind: string, path: string, question: Question = {}): Promise<Answer | undefined> {
    const { access_token: token = '' } = this.#session ?? {};
    const answer = await this.#send(kind, path, question, token);
    if (answer?.status !== 401) return answer;
    await (this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined)));
    const again = await this.#send(kind, path, question, this.#session?.access_token);
    if (again?.status !== 401) return again;
    this.#ledger.failed(kind, '401', false, 'also with a new token');
    return undefined;
  }

  async #renew(): Promise<void> {
    const { refresh_token: token = '' } = this.#session ?? {};
    const body = { refresh_token: token };
    const answer = await this.#send('renew', '/api/auth/refresh', { method: 'POST', body });
    if (answer?.status === 200) this.#session = parsed(answer) as TokenPair;
  }

  async #send(kind: string, path: string, question: Question, token?: string): Promise<Answer | undefined> {
    const { method = 'GET', body, payload, leavesAfter = Infinity } = question;
    const begin = performance.now();
    try {
      const answer = await request(new URL(path, this.#url), {
        method,
        dispatcher: this.#agent,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...question.headers,
        },
        body: payload ?? (body === undefined ? null : JSON.stringify(body)),
      });
      const bytes = await read(answer.body, leavesAfter);
      const { statusCode: status } = answer;
      if (status < 300) this.#ledger.took(kind, performance.now() - begin);
      else if (status !== 401 || token === undefined) {
        this.#refused(kind, path, question, status, String(answer.headers['x-error-kind'] ?? ''), bytes);
        return undefined;
      }
      return { status, body: bytes };
    } catch (error) {
      // The response broke off, or never arrived.
      const excused = question.needsSource === true && this.#source.excuses;
      const { code = 'no answer', message } = error as Error & { code?: string };
      this.#ledger.failed(kind, code, excused, `${method} ${path} ${message}`);
      return undefined;
    }
  }

  #refused(kind: string, path: string, question: Question, status: number, name: string, body: Buffer): void {
    const isOfSource = question.needsSource === true && ofSource.includes(status);
    const away = isOfSource && this.#source.excuses;
    // A replaced file is not delivered before the bridge has scanned it again; a deleted one stays in the library until the
    // next sync.
    const isChanged =
      question.needsSource === true && (name === 'source_answered_wrongly' || (status === 404 && name === 'not_found'));
    // Photos and their faces leave the library all the time, even between a list and a request about one of them.
    const excused = away || isChanged || (question.mayFail ?? []).includes(name) || name.startsWith('no_such_');
    const detail = `${question.method ?? 'GET'} ${path} ${body.toString().slice(0, 300)}`;
    this.#ledger.failed(kind, `${status} ${name}`, excused, detail);
  }
}

const parsed = ({ body }: Answer): unknown => JSON.parse(body.toString());

async function read(body: Dispatcher.ResponseData['body'], leavesAfter: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop destroys the stream and its connection.
    if (length >= leavesAfter) break;
  }
  return Buffer.concat(chunks);
}
