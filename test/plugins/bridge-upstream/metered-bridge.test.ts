import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Meter } from '../../../plugins/bridge-upstream/bridge/meter/meter.ts';
import {
  PreviewShelf,
  previewFile,
  previewsFolder,
} from '../../../plugins/bridge-upstream/bridge/meter/preview-shelf.ts';
import { parseBridgeUrl } from '../../../plugins/bridge-upstream/client/address.ts';
import { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import { endBridges, startBridgeProcess, whereIs } from '../../support/bridge-process.ts';
import { askBridge, bridgeRig, rigToken, type BridgeRig } from '../../support/bridge-rig.ts';
import { EditedFolder } from '../../support/edited-store.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { SteppedClock } from '../../support/stepped-clock.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const megabyte = 1_000_000;
const quiet = new AbortController().signal;

describe('a metered bridge', () => {
  let rig: BridgeRig;
  let clock: SteppedClock;
  let folder: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    clock = new SteppedClock();
    const meter = new Meter({ bytesPerSecond: megabyte, slots: 2, latency: 100 }, clock);
    rig = await bridgeRig({ metered: { meter, previews: new PreviewShelf(folder) } });
  });

  afterEach(async () => {
    await rig.stop();
    rmSync(folder, { recursive: true });
    expect(rig.store.open, 'files that are still open').to.equal(0);
  });

  const full = (uid: string, range?: string) =>
    rig.get(`/v1/photos/${uid}/full`, range === undefined ? {} : { headers: { range } });
  const preview = (uid: string, size = 512) => rig.get(`/v1/photos/${uid}/thumbnail?size=${size}`);
  /** Adds photos of a megabyte each. */
  const addPhotos = (count: number): string[] =>
    Array.from(
      { length: count },
      (_, index) => rig.add({ uid: `p${index}`, bytes: Buffer.alloc(megabyte, index) }).uid,
    );

  it('declares its originals as metered, and another bridge as cheap', async () => {
    expect((await rig.get('/v1/health')).json).to.have.nested.property('capabilities.originals', 'metered');
    const plain = await bridgeRig();
    expect((await plain.get('/v1/health')).json).to.have.nested.property('capabilities.originals', 'cheap');
    await plain.stop();
  });

  it('limits all reads together to one rate', async () => {
    const uids = addPhotos(6);
    const answers = await clock.during(Promise.all(uids.map((uid) => full(uid))));
    for (const [index, { status, body }] of answers.entries()) {
      expect(status).to.equal(200);
      expect(body.equals(Buffer.alloc(megabyte, index)), `photo ${index}`).to.be.true;
    }
    // Six megabytes, and the initial latency, during which nothing arrives.
    expect(clock.now()).to.be.within(6100, 6500);
  });

  it('reads no more at once than it has slots, each with the latency', async () => {
    const uids = addPhotos(6);
    await clock.during(Promise.all(uids.map((uid) => full(uid, 'bytes=0-0'))));
    expect(rig.store.mostOpen).to.equal(2);
    expect(clock.now()).to.be.within(300, 301);
  });

  it('counts only the bytes of a requested range', async () => {
    addPhotos(1);
    const { body } = await clock.during(full('p0', 'bytes=250000-499999'));
    expect(body.length).to.equal(250_000);
    expect(clock.now()).to.be.closeTo(350, 1);
  });

  it('does not count responses without the bytes of a photo', async () => {
    const { etag } = { etag: `"${rig.add({ uid: 'photo', bytes: Buffer.alloc(megabyte) }).rev}"` };
    await clock.during(rig.get('/v1/photos/photo/full', { method: 'HEAD' }));
    await clock.during(rig.get('/v1/photos/photo/full', { headers: { 'if-none-match': etag } }));
    await clock.during(rig.get('/v1/timeline'));
    expect(clock.now()).to.equal(0);
  });

  it('passes the slot of a client that leaves to another', async () => {
    addPhotos(3);
    const leaving = new AbortController();
    const source = new BridgeSource({
      address: parseBridgeUrl(`http://127.0.0.1:${rig.port}`),
      token: rigToken,
      workers: 2,
    });
    const reads = ['p0', 'p1'].map((uid) => source.open(uid, { signal: leaving.signal }));
    for (const { body } of await clock.during(Promise.all(reads))) body.on('error', () => undefined);
    leaving.abort();
    expect((await clock.during(full('p2', 'bytes=0-9'))).body.length).to.equal(10);
    await source.close();
  });

  it('makes a preview once, also across a restart, and reads the store for it without the meter', async () => {
    rig.add({ uid: 'photo', bytes: Buffer.concat([await photoLikeJpeg(1, 900, 600), Buffer.alloc(5 * megabyte)]) });
    const first = await clock.during(preview('photo'));
    expect(first.status).to.equal(200);
    // The preview itself is metered, the five megabytes are not.
    expect(clock.now()).to.be.closeTo(100 + first.body.length / 1000, 1);
    const { pieces } = rig.store;
    expect((await clock.during(preview('photo'))).body.equals(first.body)).to.be.true;
    expect(rig.store.pieces).to.equal(pieces);

    const again = await bridgeRig({
      metered: { meter: new Meter({ bytesPerSecond: 1e9, slots: 4, latency: 0 }), previews: new PreviewShelf(folder) },
    });
    again.add({ uid: 'photo', bytes: rig.store.files.get('handle of photo')?.bytes ?? Buffer.alloc(0) });
    const { body } = await again.get('/v1/photos/photo/thumbnail?size=512');
    expect(body.equals(first.body)).to.be.true;
    expect(again.store.pieces, 'pieces of the photo that were read').to.equal(0);
    await again.stop();
  });

  it('makes another preview if the bytes of a photo change, and removes the old one', async () => {
    const shelf = new PreviewShelf(folder);
    const kept = () => readdirSync(folder).flatMap((shelved) => readdirSync(join(folder, shelved)));
    rig.add({ uid: 'photo', bytes: await photoLikeJpeg(1, 900, 600) });
    const before = await clock.during(preview('photo'));
    const file = rig.add({ uid: 'photo', bytes: await photoLikeJpeg(2, 900, 600) });
    const after = await clock.during(preview('photo'));
    expect(after.body.equals(before.body)).to.be.false;
    writeFileSync(`${previewFile(folder, file, 512)}.0badcafe`, 'what a kill left');
    expect(kept()).to.have.length(3);
    await shelf.tidy((uid) => rig.catalog.file(uid), quiet);
    expect(kept()).to.have.length(1);
    expect((await shelf.get(file, 512))?.equals(after.body)).to.be.true;
  });

  it('serves a preview even if its disk cannot store it', async () => {
    rig.add({ uid: 'photo', bytes: await photoLikeJpeg(1, 300, 200) });
    for (let shelf = 0; shelf < 256; shelf += 1) writeFileSync(join(folder, shelf.toString(16).padStart(2, '0')), '');
    expect((await clock.during(preview('photo', 1920))).status).to.equal(200);
  });
});

