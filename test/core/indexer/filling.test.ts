import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

describe('a source that has just been connected', () => {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    rig = new IndexerRig({ folder, source, config: { syncInterval: 3600 } });
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const untilNextSync = (): number => rig.indexer.progress().nextSyncAt - rig.now();

  it('is examined again within seconds as long as it has shown no photo', async () => {
    await rig.settle();
    expect(untilNextSync()).to.be.within(5, 10);
    source.put('a', await photoLikeJpeg(1, 40, 30));
    await rig.settle();
    expect(untilNextSync()).to.be.within(3590, 3600);
  });

  it('counts as not fully listed before the first look at it', () => {
    expect(rig.indexer.progress().counting).to.equal(true);
  });

  it('is examined again within seconds as long as it says that it is still filling', async () => {
    source.put('a', await photoLikeJpeg(1, 40, 30));
    source.faults.set('health', async (next) => ({ ...((await next()) as object), filling: true }));
    await rig.settle();
    expect(untilNextSync()).to.be.within(5, 10);
    expect(rig.indexer.progress().counting).to.equal(true);
    source.faults.clear();
    await rig.settle();
    expect(rig.indexer.progress().counting).to.equal(false);
    expect(untilNextSync()).to.be.within(3590, 3600);
  });
});
