import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Health } from '../../core/http/wire.ts';
import { parseBridgeUrl } from '../../plugins/bridge-upstream/client/address.ts';
import { BridgeSource, type BridgeSourceOptions } from '../../plugins/bridge-upstream/client/bridge-source.ts';
import { bridgeHealthCheck } from '../../plugins/bridge-upstream/client/health-check.ts';
import { defaultTimeLimits } from '../../plugins/bridge-upstream/client/limits.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startBridgeProcess, type BridgeProcess } from '../support/bridge-process.ts';
import { rigToken } from '../support/bridge-rig.ts';
import { EditedFolder } from '../support/edited-store.ts';
import { startFakeBridge, type FakeBridge } from '../support/fake-bridge.ts';
import type { FakeFaults } from '../support/fake-bridge-faults.ts';
import { LibraryClient } from '../support/library-client.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { hasFfmpeg, madeVideo } from '../support/made-video.ts';
import { smallPhotos } from '../support/small-photos.ts';
import { until } from '../support/until.ts';

/** In milliseconds: short enough for a test to wait for, and long enough for a busy machine. */
const short = { connect: 1000, json: 1500, thumbnail: 1500, contentHeaders: 1500, contentIdle: 1500, queue: 3000 };
const long = { ...defaultTimeLimits, contentIdle: 5000 };

/** A server that uses the bridge at `url`. */
async function startApp(
  url: string,
  token: string,
  options: Pick<BridgeSourceOptions, 'limits' | 'clock'> = {},
): Promise<TestApp> {
  const source = new BridgeSource({ address: parseBridgeUrl(url), token, workers: 3, ...options });
  return startTestApp({
    handedOver: { provided: { 'photo-source': source }, healthChecks: [bridgeHealthCheck(source)] },
    environment: { SYNC_INTERVAL: '1' },
  });
}

/** A video of one second, and a box that players skip. Without ffmpeg only the box, since nothing reads videos then. */
async function largeVideo(size: number): Promise<Buffer> {
  const film = hasFfmpeg
    ? await madeVideo('film.mp4', ['-c:v', 'libx264'], { seconds: 1, size: '160x120' })
    : Buffer.alloc(0);
  const rest = Buffer.alloc(size - film.length);
  rest.writeUInt32BE(rest.length);
  rest.write('free', 4, 'latin1');
  return Buffer.concat([film, rest]);
}

describe('a server whose bridge stalls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const store = new EditedFolder(join(folder, 'store'));
  const size = 64 * 1024 * 1024;
  let bridge: BridgeProcess;
  let app: TestApp;
  let library: LibraryClient;
  /** Milliseconds by which the client’s clock is ahead: it sends no requests to a failed bridge for half a minute. */
  let ahead = 0;
  const limits = { ...long };
  before(async () => {
    for (const [name, bytes] of await smallPhotos(10)) store.put(`Trip/${name}`, bytes);
    store.put('video.mp4', await largeVideo(size));
    bridge = await startBridgeProcess({
      ...store.environment,
      BRIDGE_DATA_DIR: join(folder, 'bridge'),
      BRIDGE_SCAN_INTERVAL: '1',
    });
    app = await startApp(bridge.url, rigToken, { limits, clock: () => performance.now() + ahead });
    library = await LibraryClient.signIn(app.url);
    await until(async () => (await library.photos()).size === 11);
  });
  after(async () => {
    bridge.child.kill('SIGCONT');
    await app.stop();
    await bridge.stop();
    rmSync(folder, { recursive: true });
  });

  it('ends the download with an error, stays fast for everything else, and continues afterwards', async () => {
    const video = await library.photo('video.mp4');
    const { thumb_url: thumbnail } = await library.photo('Trip/photo-000.jpg');
    const reading = request(`${app.url}/api/photos/${video.uid}/full`, {
      headers: { authorization: `Bearer ${app.token('read')}` },
    }).end();
    const [answer] = (await once(reading, 'response')) as [IncomingMessage];
    await once(answer, 'readable');
    bridge.child.kill('SIGSTOP');
    Object.assign(limits, short);
    let ended: unknown;
    const read = answer.toArray().catch((error: unknown) => (ended = error));

    // Each of these would fail if it needed the bridge.
    for (let round = 0; round < 10; round += 1) {
      expect(await library.total()).to.equal(11);
      expect((await library.ask(thumbnail ?? '')).status).to.equal(200);
      expect((await library.ask('/api/health')).status).to.equal(200);
    }
    await read;
    expect(ended).to.be.instanceOf(Error);

    await until(async () => (await library.indexer()).state === 'paused');
    expect((await library.indexer()).trouble?.message).to.match(
      /too long|unreachable|cannot be reached|does not answer/,
    );
    expect(await library.bridgeCheck()).to.include({ ok: false });
    expect(await library.total()).to.equal(11);

    bridge.child.kill('SIGCONT');
    Object.assign(limits, defaultTimeLimits);
    ahead = 30_000;
    store.put('Trip/later.jpg', await photoLikeJpeg(3, 320, 240));
    await until(async () => {
      await library.sync();
      return (await library.photos()).get('Trip/later.jpg')?.state === 'indexed';
    });
    await until(async () => (await library.indexer()).trouble === null);
    expect(await library.bytes(video)).to.have.length(size);
    expect((await library.json<{ failures: unknown[] }>('/api/admin/failures')).failures).to.deep.equal([]);
  });
});

