import type { Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { answerNobody, createListener, connectionLimit } from './pipeline/listener.ts';

/**
 * A port that stays open while servers replace each other: connections that arrive in between wait briefly instead of being
 * rejected. To each server, it looks like its own port.
 */
export class HandoverPort {
  readonly #port: Server;
  readonly #patience: number;
  /** Connections that arrived while no server was listening, each with the timer of its time limit. */
  readonly #waiting = new Map<Socket, NodeJS.Timeout>();
  readonly #refuser = answerNobody();
  #taker: ((socket: Socket) => void) | undefined;

  /** @param patience milliseconds that a connection waits for a server before it gets a 503 */
  constructor(patience = 3000) {
    this.#patience = patience;
    // The same options as Node's own HTTP servers.
    this.#port = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      if (this.#taker) this.#taker(socket);
      else this.#wait(socket);
    });
    this.#port.maxConnections = connectionLimit;
  }

  /**
   * Creates a listener for one server, which takes over the port when it starts to listen. The previous one must have
   * stopped listening.
   */
  newListener(): HttpServer {
    const listener = createListener();
    const sockets = new Set<Socket>();
    let drained: (() => void) | undefined;
    const take = (socket: Socket): void => {
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        if (sockets.size === 0) drained?.();
      });
      listener.emit('connection', socket);
    };
    const end = listener.close.bind(listener);
    return Object.assign(listener, {
      address: () => this.#port.address(),
      listen: (port: number, host: string, done: () => void) => {
        this.#open(port, host).then(
          () => {
            // This comes before the first connection, because Node and hapi then start to track connections.
            listener.emit('listening');
            this.#handTo(take);
            done();
          },
          (error: unknown) => listener.emit('error', error),
        );
        return listener;
      },
      close: (done?: () => void) => {
        if (this.#taker === take) this.#taker = undefined;
        end();
        drained = done;
        if (done && sockets.size === 0) process.nextTick(done);
        return listener;
      },
    });
  }

  /** Closes the port. Waiting connections are cut; served ones finish. */
  close(): void {
    this.#port.close();
    for (const socket of this.#waiting.keys()) socket.destroy();
    this.#refuser.closeAllConnections();
  }

  /** @throws the error of the system */
  async #open(port: number, host: string): Promise<AddressInfo> {
    if (!this.#port.listening) {
      await new Promise<void>((resolve, reject) => {
        this.#port.once('error', reject);
        this.#port.listen(port, host, () => {
          this.#port.off('error', reject);
          resolve();
        });
      });
    }
    return this.#port.address() as AddressInfo;
  }

  #handTo(take: (socket: Socket) => void): void {
    this.#taker = take;
    for (const socket of [...this.#waiting.keys()]) if (this.#endWait(socket)) take(socket);
  }

  #wait(socket: Socket): void {
    const timer = setTimeout(() => {
      if (this.#endWait(socket)) this.#refuser.emit('connection', socket);
    }, this.#patience);
    this.#waiting.set(socket, timer);
    socket.on('error', ignored);
    socket.once('close', () => {
      this.#endWait(socket);
    });
  }

  /** Ends the waiting of a connection. @returns whether it is still open */
  #endWait(socket: Socket): boolean {
    clearTimeout(this.#waiting.get(socket));
    socket.off('error', ignored);
    return this.#waiting.delete(socket) && !socket.destroyed;
  }
}

/** Errors of a waiting connection need no handling: `close` follows. */
const ignored = (): void => undefined;
