import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { defaultTimeLimits } from '../../plugins/bridge-upstream/bridge/proton-faces/wire/time-limits.ts';
import { Upstream } from '../../plugins/bridge-upstream/bridge/proton-faces/wire/upstream.ts';

/** Too long to be reached, even on a busy machine. */
const longLimits = {
  ...defaultTimeLimits,
  connect: 1_000_000,
  health: 1_000_000,
  patience: 1_000_000,
  question: 1_000_000,
};
/** The token of the upstreams here. */
export const token = 'the-token-of-the-bridge-upstream';

/** The client of a bridge at an address, with those limits. */
export const patientUpstream = (origin: string, basePath = ''): Upstream =>
  new Upstream({ origin, basePath, token, limits: longLimits });

/** A signal that is never aborted. */
export const never = (): AbortSignal => new AbortController().signal;

/** How a request to an upstream ended: `answered`, or the kind of its failure. */
export async function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'answered',
    (error: unknown) => (error as { kind?: string }).kind ?? (error as Error).message,
  );
}

/** Answers like a bridge of proton-faces without albums. */
export const asBridge: RequestListener = ({ url }, response) => {
  response.end(JSON.stringify(url?.endsWith('/health') ? { ok: true, loggedIn: true } : { ok: true, albums: [] }));
};

export const asStranger: RequestListener = (_request, response) => {
  response.end('<h1>It works!</h1>');
};

/** An HTTP server whose connections outlive its port, and which remembers all that it has received. */
export class ProgramAtPort {
  answer: RequestListener;
  /** The paths of all requests. */
  readonly asked: string[] = [];
  /** All bytes of all connections. */
  received = '';
  readonly sockets = new Set<Socket>();
  connections = 0;
  mostAtOnce = 0;
  readonly #http = createHttpServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    this.asked.push(request.url ?? '');
    this.answer(request, response);
  });
  #listener: Server | undefined;

  constructor(answer: RequestListener) {
    this.answer = answer;
  }

  get port(): number {
    return (this.#listener?.address() as AddressInfo).port;
  }

  async listen(port = 0): Promise<string> {
    this.#listener = createServer((socket) => {
      this.#http.emit('connection', socket);
      this.connections += 1;
      this.sockets.add(socket.on('data', (piece: Buffer) => (this.received += piece.toString('latin1'))));
      this.mostAtOnce = Math.max(this.mostAtOnce, this.sockets.size);
      socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
    });
    this.#listener.listen(port, '127.0.0.1');
    await once(this.#listener, 'listening');
    return `http://127.0.0.1:${this.port}`;
  }

  /** Frees the port; connections stay. */
  stopListening(): void {
    this.#listener?.close();
  }

  endConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.stopListening();
    this.endConnections();
  }
}

/** Holds answers back until it is opened. */
export class Gate {
  waiting = 0;
  #isOpen = false;
  #held: (() => void)[] = [];

  /** The same answer, except that those to requests that do not ask for the health wait. */
  before(answer: RequestListener): RequestListener {
    return (request, response) => {
      if (this.#isOpen || request.url?.endsWith('/health')) {
        answer(request, response);
        return;
      }
      this.waiting += 1;
      this.#held.push(() => {
        this.waiting -= 1;
        answer(request, response);
      });
    };
  }

  open(): void {
    this.#isOpen = true;
    for (const release of this.#held.splice(0)) release();
  }
}
