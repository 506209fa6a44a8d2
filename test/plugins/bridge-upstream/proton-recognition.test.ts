import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import type { Upstream } from '../../../plugins/bridge-upstream/bridge/proton-faces/wire/upstream.ts';
import {
  asBridge,
  asStranger,
  Gate,
  never,
  outcome,
  patientUpstream,
  ProgramAtPort,
  token,
} from '../../support/program-at-port.ts';
import { until } from '../../support/until.ts';

const ending = (answer: RequestListener): RequestListener => {
  return (request, response) => {
    response.setHeader('connection', 'close');
    answer(request, response);
  };
};

describe('the client of proton-faces', () => {
  let bridge: ProgramAtPort;
  let stranger: ProgramAtPort;
  let upstream: Upstream;

  const albums = (): Promise<unknown> => outcome(upstream.albums(never()));
  const nodes = (): Promise<unknown> => outcome(upstream.nodes(['v~n'], never(), { lane: 'people' }));
  /** Makes the other program listen at the port of the bridge. */
  const replace = async (): Promise<void> => {
    const { port } = bridge;
    bridge.stopListening();
    await stranger.listen(port);
  };
  const expectNothingRevealed = (): void => {
    expect(new Set(stranger.asked)).to.deep.equal(new Set(['/health']));
    expect(stranger.received)
      .to.match(/^GET \/health/)
      .and.not.include(token);
  };

  beforeEach(async () => {
    bridge = new ProgramAtPort(asBridge);
    stranger = new ProgramAtPort(asStranger);
    upstream = patientUpstream(await bridge.listen());
  });
  afterEach(async () => {
    await upstream.close();
    bridge.close();
    stranger.close();
  });

  describe('sends the token to no other program', () => {
    it('at the address', async () => {
      const elsewhere = patientUpstream(await stranger.listen(), '/base');
      try {
        expect(await outcome(elsewhere.albums(never()))).to.equal('stranger');
        expect(stranger.asked).to.deep.equal(['/base/health']);
        expect(stranger.received).to.match(/^GET/).and.not.include(token);
      } finally {
        await elsewhere.close();
      }
    });

    it('that takes the place of the bridge, whether requests are sent, wait, or come later', async () => {
      // Idle connections.
      expect(await Promise.all([nodes(), nodes(), nodes()])).to.deep.equal(['answered', 'answered', 'answered']);
      const gate = new Gate();
      bridge.answer = gate.before(asBridge);
      // Three are sent, and the others wait.
      const sent = Array.from({ length: 9 }, albums);
      await until(() => gate.waiting === 3);
      await replace();
      bridge.endConnections();
      const later = Array.from({ length: 9 }, (_, i) => (i % 2 === 0 ? nodes() : albums()));
      expect(new Set(await Promise.all([...sent, ...later]))).to.deep.equal(new Set(['stranger']));
      expectNothingRevealed();
    });

    it('that listens at the address while the bridge keeps a connection, which can still be used', async () => {
      expect(await albums()).to.equal('answered');
      await replace();
      const gate = new Gate();
      bridge.answer = gate.before(asBridge);
      const overOld = albums();
      await until(() => gate.waiting === 1);
      expect(await albums()).to.equal('stranger');
      gate.open();
      expect(await overOld).to.equal('answered');
      expect(bridge.connections).to.equal(1);
      expectNothingRevealed();
    });

    it('to which a proxy leads open connections, once a health check has noticed it', async () => {
      await Promise.all([albums(), nodes()]);
      const gate = new Gate();
      bridge.answer = gate.before(asBridge);
      const inUse = albums();
      await until(() => gate.waiting === 1);
      bridge.answer = asStranger;
      expect(await outcome(upstream.health(never()))).to.equal('stranger');
      gate.open();
      expect(await inUse).to.equal('answered');
      bridge.received = '';
      expect(await Promise.all([albums(), nodes(), albums()])).to.deep.equal(['stranger', 'stranger', 'stranger']);
      expect(bridge.received)
        .to.match(/^GET \/health/)
        .and.not.include(token);
    });

    it('if the checked connection breaks before it is used', async () => {
      bridge.answer = (request, response) => {
        response.once('finish', () => request.socket.destroy());
        asBridge(request, response);
      };
      expect(await albums()).to.equal('unreachable');
      expect(bridge.asked).to.deep.equal(['/health', '/health']);
    });

    it('that takes the place of a bridge which has announced the end of a connection because it stops', async () => {
      bridge.answer = (request, response) => {
        void replace().then(() => {
          ending(asBridge)(request, response);
        });
      };
      expect(await albums()).to.equal('stranger');
      expect(bridge.asked).to.deep.equal(['/health']);
      expectNothingRevealed();
    });
  });

  it('checks a connection once, and sends all requests over it', async () => {
    for (let i = 0; i < 3; i += 1) expect(await albums()).to.equal('answered');
    expect(bridge.asked).to.deep.equal(['/health', '/albums', '/albums', '/albums']);
    expect(bridge.connections).to.equal(1);
  });

  it('uses a connection again that is kept only for a second', async () => {
    bridge.answer = (request, response) => {
      response.setHeader('connection', 'keep-alive').setHeader('keep-alive', 'timeout=1');
      asBridge(request, response);
    };
    expect(await albums()).to.equal('answered');
    expect(bridge.connections).to.equal(1);
  });

  describe('permits a bridge that ends each connection with its response', () => {
    it('and checks two connections before each request', async () => {
      bridge.answer = ending(asBridge);
      expect(await albums()).to.equal('answered');
      expect(await albums()).to.equal('answered');
      expect(bridge.asked).to.deep.equal(['/health', '/health', '/albums', '/health', '/health', '/albums']);
      expect(bridge.connections).to.equal(6);
    });

    it('and does not use a connection again that was not checked', async () => {
      bridge.answer = (request, response) => {
        (request.url === '/health' ? ending(asBridge) : asBridge)(request, response);
      };
      expect(await albums()).to.equal('answered');
      await until(() => bridge.sockets.size === 0);
      expect(await albums()).to.equal('answered');
      expect(bridge.asked).to.deep.equal(['/health', '/health', '/albums', '/health', '/health', '/albums']);
    });

    it('because it speaks HTTP/1.0', async () => {
      bridge.answer = ({ url, socket }, response) => {
        const body = JSON.stringify(url === '/health' ? { ok: true, loggedIn: true } : { ok: true, albums: [] });
        response.detachSocket(socket);
        socket.end(`HTTP/1.0 200 OK\r\n\r\n${body}`);
      };
      expect(await albums()).to.equal('answered');
    });

    it('and sends a request once more if it fails', async () => {
      bridge.answer = (request, response) => {
        if (request.url === '/health') ending(asBridge)(request, response);
        else request.socket.destroy();
      };
      expect(await albums()).to.equal('unreachable');
      expect(bridge.asked).to.deep.equal(['/health', '/health', '/albums', '/health', '/health', '/albums']);
    });
  });
});
