import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { plainPictures } from '../../../support/pictures.ts';
import { MemorySource, sha1Of } from '../../../support/memory-source.ts';
import { until } from '../../../support/until.ts';

const DAY = 86400;

describe('when much of the library would vanish, the sync', function () {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let pictures: Buffer[];

  before(async () => {
    pictures = await plainPictures(100);
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const start = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) source.put(`p${index}`, pictures[index]!);
    rig = new IndexerRig({ folder, source });
    await rig.settle();
  };
  const restart = async (): Promise<void> => {
    await rig.close();
    rig = new IndexerRig({ folder, source });
    await rig.settle();
  };
  const remove = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index += 1) source.remove(`p${index}`);
    await rig.settle();
  };
  const listed = (): string[] => rig.photos().flatMap(({ uid, listed: isListed }) => (isListed ? [uid] : []));
  const agree = async (missing: number): Promise<void> => {
    const settled = rig.indexer.settled();
    expect(rig.indexer.confirmMassLoss({ missing }).agreed).to.equal(true);
    await settled;
  };

  /** What people add to a photo. */
  const decorate = (uid: string): void => {
    const { id } = rig.photo(uid);
    rig.db.exec(`
      INSERT OR IGNORE INTO users (id, username, display_name, role, password_hash, created_at)
        VALUES (1, 'ann', 'Ann', 'write', '', 0);
      INSERT OR IGNORE INTO tags (id, name, key) VALUES (1, 'Beach', 'beach');
      INSERT INTO photo_tags (tag_id, photo_id, position) VALUES (1, ${id}, 0);
      INSERT INTO photo_flags (photo_id, archived) VALUES (${id}, 1);
      INSERT INTO favorites VALUES (1, ${id});
      INSERT INTO faces (photo_id, assigned_by, x, y, w, h, points, score)
        VALUES (${id}, 'user', 0, 0, 1, 1, '[]', 1);
    `);
  };
  const decorations = (uid: string): number => {
    const { id } = rig.photo(uid);
    return ['photo_tags', 'photo_flags', 'favorites', 'faces']
      .map((table) => rig.db.prepare(`SELECT 1 FROM ${table} WHERE photo_id = ?`).all(id).length)
      .reduce((sum, count) => sum + count);
  };

  it('deletes nothing, says so, and waits for an admin', async () => {
    await start(60);
    for (let index = 0; index < 30; index += 1) source.remove(`p${index}`);
    await rig.settle();
    expect(listed()).to.have.length(60);
    expect(rig.indexer.progress()).to.include({ state: 'held' });
    expect(rig.indexer.progress().massLoss).to.include({ reason: 'mass_disappearance', missing: 30, total: 60 });

    await restart();
    expect(rig.indexer.progress()).to.include({ state: 'held' });

    await agree(30);
    expect(listed()).to.have.length(30);
    expect(rig.indexer.progress()).to.include({ state: 'waiting', massLoss: null });
    expect(rig.indexer.confirmMassLoss({ missing: 30 })).to.deep.equal({ agreed: false, waiting: null });
  });

  it('notices a loss that is spread over many pages before the first is applied', async () => {
    await start(60);
    source.faults.set('changes', (next) => next());
    const changes = source.changes.bind(source);
    source.changes = (page) => changes({ ...page, limit: 5 });
    for (let index = 0; index < 30; index += 1) source.remove(`p${index}`);
    await rig.settle();
    expect(listed()).to.have.length(60);
    expect(rig.indexer.progress()).to.include({ state: 'held' });
  });

  it('is not misled by deletions of photos that it never had', async () => {
    await start(60);
    const changes = source.changes.bind(source);
    source.changes = (page) => changes({ ...page, limit: 25 });
    for (let index = 0; index < 25; index += 1) source.remove(`never-seen-${index}`);
    for (let index = 0; index < 60; index += 1) source.remove(`p${index}`);
    await rig.settle();
    expect(listed()).to.have.length(60);
    expect(rig.indexer.progress().massLoss).to.include({ total: 60 });
  });

  it('notices a loss that comes while earlier changes are applied', async () => {
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
    await rig.settle();
    expect(listed()).to.have.length(60);
    expect(rig.indexer.progress().state).to.equal('held');
  });

  it('counts what went bit by bit within a day, but not what an admin has agreed to', async () => {
    await start(60);
    await remove(0, 15);
    expect(listed()).to.have.length(45);
    await remove(15, 30);
    expect(listed()).to.have.length(45);
    expect(rig.indexer.progress().massLoss).to.include({ missing: 30, total: 60 });

    await agree(30);
    expect(listed()).to.have.length(30);
    rig.ahead = 3600;
    await remove(30, 45);
    expect(listed()).to.have.length(15);
    rig.ahead += DAY + 10;
    await remove(45, 60);
    expect(listed()).to.have.length(0);
  });

  it('is not misled by many new photos in the place of the old', async () => {
    await start(25);
    for (let index = 0; index < 25; index += 1) source.loseSilently(`p${index}`);
    for (let index = 0; index < 130; index += 1) source.put(`other${index}`, Buffer.from(`no picture ${index}`));
    source.expireCursors();
    for (let cycle = 0; cycle < 2; cycle += 1) {
      await rig.settle();
      expect(listed()).to.have.length(25);
      expect(rig.indexer.progress().massLoss).to.include({ missing: 25, total: 25 });
    }
  });

  it('takes an empty mount for what it is, and goes on by itself when the photos are back', async () => {
    await start(40);
    const photos = new Map(source.photos);
    source.photos.clear();
    source.expireCursors();
    await rig.settle();
    expect(rig.indexer.progress()).to.include({ state: 'held' });
    expect(listed()).to.have.length(40);

    for (const [uid, photo] of photos) source.photos.set(uid, photo);
    await rig.settle();
    expect(rig.indexer.progress()).to.include({ state: 'waiting', massLoss: null });
    expect(listed()).to.have.length(40);
    expect(source.count('open')).to.equal(40);
  });

  it('stops at another store until an admin agrees, and then keeps what people added by content', async () => {
    await start(40);
    decorate('p5');
    const photos = new Map(source.photos);
    source.photos.clear();
    for (const [uid, { bytes }] of photos) source.put(`other-${uid}`, bytes, { sha1: sha1Of(bytes) });
    source.storeId = 'another';
    await rig.settle();
    expect(rig.indexer.progress().massLoss).to.include({ reason: 'other_store', missing: 40 });
    expect(listed()).to.include('p5');

    await agree(40);
    expect(listed()).to.have.length(40).and.to.include('other-p5').and.not.to.include('p5');
    expect(decorations('other-p5')).to.equal(4);
  });

  it('lets a few photos go without a question', async () => {
    await start(25);
    for (let index = 0; index < 20; index += 1) source.remove(`p${index}`);
    await rig.settle();
    expect(listed()).to.have.length(5);
  });

  describe('takes an admin’s word for what they were shown:', () => {
    it('not for more photos than they named, nor for another reason', async () => {
      await start(60);
      await remove(0, 30);
      expect(rig.indexer.confirmMassLoss({ missing: 29 }).agreed).to.equal(false);
      expect(rig.indexer.confirmMassLoss({ missing: 30, reason: 'other_store' }).agreed).to.equal(false);
      await rig.settle();
      expect(listed()).to.have.length(60);
      expect(rig.indexer.progress().state).to.equal('held');
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
      expect(rig.indexer.progress()).to.include({ state: 'held' });
      expect(rig.indexer.progress().massLoss).to.include({ missing: 70, total: 100 });
      for (let index = 35; index < 70; index += 1) source.put(`p${index}`, pictures[index]!);
      await rig.settle();
      expect(listed()).to.have.length(100);
      await agree(35);
      expect(listed()).to.have.length(65);
    });

    it('not when another store answers by then, nor for a third one instead of the second', async () => {
      await start(40);
      await remove(0, 30);
      source.storeId = 'second';
      await agree(30);
      expect(rig.indexer.progress().massLoss).to.include({ reason: 'other_store', missing: 40 });
      source.storeId = 'third';
      await agree(40);
      expect(rig.indexer.progress().massLoss).to.include({ reason: 'other_store', storeId: 'third' });
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
      await rig.settle();
      expect(rig.indexer.progress()).to.include({ state: 'waiting', massLoss: null });
      await remove(0, 30);
      expect(listed()).to.have.length(60);
      expect(rig.indexer.progress().state).to.equal('held');
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
      const settled = rig.settle();
      await until(() => source.count('albums') > before);
      expect(rig.indexer.progress().massLoss).to.equal(null);
      expect(rig.indexer.confirmMassLoss({ missing: 30 })).to.deep.equal({ agreed: false, waiting: null });
      for (let index = 0; index < 30; index += 1) source.remove(`p${index}`);
      release?.();
      await settled;
      await rig.settle();
      expect(listed()).to.have.length(60);
      expect(rig.indexer.progress().state).to.equal('held');
    });

    it('and forgets for it no loss that they were not asked about', async () => {
      await start(60);
      await remove(0, 15);
      await remove(15, 30);
      expect(rig.indexer.progress().massLoss).to.include({ missing: 30 });
      source.faults.set('health', () => Promise.resolve({ reachable: false, loggedIn: false, storeId: 'memory' }));
      await agree(30);
      source.faults.clear();
      for (let index = 15; index < 30; index += 1) source.put(`p${index}`, pictures[index]!);
      await rig.settle();
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
      await rig.settle();
      await agree(60);
      expect(listed()).to.deep.equal([]);
      rig.ahead = 6 * DAY;
      await rig.settle();
      for (const [uid, { bytes, node }] of photos) source.put(uid, bytes, node);
      await rig.settle();
      expect(listed()).to.have.length(60);
      expect(decorations('p5')).to.equal(4);
      expect(source.count('open'), 'nothing is read again').to.equal(60);
    });
  });

  it('counts since when it waits from the first time that it saw this loss', async () => {
    await start(60);
    await remove(0, 30);
    const since = rig.indexer.progress().massLoss!.since;
    rig.ahead = 600;
    await rig.settle();
    expect(rig.indexer.progress().massLoss!.since).to.equal(since);
    source.storeId = 'another';
    await rig.settle();
    expect(rig.indexer.progress().massLoss!.since).to.be.at.least(since + 600);
  });
});
