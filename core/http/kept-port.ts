import type { Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { answerNobody, createListener, mostConnections } from './pipeline/listener.ts';

/**
 * A port that stays open while applications replace each other: connections in between wait a moment, and are not
 * rejected. To an application, it looks like a port of its own.
 */
export class KeptPort {
  readonly #port: Server;
  readonly #patience: number;
  /** Connections that wait for an application. */
  readonly #waiting = new Map<Socket, NodeJS.Timeout>();
  readonly #standIn = answerNobody();
  #onDuty: ((socket: Socket) => void) | undefined;

  /** @param patience milliseconds that a connection waits for an application before it is told to come back later */
  constructor(patience = 3000) {
    this.#patience = patience;
    // As Node's own HTTP servers are.
    this.#port = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      if (this.#onDuty) this.#onDuty(socket);
      else this.#wait(socket);
    });
    this.#port.maxConnections = mostConnections;
  }

  /** A listener for one application: where it begins to listen, it takes over from the one before, which must have ended that. */
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
            this.#putOnDuty(take);
            done();
          },
          (error: unknown) => listener.emit('error', error),
        );
        return listener;
      },
      close: (done?: () => void) => {
        if (this.#onDuty === take) this.#onDuty = undefined;
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
    this.#standIn.closeAllConnections();
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

  #putOnDuty(take: (socket: Socket) => void): void {
    this.#onDuty = take;
    for (const socket of [...this.#waiting.keys()]) if (this.#goesOn(socket)) take(socket);
  }

  #wait(socket: Socket): void {
    const late = setTimeout(() => {
      if (this.#goesOn(socket)) this.#standIn.emit('connection', socket);
    }, this.#patience);
    this.#waiting.set(socket, late);
    socket.on('error', ignored);
    socket.once('close', () => {
      this.#goesOn(socket);
    });
  }

  /** @returns whether it is still there */
  #goesOn(socket: Socket): boolean {
    clearTimeout(this.#waiting.get(socket));
    socket.off('error', ignored);
    return this.#waiting.delete(socket) && !socket.destroyed;
  }
}

/** Errors of a waiting connection need no handling: `close` follows. */
const ignored = (): void => undefined;
