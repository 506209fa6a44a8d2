import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pass } from 'node:timers/promises';

/** A proxy to a server on this machine that limits the rate of responses. */
export class SlowLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(port: number, bytesPerSecond: number) {
    this.#server = createServer((client) => {
      const upstream = connect(port, '127.0.0.1');
      const line = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          void pass((chunk.length / bytesPerSecond) * 1000).then(() => {
            done(null, chunk);
          });
        },
      });
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          client.destroy();
          upstream.destroy();
        });
      }
      client.pipe(upstream);
      upstream.pipe(line).pipe(client);
    });
  }

  /** @param port the server's port */
  static async to(port: number, { bytesPerSecond }: { bytesPerSecond: number }): Promise<SlowLine> {
    const line = new SlowLine(port, bytesPerSecond);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