describe('a server whose bridge is faulty', () => {
  let bridge: FakeBridge;
  let app: TestApp;
  let library: LibraryClient;
  before(async () => {
    bridge = await startFakeBridge();
    for (const [name, bytes] of await smallPhotos(25)) bridge.put(`Trip/${name}`, bytes);
    app = await startApp(bridge.url, bridge.token);
    library = await LibraryClient.signIn(app.url);
    await until(async () => (await library.photos()).size === 25);
  });
  after(async () => {
    await app.stop();
    await bridge.close();
  });

  const portal = '<!doctype html><title>Welcome to our hotel</title><p>Please sign in.';
  const cases: Record<
    string,
    { break: (faults: FakeFaults) => void; says: RegExp; health: Partial<Health['bridge']> }
  > = {
    'speaks another version of the contract': {
      break: (faults) => {
        faults.contract = '2';
      },
      says: /version 2|contract 2/i,
      health: { reachable: false },
    },
    'is a captive portal with a sign-in page': {
      break: (faults) => {
        faults.contract = null;
        faults.answers.set('*', { status: 200, headers: { 'content-type': 'text/html' }, body: portal });
      },
      says: /BRIDGE_URL|not a bridge|no bridge/i,
      health: { reachable: false },
    },
    'refuses the token': {
      break: (faults) => {
        faults.answers.set('*', { status: 401, body: { code: 'bridge_auth', detail: 'no', retryable: false } });
      },
      says: /token/i,
      health: { loggedIn: false },
    },
    'lists no photos any more, and reports no error': {
      break: (faults) => {
        faults.vanished = true;
        // A client that requests changes is sent to the timeline, which is empty.
        faults.answers.set('changes', {
          status: 410,
          body: { code: 'cursor_expired', detail: 'old', retryable: false },
        });
      },
      says: /25 of 25 photos are not in the store any more/,
      health: { reachable: true, loggedIn: true },
    },
  };
  for (const [what, { break: breakIt, says, health }] of Object.entries(cases)) {
    it(`keeps every photo, and shows the reason, when the bridge ${what}`, async () => {
      breakIt(bridge.faults);
      await until(async () => {
        await library.sync();
        const { ok, detail } = await library.bridgeCheck();
        return !ok && says.test(detail);
      }).catch(async () => {
        throw new Error(`the check says: ${(await library.bridgeCheck()).detail}`);
      });
      await until(async () => {
        const { bridge: is } = await library.json<Health>('/api/health');
        return Object.entries(health).every(([name, value]) => is[name as keyof typeof is] === value);
      });
      expect(await library.total()).to.equal(25);
      bridge.faults.clear();
      await until(async () => {
        await library.sync();
        return (await library.bridgeCheck()).ok;
      });
      expect(await library.total()).to.equal(25);
    });
  }

  it('waits as long as the bridge tells it to, and marks no photo as failed', async () => {
    const seconds = 7;
    const wait = { code: 'rate_limited', detail: 'Slowly, please.', retryable: true };
    let refusedAt: number | undefined;
    bridge.tamper = (request, next) => {
      if (refusedAt !== undefined || !request.path.endsWith('/full')) return next(request);
      refusedAt = performance.now();
      return { status: 429, headers: { 'retry-after': String(seconds) }, body: wait };
    };
    bridge.requests.clear();
    bridge.put('Trip/later.jpg', await photoLikeJpeg(3, 320, 240));
    await until(async () => (await library.indexer()).state === 'paused');
    await until(async () => (await library.photos()).get('Trip/later.jpg')?.state === 'indexed');
    expect(performance.now() - (refusedAt ?? Infinity)).to.be.above((seconds - 1) * 1000);
    // The refused request, and one after the wait.
    expect(bridge.requestCount('full')).to.equal(2);
    expect((await library.json<{ failures: unknown[] }>('/api/admin/failures')).failures).to.deep.equal([]);
  });
});
