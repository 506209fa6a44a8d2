import { expect } from 'chai';
import type { Status } from '../../core/http/wire.ts';
import { BridgedService } from '../support/bridged-service.ts';
import { EditedFolder } from '../support/edited-store.ts';
import { smallPhotos } from '../support/small-photos.ts';
import { until } from '../support/until.ts';

const PHOTOS = 24;
/** Bytes after each picture: with the limited bandwidth, each photo takes half a second. */
const padding = 125_000;

describe('a bridge that goes down while it is read, and comes back', () => {
  let rig: BridgedService<EditedFolder>;

  before(async () => {
    rig = new BridgedService((root) => new EditedFolder(root));
    for (const [name, bytes] of await smallPhotos(PHOTOS)) {
      rig.store.put(`Trip/${name}`, Buffer.concat([bytes, Buffer.alloc(padding)]));
    }
    await rig.startBridge({ BRIDGE_METERED: '2mbit,2,10ms' });
    // Neither the next sync nor a request makes the indexer continue.
    await rig.startService({ SYNC_INTERVAL: '3600', ORIGINALS_BUDGET: '1GB' });
  });
  after(() => rig.close());

  const status = () => rig.library.json<Status>('/api/status');
  const indexed = async (): Promise<number> => (await status()).stats.photos.by_status.indexed;

  it('is reported as unreachable, keeps indexed photos visible, and is read again as soon as it is back', async () => {
    await until(async () => (await indexed()) >= 3);
    await rig.bridge.kill();
    await until(async () => !(await status()).bridge.reachable);
    const before = await indexed();
    expect(before).to.be.within(3, PHOTOS);
    expect(await rig.library.total()).to.be.at.least(before);
    const photos = [...(await rig.library.photos()).values()].filter(({ state }) => state === 'indexed');
    const thumbnails = await Promise.all(photos.map(({ thumb_url: url }) => rig.library.ask(url ?? '')));
    expect(thumbnails.map((answer) => answer.status)).to.deep.equal(photos.map(() => 200));
    const original = await rig.library.ask(`/api/photos/${photos[0]?.uid ?? ''}/full`);
    expect(original.status).to.equal(503);

    await rig.startBridge({ BRIDGE_METERED: '200mbit' });
    await until(async () => (await status()).bridge.reachable);
    await until(async () => (await indexed()) === PHOTOS);
    expect((await rig.library.json<{ failures: unknown[] }>('/api/admin/failures')).failures).to.deep.equal([]);
    await until(async () => (await rig.library.indexer()).trouble === null);
  });
});
