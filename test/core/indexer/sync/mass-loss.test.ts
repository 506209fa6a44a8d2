import { expect } from 'chai';
import { sha1Of, type MemorySource } from '../../../support/memory-source.ts';
import { SyncedLibrary } from '../../../support/synced-library.ts';

const DAY = 86400;

describe('the sync, when much of the library would disappear,', function () {
  const library = SyncedLibrary.inSuite(100);
  const { start, restart, remove, listed, agree, decorate, decorations } = library;
  let source: MemorySource;

  beforeEach(() => {
    ({ source } = library);
  });

  it('deletes nothing, reports it, and waits for an admin', async () => {
    await start(60);
    for (let index = 0; index < 30; index += 1) source.remove(`p${index}`);
    await library.rig.settle();
    expect(listed()).to.have.length(60);
    expect(library.rig.indexer.progress()).to.include({ state: 'held' });
    expect(library.rig.indexer.progress().massLoss).to.include({
      reason: 'mass_disappearance',
      missing: 30,
      total: 60,
    });

    await restart();
    expect(library.rig.indexer.progress()).to.include({ state: 'held' });

    await agree(30);
    expect(listed()).to.have.length(30);
    expect(library.rig.indexer.progress()).to.include({ state: 'waiting', massLoss: null });
    expect(library.rig.indexer.confirmMassLoss({ missing: 30 })).to.deep.equal({ agreed: false, waiting: null });
  });

  it('notices a loss that is spread over many pages before the first page is applied', async () => {
    await start(60);
    source.faults.set('changes', (next) => next());
    const changes = source.changes.bind(source);
    source.changes = (page) => changes({ ...page, limit: 5 });
    for (let index = 0; index < 30; index += 1) source.remove(`p${index}`);
    await library.rig.settle();
    expect(listed()).to.have.length(60);
    expect(library.rig.indexer.progress()).to.include({ state: 'held' });
  });

  it('is not misled by deletions of photos that it never had', async () => {
    await start(60);
    const changes = source.changes.bind(source);
    source.changes = (page) => changes({ ...page, limit: 25 });
    for (let index = 0; index < 25; index += 1) source.remove(`never-seen-${index}`);
    for (let index = 0; index < 60; index += 1) source.remove(`p${index}`);
    await library.rig.settle();
    expect(listed()).to.have.length(60);
    expect(library.rig.indexer.progress().massLoss).to.include({ total: 60 });
  });

  it('notices a loss that happens while earlier changes are applied', async () => {
    await start(60);
    const changes = source.changes.bind(source);
    source.changes = (page) => changes({ ...page, limit: 5 });
    for (let index = 0; index < 6; index += 1) source.remove(`never-seen-${index}`);
    const asked = source.count('changes');
    source.faults.set('changes', (next) => {
      if (source.count('changes') === asked + 3) {
        for (let index = 0; index < 30; index += 1) source.remove(`p${index}`);
      }
      return next();
    });
    await library.rig.settle();
    expect(listed()).to.have.length(60);
    expect(library.rig.indexer.progress().state).to.equal('held');
  });

  it('adds up losses within a day, except those that an admin has confirmed', async () => {
    await start(60);
    await remove(0, 15);
    expect(listed()).to.have.length(45);
    await remove(15, 30);
    expect(listed()).to.have.length(45);
    expect(library.rig.indexer.progress().massLoss).to.include({ missing: 30, total: 60 });

    await agree(30);
    expect(listed()).to.have.length(30);
    library.rig.ahead = 3600;
    await remove(30, 45);
    expect(listed()).to.have.length(15);
    library.rig.ahead += DAY + 10;
    await remove(45, 60);
    expect(listed()).to.have.length(0);
  });

  it('is not misled by many new photos in place of the old ones', async () => {
    await start(25);
    for (let index = 0; index < 25; index += 1) source.loseSilently(`p${index}`);
    for (let index = 0; index < 130; index += 1) source.put(`other${index}`, Buffer.from(`no picture ${index}`));
    source.expireCursors();
    for (let cycle = 0; cycle < 2; cycle += 1) {
      await library.rig.settle();
      expect(listed()).to.have.length(25);
      expect(library.rig.indexer.progress().massLoss).to.include({ missing: 25, total: 25 });
    }
  });

  it('treats an empty mount as a loss, and resumes by itself when the photos are back', async () => {
    await start(40);
    const photos = new Map(source.photos);
    source.photos.clear();
    source.expireCursors();
    await library.rig.settle();
    expect(library.rig.indexer.progress()).to.include({ state: 'held' });
    expect(listed()).to.have.length(40);

    for (const [uid, photo] of photos) source.photos.set(uid, photo);
    await library.rig.settle();
    expect(library.rig.indexer.progress()).to.include({ state: 'waiting', massLoss: null });
    expect(listed()).to.have.length(40);
    expect(source.count('open')).to.equal(40);
  });

  it('stops at another store until an admin confirms it, and then keeps what users added, by content', async () => {
    await start(40);
    decorate('p5');
    const photos = new Map(source.photos);
    source.photos.clear();
    for (const [uid, { bytes }] of photos) source.put(`other-${uid}`, bytes, { sha1: sha1Of(bytes) });
    source.storeId = 'another';
    await library.rig.settle();
    expect(library.rig.indexer.progress().massLoss).to.include({ reason: 'other_store', missing: 40 });
    expect(listed()).to.include('p5');

    await agree(40);
    expect(listed()).to.have.length(40).and.to.include('other-p5').and.not.to.include('p5');
    expect(decorations('other-p5')).to.equal(4);
  });

  it('removes a few photos without asking', async () => {
    await start(25);
    for (let index = 0; index < 20; index += 1) source.remove(`p${index}`);
    await library.rig.settle();
    expect(listed()).to.have.length(5);
  });

  it('reports the time at which it first noticed this loss', async () => {
    await start(60);
    await remove(0, 30);
    const since = library.rig.indexer.progress().massLoss!.since;
    library.rig.ahead = 600;
    await library.rig.settle();
    expect(library.rig.indexer.progress().massLoss!.since).to.equal(since);
    source.storeId = 'another';
    await library.rig.settle();
    expect(library.rig.indexer.progress().massLoss!.since).to.be.at.least(since + 600);
  });
});
