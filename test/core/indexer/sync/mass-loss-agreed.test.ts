import { expect } from 'chai';
import type { MemorySource } from '../../../support/memory-source.ts';
import { until } from '../../../support/until.ts';
import { SyncedLibrary } from '../../../support/synced-library.ts';

const DAY = 86400;

describe('the sync takes an admin’s word for what they were shown:', function () {
  const library = SyncedLibrary.inSuite(100);
  const { start, restart, remove, listed, agree, decorate, decorations } = library;
  let source: MemorySource;
  let pictures: Buffer[];

  beforeEach(() => {
    ({ source, pictures } = library);
  });

  it('not for more photos than they named, nor for another reason', async () => {
    await start(60);
    await remove(0, 30);
    expect(library.rig.indexer.confirmMassLoss({ missing: 29 }).agreed).to.equal(false);
    expect(library.rig.indexer.confirmMassLoss({ missing: 30, reason: 'other_store' }).agreed).to.equal(false);
    await library.rig.settle();
    expect(listed()).to.have.length(60);
    expect(library.rig.indexer.progress().state).to.equal('held');
  });

  it('also when a few more are gone by the time it is carried out', async () => {
    await start(60);
    await remove(0, 30);
    for (let index = 30; index < 45; index += 1) source.remove(`p${index}`);
    await agree(30);
    expect(listed()).to.have.length(15);
  });

  it('not when many more are: it asks again, with the new number, and the old word is used up', async () => {
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

  it('not when another store answers by then, nor for a third one instead of the second', async () => {
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

  it('and not a second time, once it was carried out or the photos are back', async () => {
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

  it('and not any more once the photos are back, while the sync still reads albums', async () => {
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

  it('and forgets for it no loss that they were not asked about', async () => {
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

  it('also across a restart', async () => {
    await start(60);
    await remove(0, 30);
    source.faults.set('health', () => Promise.resolve({ reachable: false, loggedIn: false, storeId: 'memory' }));
    await agree(30);
    source.faults.clear();
    await restart();
    expect(listed()).to.have.length(30);
  });

  it('and keeps what people added for the days of grace, should the store return after a mistaken word', async () => {
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