describe('photofinch-bridge --metered', () => {
  afterEach(endBridges);

  it('is metered, stores its previews beside its journal, and reports to its client that it is metered', () =>
    withTempFolder(async (folder) => {
      const store = new EditedFolder(join(folder, 'store'));
      store.put('a.jpg', await photoLikeJpeg(1, 640, 480));
      const dataDir = join(folder, 'data');
      const bridge = await startBridgeProcess(
        { ...store.environment, BRIDGE_DATA_DIR: dataDir },
        { args: ['--metered', '100mbit,2,1ms'] },
      );
      const source = new BridgeSource({ address: parseBridgeUrl(bridge.url), token: rigToken, workers: 2 });
      const page = () => source.timeline({ cursor: null, limit: 10, signal: quiet });
      await until(async () => (await page()).items.length === 1);
      expect(await source.health({ signal: quiet })).to.include({ reachable: true, originals: 'metered' });
      const photo = (await page()).items[0] ?? { uid: '', rev: '' };
      const { body } = await askBridge(whereIs(bridge), `/v1/photos/${photo.uid}/thumbnail?size=1920`);
      const kept = await new PreviewShelf(previewsFolder(dataDir)).get(photo, 1920);
      expect(kept?.equals(body)).to.be.true;
      await source.close();
      expect(await bridge.stop()).to.equal(0);
    }));
});
