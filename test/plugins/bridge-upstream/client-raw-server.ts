import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that answers its connections in turn: with the given text, or by resetting them (null). */
export async function rawServer(
  answers: (string | null)[],
): Promise<{ url: string; connections: () => number; close(): void }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const answer = answers[Math.min(connections++, answers.length - 1)] ?? null;
    socket.once('data', () => {
      if (answer === null) socket.resetAndDestroy();
      else socket.end(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A response of a bridge with this JSON, for `rawServer`. */
export const goodAnswer = (body: unknown): string => {
  const json = JSON.stringify(body);
  return `HTTP/1.1 200 OK\r\nx-bridge-contract: 1\r\ncontent-length: ${json.length}\r\n\r\n${json}`;
};
