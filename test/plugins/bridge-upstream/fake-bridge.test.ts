import { expect } from 'chai';
import { join } from 'node:path';
import { Probe } from '../../../plugins/bridge-upstream/kit/probe.ts';
import { readTimeline } from '../../../plugins/bridge-upstream/kit/reading.ts';
import { startFakeBridge, type FakeBridge } from '../../support/fake-bridge.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251));

describe('the fake bridge', () => {
  let bridge: FakeBridge;
  let probe: Probe;
  let uid: string;

  beforeEach(async () => {
    bridge = await startFakeBridge();
    probe = new Probe({ url: bridge.url, token: bridge.token });
    uid = bridge.put('Trip/beach.jpg', bytes);
  });
  afterEach(async () => {
    probe.close();
    await bridge.close();
  });

  const full = () => probe.send(`/photos/${uid}/full`);

  it('can override parts of its health', async () => {
    bridge.faults.health = { loggedIn: false, reason: 'wrong_key' };
    const health = JSON.parse((await probe.send('/health')).body.toString()) as unknown;
    expect(health).to.include({ contract: 1, reachable: true, loggedIn: false, reason: 'wrong_key' });
  });

  it('can give a set response a set number of times', async () => {
    bridge.faults.answers.set('albums', { status: 429, headers: { 'retry-after': '2' }, times: 2 });
    const answers = [await probe.send('/albums'), await probe.send('/albums'), await probe.send('/albums')];
    expect(answers.map(({ status }) => status)).to.deep.equal([429, 429, 200]);
    expect(answers[0]?.headers['retry-after']).to.equal('2');
  });

  it('can give a response that is not JSON, on all routes', async () => {
    bridge.faults.answers.set('*', { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' });
    const { status, headers, body } = await probe.send('/timeline');
    expect([status, headers['content-type'], body.toString()]).to.deep.equal([502, 'text/html', '<html>']);
  });

  it('can state another contract version, or none', async () => {
    bridge.faults.contract = '2';
    expect((await probe.send('/health')).headers['x-bridge-contract']).to.equal('2');
    bridge.faults.contract = null;
    expect((await probe.send('/health')).headers).not.to.have.property('x-bridge-contract');
  });

  it('can truncate a body once', async () => {
    bridge.faults.body = { cutAfter: 40_000, times: 1 };
    const cut = await full();
    expect([cut.status, cut.isCut, cut.body.length]).to.deep.equal([200, true, 40_000]);
    expect((await full()).body.equals(bytes)).to.equal(true);
  });

  it('can stall in a body, and counts it as open', async () => {
    bridge.faults.body = { uid, stallAfter: 20_000 };
    const message = await probe.open(`/photos/${uid}/full`);
    let length = 0;
    message.on('data', (chunk: Buffer) => (length += chunk.length)).on('error', () => undefined);
    await until(() => length === 20_000, 25);
    expect(bridge.openBodies).to.equal(1);
    message.destroy();
    await until(() => bridge.openBodies === 0, 25);
  });

  it('can flip a bit, state another sha1, and announce another length or none', async () => {
    bridge.faults.body = { flipAt: 7, sha1: '0'.repeat(40) };
    const flipped = await full();
    expect(flipped.body[7]).to.equal(bytes[7]! ^ 1);
    expect(flipped.headers['x-content-sha1']).to.equal('0'.repeat(40));
    bridge.faults.body = { lengthOff: 5 };
    expect(await full())
      .to.include({ isCut: true })
      .and.have.nested.property('headers.content-length', '100005');
    bridge.faults.body = { withoutLength: true };
    expect((await full()).headers).not.to.have.property('content-length');
  });

  it('can pretend to be empty while its health is good', async () => {
    bridge.faults.vanished = true;
    expect((await readTimeline(probe)).items).to.deep.equal([]);
    expect((await full()).status).to.equal(404);
    expect((await probe.send('/health')).body.toString()).to.include('"reachable":true');
    bridge.faults.clear();
    expect((await readTimeline(probe)).items).to.have.length(1);
  });

  it('can leave a route without responses, and delay responses', async () => {
    bridge.faults.silent.add('albums');
    const hasty = new Probe({ url: bridge.url, token: bridge.token, timeLimitMs: 300 });
    const outcome = await hasty.send('/albums').catch((error: unknown) => String(error));
    expect(outcome).to.match(/there was no response/);
    hasty.close();
    bridge.faults.latencyMs = 120;
    const start = performance.now();
    await probe.send('/timeline');
    expect(performance.now() - start).to.be.above(100);
  });

  it('counts requests by route', async () => {
    await probe.send('/timeline?limit=2');
    await probe.send('/timeline');
    expect([bridge.requestCount('timeline'), bridge.requestCount('full')]).to.deep.equal([2, 0]);
    expect(bridge.log).to.deep.equal(['GET /timeline?limit=2', 'GET /timeline']);
  });

  it('can have no thumbnail for a photo', async () => {
    bridge.setThumbnail('Trip/beach.jpg', null);
    expect((await probe.send(`/photos/${uid}/thumbnail?size=512`)).body.toString()).to.include('no_thumbnail');
  });

  it('keeps its photos when it is restarted on a unix socket', async () => {
    await bridge.close();
    await withTempFolder(async (folder) => {
      await bridge.listen(join(folder, 'bridge.sock'));
      const again = new Probe({ url: bridge.url, token: bridge.token });
      expect(bridge.url).to.match(/^unix:\//);
      expect((await readTimeline(again)).items.map((item) => item.uid)).to.deep.equal([uid]);
      again.close();
      await bridge.close();
    });
  });
});
