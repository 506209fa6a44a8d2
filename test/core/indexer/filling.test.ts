import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

describe('a newly connected photo source', () => {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    rig = new IndexerRig({ folder, source, config: { syncInterval: 3600 } });
    rig.stopClock();
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const untilNextSync = (): number => rig.indexer.progress().nextSyncAt - rig.now();

  it('is synced again within seconds as long as it lists no photos', async () => {
    await rig.settle();
    expect(untilNextSync()).to.be.within(5, 10);
    source.put('a', await photoLikeJpeg(1, 40, 30));
    await rig.settle();
    expect(untilNextSync()).to.be.within(3590, 3600);
  });

  it('counts as not fully listed before the first sync', () => {
    expect(rig.indexer.progress().counting).to.equal(true);
  });

  it('is synced again within seconds as long as it reports that it is filling', async () => {
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

  const fill = (): void => {
    source.faults.set('health', async (next) => ({ ...((await next()) as object), filling: true }));
  };
  const listed = (): string[] =>
    rig
      .photos()
      .filter(({ listed }) => listed === 1)
      .map(({ uid }) => uid);

  it('keeps its photos when it is listed anew while filling, and loses the missing ones once it is full', async () => {
    for (const [index, uid] of ['a', 'b', 'c'].entries()) source.put(uid, await photoLikeJpeg(index, 40, 30));
    await rig.settle();
    for (const uid of ['b', 'c']) source.loseSilently(uid);
    source.expireCursors();
    fill();
    await rig.settle();
    expect(listed()).to.deep.equal(['a', 'b', 'c']);
    source.put('d', await photoLikeJpeg(4, 40, 30));
    source.put('c', await photoLikeJpeg(2, 40, 30));
    await rig.settle();
    expect(listed()).to.deep.equal(['a', 'b', 'c', 'd']);
    source.faults.clear();
    await rig.settle();
    expect(listed()).to.deep.equal(['a', 'c', 'd']);
    const before = source.count('timeline');
    await rig.settle();
    expect(source.count('timeline')).to.equal(before);
  });

  describe('whose list is read in parts', () => {
    beforeEach(async () => {
      await rig.close();
      rig = new IndexerRig({ folder, source, config: { syncInterval: 3600, syncLimit: 1 } });
      for (const uid of ['a', 'b']) source.put(uid, await photoLikeJpeg(1, 40, 30));
      await rig.settle();
      source.loseSilently('b');
      for (const uid of ['c', 'd']) source.put(uid, await photoLikeJpeg(2, 40, 30));
      source.expireCursors();
    });

    const fillAtReading = (isFilling: (reading: number) => boolean): void => {
      let readings = 0;
      source.faults.set('health', async (next) => ({
        ...((await next()) as object),
        filling: isFilling((readings += 1)),
      }));
    };

    it('loses no photos if it starts to fill while it is listed', async () => {
      fillAtReading((reading) => reading > 2);
      await rig.settle();
      expect(listed()).to.deep.equal(['a', 'b', 'c', 'd']);
      source.faults.clear();
      await rig.settle();
      expect(listed()).to.deep.equal(['a', 'c', 'd']);
    });

    it('is listed again at once if it becomes full while it is listed', async () => {
      fillAtReading((reading) => reading <= 2);
      await rig.settle();
      expect(listed()).to.deep.equal(['a', 'c', 'd']);
    });
  });
});
