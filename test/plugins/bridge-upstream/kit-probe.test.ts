import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { Probe } from '../../../plugins/bridge-upstream/kit/probe.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const answer = (status: number, body: string): string =>
  `HTTP/1.1 ${status} X\r\nx-bridge-contract: 1\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/** What a bridge does about the beginning of each question, counted on each of its connections. */
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

/** Answers once the headers are there, and leaves with the rest of the question unread. */
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
    it(`judges a bridge by its answer when it left before it had read the question, ${where}`, async () => {
      await run(answersEarly, async (probe) => {
        for (let times = 0; times < 20; times += 1) {
          const { status, body } = await probe.send('/nodes', { method: 'POST', body: large });
          expect([status, body.toString()]).to.deep.equal([413, 'too large']);
        }
      });
    });

    it(`asks again when a bridge had closed the connection after its last answer, ${where}`, async () => {
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

  it('tells that no answer came when a bridge hangs up on a new connection', async () => {
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
          .that.matches(/^GET \/health: no answer came/);
        expect(questions, 'it asks a new connection once').to.equal(1);
      },
    );
  });

  it('tells that nothing came when a bridge is silent, and does not ask twice', async () => {
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
          .that.matches(/nothing came for 2 s/);
      },
      2000,
    );
  });

  it('has every byte of a bridge that cuts the connection behind its answer', async () => {
    await asking(0, answersEarly, async (probe) => {
      expect((await probe.raw('HEAD', '/health')).toString()).to.equal(answer(413, 'too large'));
    });
  });
});
