import { expect } from 'chai';
import type { MemorySource } from '../../../support/memory-source.ts';
import { until } from '../../../support/until.ts';
import { SyncedLibrary } from '../../../support/synced-library.ts';

const DAY = 86400;

describe('an admin’s confirmation of a mass loss', function () {
  const library = SyncedLibrary.inSuite(100);
  const { start, restart, remove, listed, agree, decorate, decorations } = library;
  let source: MemorySource;
  let pictures: Buffer[];

  beforeEach(() => {
    ({ source, pictures } = library);
  });

  it('is refused if the number of photos or the reason differs', async () => {
    await start(60);
    await remove(0, 30);
    expect(library.rig.indexer.confirmMassLoss({ missing: 29 }).agreed).to.equal(false);
    expect(library.rig.indexer.confirmMassLoss({ missing: 30, reason: 'other_store' }).agreed).to.equal(false);
    await library.rig.settle();
    expect(listed()).to.have.length(60);
    expect(library.rig.indexer.progress().state).to.equal('held');
  });

  it('still applies if a few more photos are gone by the time it is carried out', async () => {
    await start(60);
    await remove(0, 30);
    for (let index = 30; index < 45; index += 1) source.remove(`p${index}`);
    await agree(30);
    expect(listed()).to.have.length(15);
  });

  it('expires if many more photos are gone by then: the sync asks again', async () => {
    await start(100);
    await remove(0, 30);
    for (let index = 30; index < 70; index += 1) source.remove(`p${index}`);
    await agree(30);
    expect(listed()).to.have.length(100);
    expect(library.rig.indexer.progress()).to.include({ state: 'held' });
    expect(library.rig.indexer.progress().massLoss).to.include({ missing: 70, total: 100 });
    for (let index = 35; index < 70; index += 1) source.put(`p${index}`, pictures[index]!);
    await library.rig.settle();
    expect(listed()).to.have.length(100);
    await agree(35);
    expect(listed()).to.have.length(65);
  });

  it('does not apply if another store responds by then, nor to a third store instead of the second', async () => {
    await start(40);
    await remove(0, 30);
    source.storeId = 'second';
    await agree(30);
    expect(library.rig.indexer.progress().massLoss).to.include({ reason: 'other_store', missing: 40 });
    source.storeId = 'third';
    await agree(40);
    expect(library.rig.indexer.progress().massLoss).to.include({ reason: 'other_store', storeId: 'third' });
    expect(listed()).to.have.length(40);
  });

  it('does not apply again once it has been carried out', async () => {
    await start(100);
    await remove(0, 30);
    await agree(30);
    expect(listed()).to.have.length(70);
    expect(library.rig.indexer.confirmMassLoss({ missing: 30 })).to.deep.equal({ agreed: false, waiting: null });
    await remove(30, 60);
    expect(listed()).to.have.length(70);
    expect(library.rig.indexer.progress().massLoss).to.include({ missing: 30, total: 70 });
  });

  it('does not apply again after the photos have come back', async () => {
    await start(60);
    await remove(0, 30);
    source.faults.set('health', () => Promise.resolve({ reachable: false, loggedIn: false, storeId: 'memory' }));
    await agree(30);
    expect(listed(), 'the store went away first').to.have.length(60);
    source.faults.clear();
    for (let index = 0; index < 30; index += 1) source.put(`p${index}`, pictures[index]!);
    await library.rig.settle();
    expect(library.rig.indexer.progress()).to.include({ state: 'waiting', massLoss: null });
    await remove(0, 30);
    expect(listed()).to.have.length(60);
    expect(library.rig.indexer.progress().state).to.equal('held');
  });

  it('is refused once the photos are back, even while the sync still reads albums', async () => {
    await start(60);
    await remove(0, 30);
    for (let index = 0; index < 30; index += 1) source.put(`p${index}`, pictures[index]!);
    source.putAlbum('a', 'Album', ['p1']);
    const before = source.count('albums');
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    source.faults.set('albums', async (next) => {
      await released;
      return next();
    });
    const settled = library.rig.settle();
    await until(() => source.count('albums') > before);
    expect(library.rig.indexer.progress().massLoss).to.equal(null);
    expect(library.rig.indexer.confirmMassLoss({ missing: 30 })).to.deep.equal({ agreed: false, waiting: null });
    for (let index = 0; index < 30; index += 1) source.remove(`p${index}`);
    release?.();
    await settled;
    await library.rig.settle();
    expect(listed()).to.have.length(60);
    expect(library.rig.indexer.progress().state).to.equal('held');
  });

  it('does not reset the count of losses about which the admin was not asked', async () => {
    await start(60);
    await remove(0, 15);
    await remove(15, 30);
    expect(library.rig.indexer.progress().massLoss).to.include({ missing: 30 });
    source.faults.set('health', () => Promise.resolve({ reachable: false, loggedIn: false, storeId: 'memory' }));
    await agree(30);
    source.faults.clear();
    for (let index = 15; index < 30; index += 1) source.put(`p${index}`, pictures[index]!);
    await library.rig.settle();
    expect(listed()).to.have.length(45);
    await remove(15, 30);
    expect(listed(), 'with the fifteen of before these are thirty').to.have.length(45);
  });

  it('survives a restart', async () => {
    await start(60);
    await remove(0, 30);
    source.faults.set('health', () => Promise.resolve({ reachable: false, loggedIn: false, storeId: 'memory' }));
    await agree(30);
    source.faults.clear();
    await restart();
    expect(listed()).to.have.length(30);
  });

  it('keeps what users added for the grace period, in case the store comes back', async () => {
    await start(60);
    decorate('p5');
    const photos = new Map(source.photos);
    source.photos.clear();
    source.expireCursors();
    await library.rig.settle();
    await agree(60);
    expect(listed()).to.deep.equal([]);
    library.rig.ahead = 6 * DAY;
    await library.rig.settle();
    for (const [uid, { bytes, node }] of photos) source.put(uid, bytes, node);
    await library.rig.settle();
    expect(listed()).to.have.length(60);
    expect(decorations('p5')).to.equal(4);
    expect(source.count('open'), 'nothing is read again').to.equal(60);
  });
});
