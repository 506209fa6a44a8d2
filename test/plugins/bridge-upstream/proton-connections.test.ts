import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
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
} from '../../support/program-at-port.ts';
import { until } from '../../support/until.ts';

describe('the connections to proton-faces', () => {
  let program: ProgramAtPort;
  let upstream: Upstream;

  const albums = (signal = never()): Promise<unknown> => outcome(upstream.albums(signal));

  beforeEach(async () => {
    program = new ProgramAtPort(asBridge);
    upstream = patientUpstream(await program.listen());
  });
  afterEach(async () => {
    await upstream.close();
    program.close();
  });

  describe('are replaced unnoticed', () => {
    it('if the upstream restarts between two requests', async () => {
      const gate = new Gate();
      program.answer = gate.before(asBridge);
      const before = [albums(), albums(), albums()];
      await until(() => gate.waiting === 3);
      gate.open();
      expect(await Promise.all(before)).to.deep.equal(['answered', 'answered', 'answered']);
      const { port } = program;
      program.close();
      await program.listen(port);
      expect(await Promise.all([albums(), albums(), albums()])).to.deep.equal(['answered', 'answered', 'answered']);
      expect(program.connections).to.equal(6);
    });

    it('if the upstream ends one while a request arrives', async () => {
      expect(await albums()).to.equal('answered');
      program.answer = ({ socket }) => {
        program.answer = asBridge;
        socket.destroy();
      };
      expect(await albums()).to.equal('answered');
      expect(program.asked).to.deep.equal(['/health', '/albums', '/albums', '/health', '/albums']);
    });

    it('but only once for each request', async () => {
      expect(await albums()).to.equal('answered');
      program.answer = (request, response) => {
        if (request.url === '/health') asBridge(request, response);
        else request.socket.destroy();
      };
      expect(await albums()).to.equal('unreachable');
      expect(program.asked).to.deep.equal(['/health', '/albums', '/albums', '/health', '/albums']);
    });

    it('if responses are not read to their ends', async () => {
      program.answer = (request, response) => {
        if (request.url === '/health') asBridge(request, response);
        else response.write('the beginning of a photo');
      };
      for (let i = 0; i < 6; i += 1) {
        const { body } = await upstream.open('v~n', { ms: 1_000_000 }, never());
        body.on('error', () => undefined).destroy();
      }
      await until(() => program.sockets.size === 0);
    });
  });

  it('are at most three for questions and four for people, also after connections were refused or failed', async () => {
    const nodes = (): Promise<unknown> => outcome(upstream.nodes(['v~n'], never(), { lane: 'people' }));
    const both = (): Promise<unknown>[] => Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? nodes() : albums()));
    const { port } = program;
    program.stopListening();
    expect(new Set(await Promise.all(both()))).to.deep.equal(new Set(['unreachable']));
    await program.listen(port);
    program.answer = asStranger;
    expect(new Set(await Promise.all(both()))).to.deep.equal(new Set(['stranger']));
    await until(() => program.sockets.size === 0);
    program.mostAtOnce = 0;
    const gate = new Gate();
    program.answer = gate.before(asBridge);
    const outcomes = both();
    await until(() => gate.waiting === 7);
    gate.open();
    expect(new Set(await Promise.all(outcomes))).to.deep.equal(new Set(['answered']));
    expect(program.mostAtOnce).to.equal(7);
  });

  describe('report a request that is aborted', () => {
    it('while it waits, and leave the others alone', async () => {
      const gate = new Gate();
      program.answer = gate.before(asBridge);
      const others = [albums(), albums(), albums()];
      await until(() => gate.waiting === 3);
      const leaving = new AbortController();
      const left = albums(leaving.signal);
      const next = albums();
      leaving.abort(new Error('left'));
      expect(await left).to.equal('left');
      gate.open();
      expect(await Promise.all([...others, next])).to.deep.equal(['answered', 'answered', 'answered', 'answered']);
      expect(program.asked.filter((path) => path === '/albums')).to.have.lengthOf(4);
      const later = new Gate();
      program.answer = later.before(asBridge);
      const three = [albums(), albums(), albums()];
      await until(() => later.waiting === 3);
      later.open();
      await Promise.all(three);
    });

    it('before it is sent, and remain open', async () => {
      expect(await albums()).to.equal('answered');
      expect(await albums(AbortSignal.abort(new Error('left')))).to.equal('left');
      expect(await albums()).to.equal('answered');
      expect(program.connections).to.equal(1);
    });

    it('while its connection is checked, and leave the others alone', async () => {
      const held: (() => void)[] = [];
      program.answer = (request, response) => {
        held.push(() => {
          asBridge(request, response);
        });
      };
      const leaving = new AbortController();
      const left = albums(leaving.signal);
      const others = [albums(), albums(), albums()];
      await until(() => held.length === 3);
      leaving.abort(new Error('left'));
      expect(await left).to.equal('left');
      // The next request that waits takes its place.
      await until(() => held.length === 4);
      program.answer = asBridge;
      for (const release of held) release();
      expect(await Promise.all(others)).to.deep.equal(['answered', 'answered', 'answered']);
    });
  });

  describe('fail with their requests', () => {
    const all = ['unreachable', 'unreachable', 'unreachable', 'unreachable'];

    it('if they are closed while they are checked', async () => {
      program.answer = () => undefined;
      const asked = [albums(), albums(), albums(), albums()];
      await until(() => program.asked.length === 3);
      await upstream.close();
      expect(await Promise.all(asked)).to.deep.equal(all);
      await until(() => program.sockets.size === 0);
    });

    it('if they are closed while requests are sent and wait', async () => {
      // One request is sent over a connection that was idle.
      expect(await albums()).to.equal('answered');
      const gate = new Gate();
      program.answer = gate.before(asBridge);
      const asked = [albums(), albums(), albums(), albums()];
      await until(() => gate.waiting === 3);
      await upstream.close();
      expect(await Promise.all(asked)).to.deep.equal(all);
      await until(() => program.sockets.size === 0);
      expect(program.connections).to.equal(3);
    });

    it('if they are closed while a request waits for responses that nobody reads', async () => {
      const open = (): Promise<unknown> => outcome(upstream.open('v~n', { ms: 1_000_000 }, never()));
      expect(await Promise.all([open(), open(), open(), open()])).to.deep.equal(Array(4).fill('answered'));
      const waiting = open();
      await upstream.close();
      expect(await waiting).to.equal('unreachable');
      expect(await open()).to.equal('unreachable');
    });

    it('if they are closed before a request', async () => {
      await upstream.close();
      expect(await albums()).to.equal('unreachable');
      expect(program.connections).to.equal(0);
    });

    const upgrading: RequestListener = ({ socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n');
    };

    it('if the answer to their check changes the protocol', async () => {
      program.answer = upgrading;
      expect(await Promise.all([albums(), albums(), albums(), albums()])).to.deep.equal(all);
      await until(() => program.sockets.size === 0);
      program.answer = asBridge;
      expect(await albums()).to.equal('answered');
    });

    it('if the answer to a request changes the protocol', async () => {
      program.answer = (request, response) => {
        (request.url === '/health' ? asBridge : upgrading)(request, response);
      };
      expect(await Promise.all([albums(), albums(), albums(), albums()])).to.deep.equal(all);
      await until(() => program.sockets.size === 0);
      program.answer = asBridge;
      expect(await albums()).to.equal('answered');
    });
  });

  describe('whose TLS handshake is never answered', () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined).resume());
      socket.once('close', () => sockets.delete(socket));
    });

    beforeEach(async () => {
      await upstream.close();
      silent.listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      upstream = patientUpstream(`https://127.0.0.1:${port}`);
    });
    afterEach(() => {
      silent.close();
      for (const socket of sockets) socket.destroy();
    });

    it('end at once if the request is aborted', async () => {
      const leaving = new AbortController();
      const left = albums(leaving.signal);
      await until(() => sockets.size === 1);
      leaving.abort(new Error('left'));
      expect(await left).to.equal('left');
      await until(() => sockets.size === 0);
    });

    it('end with the others', async () => {
      const asked = albums();
      await until(() => sockets.size === 1);
      await upstream.close();
      expect(await asked).to.equal('unreachable');
      await until(() => sockets.size === 0);
    });
  });
});
