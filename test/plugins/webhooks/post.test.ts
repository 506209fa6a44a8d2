import { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { post } from '../../../plugins/webhooks/post.ts';
import { leftAtSignal } from '../../support/left-at-signal.ts';
import { until } from '../../support/until.ts';

type Receiver = (request: IncomingMessage, response: ServerResponse) => void;

/** Responds as if to continue the connection with another protocol. */
const switchProtocols: Receiver = (request) => {
  request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
};

/** Posts to a receiver. @returns the error, and what is still registered at the server's signal */
async function posted(receiver: Receiver): Promise<{ error: unknown; left: () => number }> {
  const server = createServer(receiver).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  const sent = { headers: {}, body: '{}', lookup, signal };
  const error: unknown = await post(new URL(`http://127.0.0.1:${port}/`), sent).catch((reason: unknown) => reason);
  server.close();
  server.closeAllConnections();
  return { error, left: () => leftAtSignal(signal) };
}

describe('a request to a webhook', () => {
  it('fails if the receiver wants to switch to another protocol', async () => {
    const { error } = await posted(switchProtocols);
    expect((error as Error | undefined)?.message).to.equal('it ended the connection without an answer');
  });

  it('leaves nothing registered at the signal of the server, which lives as long as the server', async () => {
    const receivers: Record<string, Receiver> = {
      taken: (_request, response) => response.end('ok'),
      refused: (_request, response) => response.writeHead(500).end(),
      'cut off': (request) => request.socket.destroy(),
      'told to switch to another protocol': switchProtocols,
    };
    for (const [name, receiver] of Object.entries(receivers)) {
      const { error, left } = await posted(receiver);
      expect(error === undefined, name).to.equal(name === 'taken');
      await until(() => left() === 0);
    }
  });
});
