import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { Probe } from '../../../plugins/bridge-upstream/kit/probe.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const answer = (status: number, body: string): string =>
  `HTTP/1.1 ${status} X\r\nx-bridge-contract: 1\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/** The behaviour of a bridge at the beginning of each request, counted on each of its connections. */
type Manner = (socket: Socket, question: number) => void;

async function asking(
  address: string | 0,
  manner: Manner,
  use: (probe: Probe) => Promise<void>,
  timeLimitMs = 30_000,
): Promise<void> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let questions = 0;
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      if (piece.includes('HTTP/1.1\r\n')) manner(socket, (questions += 1));
    });
  });
  server.listen(address);
  await once(server, 'listening');
  const url = address === 0 ? `http://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix:${address}`;
  const probe = new Probe({ url, token: 'x'.repeat(32), timeLimitMs });
  try {
    await use(probe);
  } finally {
    probe.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const large = JSON.stringify({ uids: ['x'.repeat(8 * 2 ** 20)] });

/** Responds to the headers, and closes the connection with the rest of the request unread. */
const answersEarly: Manner = (socket) => {
  socket.pause();
  socket.write(answer(413, 'too large'), () => {
    socket.destroy();
  });
};

describe('the probe of the conformance kit', () => {
  const addresses: [where: string, run: (manner: Manner, use: (probe: Probe) => Promise<void>) => Promise<void>][] = [
    ['over TCP', (manner, use) => asking(0, manner, use)],
    ['on a unix socket', (manner, use) => withTempFolder((folder) => asking(join(folder, 'bridge.sock'), manner, use))],
  ];
  for (const [where, run] of addresses) {
    it(`uses the response of a bridge that closed the connection before it had read the request, ${where}`, async () => {
      await run(answersEarly, async (probe) => {
        for (let times = 0; times < 20; times += 1) {
          const { status, body } = await probe.send('/nodes', { method: 'POST', body: large });
          expect([status, body.toString()]).to.deep.equal([413, 'too large']);
        }
      });
    });

    it(`retries if a bridge closed the connection after its last response, ${where}`, async () => {
      const closesWhenAskedAgain: Manner = (socket, question) => {
        if (question === 1) socket.write(answer(405, '{}'));
        else socket.destroy();
      };
      await run(closesWhenAskedAgain, async (probe) => {
        for (let times = 0; times < 5; times += 1) {
          expect((await probe.send('/timeline', { method: 'PUT', body: {} })).status).to.equal(405);
        }
      });
    });
  }

  it('reports that no response came, without a retry, if a bridge closes a new connection', async () => {
    let questions = 0;
    await asking(
      0,
      (socket) => {
        questions += 1;
        socket.destroy();
      },
      async (probe) => {
        const error = await probe.send('/health').catch((thrown: unknown) => thrown);
        expect(error)
          .to.be.an('error')
          .with.property('message')
          .that.matches(/^GET \/health: there was no response/);
        expect(questions, 'it asks a new connection once').to.equal(1);
      },
    );
  });

  it('reports that nothing came, without a retry, if a bridge is silent', async () => {
    await asking(
      0,
      (socket, question) => {
        if (question === 1) socket.write(answer(200, '{}'));
      },
      async (probe) => {
        await probe.send('/health');
        const error = await probe.send('/health').catch((thrown: unknown) => thrown);
        expect(error)
          .to.be.an('error')
          .with.property('message')
          .that.matches(/nothing was received for 2 s/);
      },
      2000,
    );
  });

  it('returns every byte of a bridge that closes the connection after its response', async () => {
    await asking(0, answersEarly, async (probe) => {
      expect((await probe.raw('HEAD', '/health')).toString()).to.equal(answer(413, 'too large'));
    });
  });

  it('leaves the token out of what it says about a request', async () => {
    const path = `/health?token=${'x'.repeat(32)}`;
    await asking(
      0,
      (socket) => socket.write(answer(200, '{}')),
      async (probe) => {
        expect((await probe.send(path)).asked).to.equal('GET /health?token=…');
      },
    );
    await asking(
      0,
      (socket) => socket.destroy(),
      async (probe) => {
        const error = await probe.send(path).catch(String);
        expect(error).to.match(/GET \/health\?token=…: there was no response/);
      },
    );
  });
});
