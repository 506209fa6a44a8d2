import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import type { PhotoList } from '../../../core/http/wire.ts';
import { inject } from '../../../core/compose/inject.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { startFakeBridge, type FakeBridge } from '../../support/fake-bridge.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { until } from '../../support/until.ts';

describe('a server with a bridge', () => {
  let bridge: FakeBridge;
  let app: TestApp;
  let uid: string;
  let bytes: Buffer;

  before(async () => {
    bridge = await startFakeBridge();
    bytes = await photoLikeJpeg(1, 640, 480);
    uid = bridge.put('Trip/beach.jpg', bytes, { captureTime: 1_700_000_000 });
    bridge.put('Trip/hill.jpg', await photoLikeJpeg(2, 640, 480), { captureTime: 1_700_000_100 });
    app = await startTestApp({ environment: { PLUGINS: '', BRIDGE_URL: bridge.url, BRIDGE_TOKEN: bridge.token } });
    await app.untilIndexed();
  });
  after(async () => {
    await app.stop();
    await bridge.close();
  });

  const full = (headers: Record<string, string> = {}) =>
    app.call('GET', `/api/photos/${uid}/full`, { as: 'read', headers });

  it('lists its photos, and reports it as reachable', async () => {
    const { photos } = JSON.parse((await app.call('GET', '/api/photos', { as: 'read' })).payload) as PhotoList;
    expect(photos).to.have.length(2);
    // The server checks the health of the bridge independently of indexing.
    await until(async () => (await app.call('GET', '/api/health')).payload.includes('"reachable":true'));
    const health = await app.call('GET', '/api/health');
    expect(health.payload).to.contain('"reachable":true');
  });

  it('passes on the bytes, as a whole and in part', async () => {
    const whole = await full();
    expect(whole.statusCode).to.equal(200);
    expect(whole.rawPayload.equals(bytes)).to.equal(true);
    const etag = String(whole.headers['etag']);
    const part = await full({ range: 'bytes=10-19', 'if-range': etag });
    expect(part.statusCode).to.equal(206);
    expect(part.headers).to.include({ 'content-range': `bytes 10-19/${bytes.length}`, etag });
    expect(part.rawPayload.equals(bytes.subarray(10, 20))).to.equal(true);
    expect(bridge.log.filter((line) => line.includes('/full'))).not.to.have.length(0);
    expect((await full({ range: 'bytes=10-19', 'if-range': '"another"' })).statusCode).to.equal(200);
    const beyond = await full({ range: `bytes=${bytes.length}-` });
    expect(beyond.statusCode).to.equal(416);
    expect(beyond.headers['content-range']).to.equal(`bytes */${bytes.length}`);
    expect((await full({ 'if-none-match': etag })).statusCode).to.equal(304);
  });

  it('does not end a response cleanly if a bit was flipped on the way', async () => {
    bridge.faults.body = { flipAt: 100, times: 1 };
    const outgoing = request(`${app.url}/api/photos/${uid}/full`, {
      headers: { authorization: `Bearer ${app.token('read')}` },
    });
    outgoing.end();
    // The photo may be so small that the connection closes before its headers are sent.
    const read = once(outgoing, 'response').then(([answer]: IncomingMessage[]) => answer?.toArray());
    const ended: unknown = await read.catch((error: unknown) => error);
    expect(ended).to.be.instanceOf(Error);
  });

  it('ends the read at the bridge when the browser disconnects', async () => {
    bridge.faults.body = { stallAfter: 100, times: 1 };
    const outgoing = request(`${app.url}/api/photos/${uid}/full`, {
      headers: { authorization: `Bearer ${app.token('read')}` },
    });
    outgoing.on('error', () => undefined);
    outgoing.end();
    await once(outgoing, 'response');
    // The server may be checking the health of the bridge.
    await until(() => bridge.openBodies === 1);
    expect(bridge.openBodies).to.equal(1);
    outgoing.destroy();
    await until(() => bridge.openBodies === 0, 25);
  });

  it('is not logged in while its token is rejected, and continues when it is accepted again', async () => {
    const refused = { code: 'bridge_auth', detail: 'no', retryable: false };
    bridge.faults.answers.set('*', { status: 401, body: refused });
    const answer = await full();
    expect(answer.statusCode).to.equal(503);
    expect(answer.payload).to.contain('not logged in');
    await until(async () => (await app.call('GET', '/api/health')).payload.includes('"loggedIn":false'));
    bridge.faults.clear();
    expect((await full()).statusCode).to.equal(200);
    await until(async () => (await app.call('GET', '/api/health')).payload.includes('"loggedIn":true'));
  });

  it('continues with photos and with indexing within seconds after the bridge is back', async () => {
    const indexer = app.container.resolve(inject.indexer);
    const isKnown = async (): Promise<boolean> =>
      (await app.call('GET', '/api/health')).payload.includes('"reachable":true');
    // Something else responds.
    bridge.faults.contract = null;
    for (let times = 0; times < 8; times += 1) expect((await full()).statusCode).to.equal(503);
    // The pauses grow: 5 s, 10, 20, 40.
    for (let times = 0; times < 4; times += 1) {
      const settled = indexer.settled();
      indexer.wake();
      await settled;
    }
    expect(indexer.progress().trouble?.code).to.equal('unreachable');
    await until(async () => !(await isKnown()));

    bridge.put('Trip/wood.jpg', await photoLikeJpeg(3, 640, 480), { captureTime: 1_700_000_200 });
    bridge.faults.clear();
    await until(isKnown);
    expect((await full()).statusCode).to.equal(200);
    await until(async () => {
      const { payload } = await app.call('GET', '/api/photos', { as: 'read' });
      return (JSON.parse(payload) as PhotoList).total === 3;
    }, 25);
    await until(() => indexer.progress().trouble === null);
  });
});
