import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { SourceError } from '../../../../core/plugin-api/errors.ts';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { until } from '../../../support/until.ts';

describe('a healthy store that provides no originals', function () {
  let folder: string;
  let source: FarSource;
  let rig: IndexerRig;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new FarSource();
    const picture = await farPicture('olive');
    for (const uid of ['a', 'b', 'c']) source.putFar(uid, picture, await previewOf(picture));
    source.faults.set('open', () => Promise.reject(new SourceError('unreachable', 'The store is away.')));
    rig = new IndexerRig({ folder, source, config: { workers: 1 } });
    rig.stopClock();
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const pause = (): number => rig.indexer.progress().nextSyncAt - rig.now();

  it('is retried after growing pauses, until it provides them', async () => {
    const pauses: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      await rig.settle();
      expect(rig.indexer.progress()).to.deep.include({ state: 'paused' });
      pauses.push(pause());
    }
    for (const [i, seconds] of [5, 10, 20, 40, 80].entries()) expect(pauses[i]).to.be.within(seconds - 2, seconds);
    source.faults.clear();
    await rig.settle();
    expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
    expect(rig.photos().map(({ examined }) => examined)).to.deep.equal(['original', 'original', 'original']);
  });

  it('ends a pause early by a good health check only once', async () => {
    const stopping = new AbortController();
    const watched = rig.watch.watch(stopping.signal);
    await rig.settle();
    await until(() => rig.indexer.progress().state === 'paused' && pause() > 6);
    // This keeps the pause from ending by itself meanwhile, however slow the machine is.
    for (let i = 0; i < 3; i += 1) await rig.settle();
    const [health, opened] = [source.count('health'), source.count('open')];
    // The watch has checked the health again after the failure, and it was good.
    await until(() => source.count('health') > health);
    expect(source.count('open')).to.equal(opened);
    expect(rig.indexer.progress()).to.include({ state: 'paused' });
    stopping.abort();
    rig.watch.doubt();
    await watched;
  });
});
