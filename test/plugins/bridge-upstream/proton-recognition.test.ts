import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, createServer as createRelay, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { abortable } from '../../../core/plugin-api/toolkit/abortable.ts';
import { defaultTimeLimits } from '../../../plugins/bridge-upstream/bridge/proton-faces/wire/time-limits.ts';
import { Upstream } from '../../../plugins/bridge-upstream/bridge/proton-faces/wire/upstream.ts';
import { ProtonStandIn } from '../../support/proton-stand-in.ts';
import { until } from '../../support/until.ts';

const { signal } = new AbortController();

async function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'answered',
    (error: unknown) => (error as { kind?: string }).kind,
  );
}

describe('the recognition of proton-faces', () => {
  let asked: (readonly [string | undefined, string | undefined])[];
  let answer: RequestListener;
  let server: Server;
  let sockets: Set<Socket>;
  let upstream: Upstream | undefined;

  const stranger: RequestListener = (_request, response) => response.end('<h1>It works!</h1>');
  const bridge: RequestListener = ({ url }, response) =>
    response.end(JSON.stringify(url === '/health' ? { ok: true, loggedIn: true } : { ok: true, albums: [] }));

  const listen = async (port = 0): Promise<string> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  beforeEach(() => {
    asked = [];
    answer = stranger;
    server = createServer((request, response) => {
      asked.push([request.url, request.headers.authorization]);
      answer(request, response);
    });
    sockets = new Set();
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
  });
  afterEach(async () => {
    await upstream?.close();
    upstream = undefined;
    server.closeAllConnections();
    server.close();
  });

  it('sends the token to no other program at the address', async () => {
    upstream = new Upstream({ origin: await listen(), basePath: '/base', token: 'secret' });
    expect(await outcome(upstream.albums(signal))).to.equal('stranger');
    expect(asked).to.deep.equal([['/base/health', undefined]]);
  });

  it('sends the token to no program that takes the place of the bridge while requests are sent and wait', async () => {
    const standIn = await new ProtonStandIn().start();
    const relay = createRelay((socket) => {
      const { port } = new URL(standIn.url);
      const onward = connect(Number(port), '127.0.0.1');
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
      onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    });
    relay.listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const { port } = relay.address() as AddressInfo;
    upstream = new Upstream({ origin: `http://127.0.0.1:${port}`, basePath: '', token: standIn.token });
    try {
      // This connection to the bridge stays.
      await upstream.health(signal);
      const replaced = new AbortController();
      standIn.onAsked = (what) => (what === 'GET /albums' ? abortable(replaced.signal, () => undefined) : undefined);
      const outcomes = Array.from({ length: 4 }, () => outcome(upstream!.albums(signal)));
      await until(() => standIn.pending(/albums/) === 3);
      relay.close();
      await listen(port);
      // The stand-in ends these connections.
      replaced.abort();
      expect(new Set(await Promise.all(outcomes))).to.deep.equal(new Set(['stranger']));
      expect(asked.filter(([url, token]) => url !== '/health' || token !== undefined)).to.deep.equal([]);
      expect(asked).to.have.length.at.least(1);
    } finally {
      await upstream.close();
      await standIn.close();
    }
  });

  it('sends the token over no open connection once the health check over another one has failed', async () => {
    answer = bridge;
    upstream = new Upstream({ origin: await listen(), basePath: '', token: 'secret' });
    await upstream.albums(signal);
    answer = stranger;
    await outcome(upstream.health(signal));
    asked = [];
    expect(await outcome(upstream.albums(signal))).to.equal('stranger');
    expect(asked).to.deep.equal([['/health', undefined]]);
  });

  it('sends its requests over the connection that was checked', async () => {
    answer = bridge;
    upstream = new Upstream({ origin: await listen(), basePath: '', token: 'secret' });
    let connections = 0;
    server.on('connection', () => (connections += 1));
    await upstream.albums(signal);
    expect(connections).to.equal(1);
    expect(asked.map(([url]) => url)).to.deep.equal(['/health', '/albums']);
  });

  it('permits a server that closes each connection after its response', async () => {
    answer = (request, response) => {
      response.setHeader('connection', 'close');
      bridge(request, response);
    };
    upstream = new Upstream({ origin: await listen(), basePath: '', token: 'secret' });
    expect(await outcome(upstream.albums(signal))).to.equal('answered');
  });

  it('that fails at first leads to no more requests at once than usual', async () => {
    let refusals = 3;
    let now = 0;
    let most = 0;
    answer = (request, response) => {
      if (refusals > 0) {
        refusals -= 1;
        stranger(request, response);
      } else if (request.url === '/health') {
        bridge(request, response);
      } else {
        now += 1;
        most = Math.max(most, now);
        setTimeout(() => {
          now -= 1;
          bridge(request, response);
        }, 50);
      }
    };
    upstream = new Upstream({ origin: await listen(), basePath: '', token: 'secret' });
    const asking = Array.from({ length: 12 }, async () => {
      const from = upstream!;
      const { signal: own } = new AbortController();
      while ((await outcome(from.albums(own))) !== 'answered');
    });
    await Promise.all(asking);
    expect(most).to.equal(3);
    await upstream.close();
    await until(() => sockets.size === 0);
  });

  it('that is never answered ends with the other requests', async () => {
    answer = () => undefined;
    const limits = { ...defaultTimeLimits, patience: 1_000_000 };
    upstream = new Upstream({ origin: await listen(), basePath: '', token: 'secret', limits });
    const albums = outcome(upstream.albums(signal));
    await until(() => asked.length === 1);
    await upstream.close();
    expect(await albums).to.equal('unreachable');
    await until(() => sockets.size === 0);
  });
});
