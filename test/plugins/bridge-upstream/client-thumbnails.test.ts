import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import type { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import { until } from '../../support/until.ts';
import { faultyServer, failureOf, neverAborted, sendError, sourceAt } from './client-server.ts';

const signal = neverAborted;

describe('thumbnails from a bridge', () => {
  let bridge: Awaited<ReturnType<typeof faultyServer>>;
  let source: BridgeSource;

  beforeEach(async () => {
    bridge = await faultyServer();
    source = sourceAt(bridge.url);
  });
  afterEach(async () => {
    await source.close();
    await bridge.close();
  });

  const sends = (send: (response: ServerResponse) => void): void => {
    bridge.answer = (_request, response) => {
      send(response);
    };
  };
  const webp = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), randomBytes(100)]);

  it('are returned with their type', async () => {
    let asked: string | undefined;
    bridge.answer = (request, response) => {
      asked = request.url;
      response.writeHead(200, { 'x-bridge-contract': '1', 'content-type': 'image/webp', 'content-length': '112' });
      response.end(webp);
    };
    const thumbnail = await source.thumbnail('a', { size: 1920, signal });
    expect(asked).to.equal('/v1/photos/a/thumbnail?size=1920');
    expect(thumbnail?.mediaType).to.equal('image/webp');
    expect(webp.equals(thumbnail?.bytes ?? Buffer.alloc(0))).to.equal(true);
  });

  it('are null if the store has none', async () => {
    sends((response) => {
      sendError(response, 404, 'no_thumbnail');
    });
    expect(await source.thumbnail('a', { size: 512, signal })).to.equal(null);
    expect(bridge.asked).to.have.length(1);
  });

  it('fail with integrity if the bridge closes the connection before their end', async () => {
    sends((response) => {
      response.writeHead(200, { 'x-bridge-contract': '1', 'content-type': 'image/webp', 'content-length': '112' });
      response.write(webp.subarray(0, 50), () => response.destroy());
    });
    for (let i = 0; i < 6; i++) {
      const failure = await failureOf(source.thumbnail('a', { size: 512, signal }));
      expect(failure).to.include({ code: 'integrity', message: 'a thumbnail ended before the 112 bytes announced.' });
    }
    // This is no fault of the bridge: each is requested once, and the circuit breaker stays closed.
    expect(bridge.asked).to.have.length(6);
    expect(await source.health({ signal })).to.include({ reachable: true });
  });

  it('are rejected with two types, and release the bridge', async () => {
    sends((response) => {
      response.setHeader('content-type', ['image/webp', 'image/jpeg']);
      response.writeHead(200, { 'x-bridge-contract': '1', 'content-length': '112' });
      response.write(webp.subarray(0, 50));
    });
    expect(await failureOf(source.thumbnail('a', { size: 512, signal }))).to.include({ code: 'bad_answer' });
    await until(() => bridge.underWay === 0);
  });

  it('are rejected with another type, or without a length', async () => {
    for (const headers of [
      { 'content-type': 'text/html', 'content-length': '112' },
      { 'content-type': 'image/webp' },
    ]) {
      sends((response) => {
        response.writeHead(200, { 'x-bridge-contract': '1', ...headers });
        response.end(webp);
      });
      expect(await failureOf(source.thumbnail('a', { size: 512, signal }))).to.include({ code: 'bad_answer' });
    }
  });
});
