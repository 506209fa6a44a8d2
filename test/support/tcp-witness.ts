import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy for any TCP protocol that records all bytes in both directions. */
export class TcpWitness {
  readonly #chunks: Buffer[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(port: number) {
    this.#server = createServer((client) => {
      const upstream = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
        from.on('error', () => to.destroy());
        from.on('close', () => {
          to.destroy();
          this.#sockets.delete(from);
        });
        from.pipe(to);
      }
    });
  }

  /** @param port the server's port on this machine */
  static async start(port: number): Promise<TcpWitness> {
    const witness = new TcpWitness(port);
    await new Promise<void>((resolve) => witness.#server.listen(0, '127.0.0.1', resolve));
    return witness;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** All bytes so far. */
  get seen(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
