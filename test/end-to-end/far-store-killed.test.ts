import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Status } from '../../core/http/wire.ts';
import { BridgedService } from '../support/bridged-service.ts';
import { CountingProxy } from '../support/counting-proxy.ts';
import { EditedFolder } from '../support/edited-store.ts';
import { isLongRun } from '../support/long-run.ts';
import { seededRandom } from '../support/seed.ts';
import { smallPhotos } from '../support/small-photos.ts';
import { until } from '../support/until.ts';

const { PHOTOS, KILLS } = isLongRun ? { PHOTOS: 400, KILLS: 50 } : { PHOTOS: 40, KILLS: 4 };
const WORKERS = 3;
/** Bytes after each picture, so that its head is only a part of it. */
const padding = 400_000;

describe('a server that is killed while it reads a distant photo store for the first time', () => {
  let rig: BridgedService<EditedFolder>;
  let proxy: CountingProxy;
  let lives = 0;

  const status = () => rig.library.json<Status>('/api/status');
  const live = (): Promise<void> =>
    rig.startService({ BRIDGE_URL: proxy.url, ORIGINALS_BUDGET: '0', WORKERS: String(WORKERS) });
  const reads = (): number => [...proxy.passed.values()].reduce((sum, { whole }) => sum + whole, 0);
  const isDone = async (): Promise<boolean> => {
    const { stats, indexing } = await status();
    return stats.photos.by_status.indexed === PHOTOS && !indexing.running;
  };

  before(async () => {
    rig = new BridgedService((root) => new EditedFolder(root));
    for (const [name, bytes] of await smallPhotos(PHOTOS)) {
      rig.store.put(`Trip/${name}`, Buffer.concat([bytes, Buffer.alloc(padding)]));
    }
    await rig.startBridge({ BRIDGE_METERED: '80mbit,4,60ms' });
    proxy = await CountingProxy.start(rig.bridge.url);
    let most = Infinity;
    proxy.beforePass = async (path) => {
      if (path.startsWith('/photos/')) await until(() => proxy.passed.size < most);
    };
    const random = seededRandom();
    for (let kill = 0; kill < KILLS && proxy.passed.size < PHOTOS; kill += 1) {
      const before = reads();
      // Each run makes progress, and ends at a random moment before everything is read.
      most = proxy.passed.size + PHOTOS / 4;
      await live();
      await until(() => reads() > before);
      await sleep(random() * 300);
      await rig.service.kill();
      lives += 1;
    }
    most = Infinity;
    await live();
    await until(async () => {
      // A photo that was in progress at three kills counts as failed until a retry is requested.
      const { failures } = await rig.library.json<{ failures: unknown[] }>('/api/admin/failures');
      if (failures.length > 0) await rig.library.json('/api/admin/indexer/retry-failed', 'POST');
      return isDone();
    });
  });
  after(async () => {
    await rig.close();
    proxy.stop();
  });

  it('has each photo once, with its thumbnail', async () => {
    expect(lives, 'kills').to.be.above(1);
    const photos = [...(await rig.library.photos()).values()];
    expect(photos).to.have.length(PHOTOS);
    expect(new Set(photos.map(({ name }) => name)).size).to.equal(PHOTOS);
    const answers = await Promise.all(photos.map(({ thumb_url: url }) => rig.library.ask(url ?? '')));
    expect(answers.map((answer) => answer.status)).to.deep.equal(photos.map(() => 200));
  });

  it('has read nothing twice, except what was in progress when it was killed', () => {
    const again = [...proxy.passed.values()].reduce((sum, { whole }) => sum + Math.max(0, whole - 1), 0);
    expect(again).to.be.at.most(lives * WORKERS);
  });

  it('has read no original as a whole', () => {
    const largest = Math.max(...[...proxy.passed.values()].map((passed) => passed.largest));
    expect(largest).to.be.within(1, 256 * 1024);
  });
});
