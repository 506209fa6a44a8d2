import type { Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { answerNobody, createListener, mostConnections } from './pipeline/listener.ts';

/**
 * A port that stays open while applications replace each other: connections in between wait a moment, and are not
 * rejected. To an application, it looks like a port of its own.
 */
export class HandoverPort {
  readonly #port: Server;
  readonly #patience: number;
  /** Connections that came while no application listened, each with the timer of its patience. */
  readonly #waiting = new Map<Socket, NodeJS.Timeout>();
  readonly #refuser = answerNobody();
  #taker: ((socket: Socket) => void) | undefined;

  /** @param patience milliseconds that a connection waits for an application before it is told to come back later */
  constructor(patience = 3000) {
    this.#patience = patience;
    // As Node's own HTTP servers are.
    this.#port = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      if (this.#taker) this.#taker(socket);
      else this.#wait(socket);
    });
    this.#port.maxConnections = mostConnections;
  }

  /** A listener for one application: it takes over when it begins to listen. The one before must have stopped listening. */
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
            // Before the first connection: it is then that Node and hapi begin to keep account of them.
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
    const late = setTimeout(() => {
      if (this.#endWait(socket)) this.#refuser.emit('connection', socket);
    }, this.#patience);
    this.#waiting.set(socket, late);
    socket.on('error', ignored);
    socket.once('close', () => {
      this.#endWait(socket);
    });
  }

  /** Ends the wait of a connection. @returns whether it is still there */
  #endWait(socket: Socket): boolean {
    clearTimeout(this.#waiting.get(socket));
    socket.off('error', ignored);
    return this.#waiting.delete(socket) && !socket.destroyed;
  }
}

/** Errors of a waiting connection need no handling: `close` follows. */
const ignored = (): void => undefined;
