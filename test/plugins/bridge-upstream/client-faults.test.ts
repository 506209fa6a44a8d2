import { join } from 'node:path';
import { expect } from 'chai';
import type { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import { leftAtSignal } from '../../support/left-at-signal.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { failureOf, faultyServer, neverAborted, photoHeaders, sendError, sourceAt } from './client-server.ts';
import { goodAnswer, rawServer } from './client-raw-server.ts';

const signal = neverAborted;
const emptyTimeline = { items: [], next: null, changesCursor: 'c' };

/** What a test has opened; closed even if the test fails. */
const opened: { close(): unknown }[] = [];

function open<T extends { close(): unknown }>(thing: T): T {
  opened.push(thing);
  return thing;
}

describe('requests to a bridge with faults', () => {
  let bridge: Awaited<ReturnType<typeof faultyServer>>;
  let source: BridgeSource;

  const timeline = (from = source, abort = signal) => from.timeline({ cursor: null, limit: 1, signal: abort });
  const stall = (): void => {
    bridge.answer = () => undefined;
  };

  beforeEach(async () => {
    bridge = await faultyServer();
    source = sourceAt(bridge.url);
  });
  afterEach(async () => {
    await source.close();
    await bridge.close();
    for (const thing of opened.splice(0).reverse()) await thing.close();
  });

  describe('are retried', () => {
    it('if the connection is cut before a response, twice at most', async () => {
      const twiceCut = open(await rawServer([null, null, goodAnswer(emptyTimeline)]));
      const always = open(await rawServer([null]));
      const [first, second] = [open(sourceAt(twiceCut.url)), open(sourceAt(always.url))];
      expect(await timeline(first)).to.deep.equal(emptyTimeline);
      expect(await failureOf(timeline(second))).to.include({ code: 'unreachable' });
      expect([twiceCut.connections(), always.connections()]).to.deep.equal([3, 3]);
    });

    it('if the bridge closes a kept connection just as it is used', async () => {
      const server = open(await rawServer([goodAnswer(emptyTimeline), null, goodAnswer({ nodes: [], missing: [] })]));
      const client = open(sourceAt(server.url));
      await timeline(client);
      expect(await client.nodes(['a'], { signal })).to.deep.equal({ nodes: [], missing: [] });
      expect(server.connections()).to.equal(3);
    });

    it('if JSON is truncated', async () => {
      const server = open(await rawServer([goodAnswer(emptyTimeline).slice(0, -5), goodAnswer(emptyTimeline)]));
      const client = open(sourceAt(server.url));
      expect(await timeline(client)).to.deep.equal(emptyTimeline);
    });

    it('if a bridge is being restarted', () =>
      withTempFolder(async (folder) => {
        const path = join(folder, 'bridge.sock');
        const client = open(sourceAt(`unix:${path}`));
        const asked = client.health({ signal });
        const back = open(await faultyServer(path));
        expect(await asked).to.include({ reachable: true });
        await client.close();
        await back.close();
      }));

    it('in vain if nothing listens, which the error says', async () => {
      await bridge.close();
      expect(await failureOf(timeline())).to.include({
        code: 'unreachable',
        message: 'The bridge cannot be reached: nothing listens at BRIDGE_URL: see whether photofinch-bridge runs.',
      });
    });

    it('once if the bridge says that an error is retryable, but never for photos', async () => {
      const busy = (retryable: boolean): void => {
        bridge.asked.length = 0;
        bridge.answer = (_request, response) => {
          sendError(response, 503, 'upstream_unreachable', retryable);
        };
      };
      busy(true);
      await failureOf(timeline());
      expect(bridge.asked).to.have.length(2);
      busy(false);
      await failureOf(timeline());
      expect(bridge.asked).to.have.length(1);
      busy(true);
      await failureOf(source.open('a', { signal }));
      await failureOf(source.thumbnail('a', { size: 512, signal }));
      expect(bridge.asked).to.have.length(2);
    });

    it('never after 429 or another rejection', async () => {
      for (const [status, code] of [
        [429, 'rate_limited'],
        [400, 'bad_request'],
        [401, 'bridge_auth'],
      ] as const) {
        bridge.asked.length = 0;
        bridge.answer = (_request, response) => {
          sendError(response, status, code, true);
        };
        await failureOf(timeline());
        expect(bridge.asked).to.have.length(1);
      }
    });
  });

  describe('time out', () => {
    it('if JSON does not arrive, or only trickles in', async () => {
      const hasty = open(sourceAt(bridge.url, { limits: { json: 300 } }));
      stall();
      expect(await failureOf(timeline(hasty))).to.include({ code: 'timeout' });
      bridge.answer = (_request, response) => {
        response.writeHead(200, { 'x-bridge-contract': '1' });
        const timer = setInterval(() => response.write(' '), 50);
        response.once('close', () => {
          clearInterval(timer);
        });
      };
      // This would trickle on for ever.
      expect(await failureOf(timeline(hasty))).to.include({ code: 'timeout' });
      await until(() => bridge.underWay === 0);
    });

    it('if a thumbnail or a photo does not begin', async () => {
      const hasty = open(sourceAt(bridge.url, { limits: { thumbnail: 300, contentHeaders: 300 } }));
      stall();
      expect(await failureOf(hasty.thumbnail('a', { size: 512, signal }))).to.include({ code: 'timeout' });
      expect(await failureOf(hasty.open('a', { signal }))).to.include({ code: 'timeout' });
      await until(() => bridge.underWay === 0);
    });

    it('if no connection becomes free, which does not count against the bridge', async () => {
      const limits = { queue: 1000, connect: 1000, contentHeaders: 1000, contentIdle: 60_000 };
      const narrow = open(sourceAt(bridge.url, { limits, workers: 1 }));
      bridge.answer = (_request, response) => {
        response.writeHead(200, photoHeaders(1000));
        response.write('some');
      };
      const first = await narrow.open('a', { signal });
      const others = Array.from({ length: 6 }, () => failureOf(narrow.open('b', { signal })));
      for (const failure of await Promise.all(others)) {
        expect(failure).to.include({
          code: 'timeout',
          message: 'Too many photos are being read from the bridge at once.',
        });
      }
      first.body.destroy();
      const { body } = await narrow.open('c', { signal });
      body.destroy();
    });
  });

  describe('stop when the caller aborts them', () => {
    it('at once, even while they wait for a connection', async () => {
      stall();
      const narrow = open(sourceAt(bridge.url, { workers: 1 }));
      const controller = new AbortController();
      const calls = [1, 2, 3].map((uid) => narrow.open(String(uid), { signal: controller.signal }));
      const ends = Promise.allSettled(calls);
      await until(() => bridge.underWay === 1);
      controller.abort(new Error('enough'));
      for (const end of await ends) {
        expect(end.status === 'rejected' && end.reason === controller.signal.reason).to.equal(true);
      }
      await until(() => bridge.underWay === 0);
    });

    it('while they wait for a retry', async () => {
      const server = open(await rawServer([null]));
      const client = open(sourceAt(server.url));
      const controller = new AbortController();
      const call = timeline(client, controller.signal);
      await until(() => server.connections() === 1);
      controller.abort(new Error('enough'));
      let thrown: unknown;
      await call.catch((error: unknown) => (thrown = error));
      expect(thrown).to.equal(controller.signal.reason);
    });

    it('a thousand times, without leaving connections or listeners behind', async () => {
      bridge.answer = (_request, response) => {
        response.writeHead(200, photoHeaders(10_000_000));
        response.write(Buffer.alloc(100_000));
      };
      const longLived = new AbortController();
      for (let i = 0; i < 500; i++) {
        const { body } = await source.open('a', { signal: longLived.signal });
        body.destroy();
      }
      for (let i = 0; i < 500; i++) {
        const controller = new AbortController();
        const { body } = await source.open('a', { signal: controller.signal });
        body.on('error', () => undefined);
        controller.abort();
      }
      await until(() => bridge.underWay === 0);
      await until(() => bridge.sockets.size <= 3);
      await until(() => leftAtSignal(longLived.signal) === 0);
      expect(leftAtSignal(longLived.signal)).to.equal(0);
    });
  });

  it('of one kind do not block those of other kinds', async () => {
    bridge.answer = (request, response) => {
      const isSlow = request.url?.includes('/slow/');
      response.writeHead(200, photoHeaders(4));
      response.write('ab', () => {
        if (!isSlow) response.end('cd');
      });
    };
    // More than the connections for the indexer.
    const controller = new AbortController();
    const slow = Array.from({ length: 10 }, () => source.open('slow', { signal: controller.signal }));
    const ended = Promise.allSettled(slow);
    await until(() => bridge.underWay === 3);
    const { body } = await source.open('quick', { priority: 'interactive', signal });
    const pieces: Buffer[] = [];
    for await (const piece of body as AsyncIterable<Buffer>) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).to.equal('abcd');
    expect(await source.health({ signal })).to.include({ reachable: true });
    // None of the three had to end first: otherwise a fourth would have begun.
    expect(bridge.asked.filter((asked) => asked.includes('/slow/'))).to.have.length(3);
    controller.abort();
    await ended;
  });

  it('can use a unix socket, and name one that is missing', () =>
    withTempFolder(async (folder) => {
      const path = join(folder, 'bridge.sock');
      const local = open(await faultyServer(path));
      const client = open(sourceAt(local.url));
      expect(await client.health({ signal })).to.include({ reachable: true, storeId: 'store-1' });
      const lost = open(sourceAt(`unix:${join(folder, 'other.sock')}`));
      const { detail } = await lost.health({ signal });
      expect(detail).to.contain('the socket that BRIDGE_URL names is not there');
      expect(detail).not.to.contain(folder);
    }));

  it('report a server that does not speak HTTP', async () => {
    const server = open(await rawServer(['SSH-2.0-OpenSSH_9.2\r\n']));
    const client = open(sourceAt(server.url));
    expect((await failureOf(timeline(client))).message).to.contain('does not speak HTTP');
  });

  it('fail when the source is closed, whether running or new', async () => {
    bridge.answer = (request, response) => {
      if (!request.url?.includes('begun')) return;
      response.writeHead(200, photoHeaders(1000));
      response.write('some');
    };
    const { body } = await source.open('begun', { signal });
    const broken = failureOf(
      (async () => {
        await body.toArray();
      })(),
    );
    const waiting = failureOf(timeline());
    await until(() => bridge.underWay === 2);
    await source.close();
    expect(await broken).to.include({ code: 'unreachable' });
    expect(await waiting).to.include({ code: 'unreachable' });
    expect(await failureOf(timeline())).to.include({ code: 'unreachable' });
    await until(() => bridge.sockets.size === 0);
  });
});
