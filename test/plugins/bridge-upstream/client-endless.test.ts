import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseBridgeUrl } from '../../../plugins/bridge-upstream/client/address.ts';
import { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import { startFakeBridge, type FakeBridge, type Tamper } from '../../support/fake-bridge.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { smallPhotos } from '../../support/small-photos.ts';

/** Changes the responses of one route only. */
const changed =
  (path: RegExp, change: (body: Record<string, unknown>) => Record<string, unknown>): Tamper =>
  async (request, next) => {
    const answer = await next(request);
    if (!path.test(request.path) || answer.status !== 200) return answer;
    return { ...answer, body: change(answer.body as Record<string, unknown>) };
  };

describe('a bridge with endless or oversized responses', function () {
  let folder: string;
  let bridge: FakeBridge;
  let source: BridgeSource;
  let rig: IndexerRig;
  let photos: Map<string, Buffer>;

  before(async () => {
    photos = await smallPhotos(30);
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    bridge = await startFakeBridge();
    for (const [name, bytes] of [...photos].slice(0, 5)) bridge.put(`Trip/${name}`, bytes);
    source = new BridgeSource({ address: parseBridgeUrl(bridge.url), token: bridge.token, workers: 3 });
    rig = new IndexerRig({ folder, source });
  });
  afterEach(async () => {
    await rig.close();
    await source.close();
    await bridge.close();
    rmSync(folder, { recursive: true });
  });

  const present = (): number => rig.photos().filter(({ deleted_at: gone }) => gone === null).length;
  /** Every page is the first one, and the cursors A and B lead to each other. */
  const circle: Tamper = (request, next) => {
    const query = new URLSearchParams(request.query);
    query.delete('cursor');
    const onward = request.query.get('cursor') === 'A' ? 'B' : 'A';
    return changed(/^\/timeline/, (body) => ({ ...body, next: onward }))(request, () => next({ ...request, query }));
  };

  it('is reported as faulty after a few requests if the cursors of its timeline form a circle', async () => {
    await rig.settle();
    bridge.put('Trip/late.jpg', [...photos.values()][7]!);
    rig.db.prepare(`DELETE FROM sync_state WHERE key = 'changes_cursor'`).run();
    bridge.log.length = 0;
    bridge.tamper = circle;
    await rig.settle();
    expect(rig.indexer.progress().trouble?.message).to.match(/^The photo source answered wrongly to timeline: /);
    expect(bridge.log.filter((line) => line.startsWith('GET /timeline')).length).to.be.within(2, 3);
    expect(present()).to.be.at.least(5);
    bridge.tamper = undefined;
    await rig.settle();
    expect([rig.indexer.progress().trouble, present()]).to.deep.equal([null, 6]);
  });

  it('is reported as faulty if it sends 20,000 items for a page, none of which is used', async () => {
    const items = Array.from({ length: 20_000 }, (_, i) => ({ uid: `u${i}`, rev: 'r', captureTime: 1, tags: [] }));
    bridge.tamper = changed(/^\/timeline/, (body) => ({ ...body, items }));
    await rig.settle();
    expect(rig.indexer.progress().trouble?.message).to.match(/no more than the 500 that were asked for, not 20000/);
    expect(rig.photos()).to.have.length(0);
  });

  it('fails only the photo that it describes in 9 MiB', async () => {
    const large = 'x'.repeat(9 * 2 ** 20);
    bridge.tamper = changed(/^\/nodes/, (body) => ({
      ...body,
      nodes: (body['nodes'] as { name: string }[]).map((node) =>
        node.name === 'photo-017.jpg' ? { ...node, caption: large } : node,
      ),
    }));
    for (const [name, bytes] of photos) bridge.put(`Trip/${name}`, bytes);
    await rig.settle();
    expect(rig.indexer.progress().trouble).to.equal(null);
    const failed = rig.photos().filter(({ state }) => state !== 'indexed');
    expect(failed.map(({ state, error }) => [state, error])).to.deep.equal([
      [
        'failed',
        'The photo source described this photo wrongly: The bridge answered with more than 8 MiB where little was asked for.',
      ],
    ]);
    expect(rig.photos()).to.have.length(30);
    bridge.tamper = undefined;
    rig.indexer.retryFailed();
    await rig.settle();
    expect(rig.photos().every(({ state }) => state === 'indexed')).to.equal(true);
  });
});
