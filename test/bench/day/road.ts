import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const refusal =
  'HTTP/1.1 502 Bad Gateway\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}';

/** A proxy between the server and its bridge. It forwards everything unchanged unless it is closed. */
export class Road {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #closed = false;

  private constructor(bridge: string) {
    const { hostname: host, port } = new URL(bridge);
    this.#server = createServer((near) => {
      this.#keep(near);
      if (this.#closed) near.once('data', () => near.end(refusal));
      else {
        const far = connect(Number(port), host);
        this.#keep(far);
        near.pipe(far).pipe(near);
        near.once('close', () => far.destroy());
        far.once('close', () => near.destroy());
      }
    });
  }

  static async to(bridge: string): Promise<Road> {
    const road = new Road(bridge);
    road.#server.listen(0, '127.0.0.1');
    await once(road.#server, 'listening');
    return road;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Closes all connections, and responds to everything with an error from now on. */
  close(): void {
    this.#closed = true;
    for (const socket of this.#open) socket.destroy();
  }

  reopen(): void {
    this.#closed = false;
  }

  end(): void {
    this.#server.close();
    this.close();
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    socket.on('error', () => socket.destroy());
  }
}
