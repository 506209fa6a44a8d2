import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { MemorySource } from '../../../support/memory-source.ts';
import { SyncedLibrary } from '../../../support/synced-library.ts';

const DAY = 86400;

describe('the sync', function () {
  const library = SyncedLibrary.inSuite(60);
  const { start, restart, listed, decorate, decorations, textOf } = library;
  let source: MemorySource;
  let pictures: Buffer[];

  beforeEach(() => {
    ({ source, pictures } = library);
  });

  const rowCount = (table: string): number =>
    library.rig.db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;

  it('indexes every photo of the timeline', async () => {
    await start(30);
    expect(listed()).to.have.length(30);
    expect(library.rig.photo('p3')).to.include({
      name: 'p3.jpg',
      state: 'indexed',
      width: 15,
      indexed_rev: source.photos.get('p3')!.node.rev,
    });
    expect(library.rig.indexer.progress()).to.include({ state: 'waiting', done: 30, total: 30 });
  });

  it('follows added and replaced photos, and does nothing twice', async () => {
    await start(3);
    expect(source.count('open')).to.equal(3);
    source.put('new', pictures[10]!);
    source.put('p1', pictures[20]!);
    await library.rig.settle();
    expect(listed()).to.deep.equal(['new', 'p0', 'p1', 'p2']);
    expect(library.rig.photo('p1')).to.include({ width: 32, thumb_revision: 2, state: 'indexed' });
    expect(source.count('open')).to.equal(5);
    expect(source.count('timeline')).to.equal(1);
    await restart();
    expect(source.count('open')).to.equal(5);
    expect(source.count('timeline')).to.equal(1);
  });

  it('applies a new name and date without reading the photo again', async () => {
    await start(2);
    source.put('p0', pictures[0]!, {
      name: 'Grandmother.jpg',
      captureTimeSource: 'upstream',
      captureTime: 1_000_000_000,
    });
    await library.rig.settle();
    expect(library.rig.photo('p0')).to.include({
      name: 'Grandmother.jpg',
      taken_at: 1_000_000_000,
      taken_at_local: '2001-09-09T01:46:40',
    });
    expect(textOf('grandmother')).to.deep.equal(['p0']);
    expect(source.count('open')).to.equal(2);
  });

  it('hides a deleted photo at once, and purges it after the grace period', async () => {
    await start(3);
    decorate('p1');
    const file = library.rig.thumbPath(library.rig.photo('p1'));
    source.remove('p1');
    await library.rig.settle();
    expect(listed()).to.deep.equal(['p0', 'p2']);
    expect(decorations('p1')).to.equal(4);
    expect(existsSync(file)).to.equal(true);

    library.rig.ahead = 7 * DAY + 10;
    await library.rig.settle();
    expect(library.rig.photos().map(({ uid }) => uid)).to.deep.equal(['p0', 'p2']);
    expect(['faces', 'photo_tags', 'favorites', 'photo_flags'].map(rowCount)).to.deep.equal([0, 0, 0, 0]);
    expect(existsSync(file)).to.equal(false);
  });

  it('makes a new thumbnail for a photo that comes back while it is being purged', async () => {
    await start(3);
    source.remove('p0');
    source.remove('p1');
    await library.rig.settle();
    const [file, obstacle] = [
      library.rig.thumbPath(library.rig.photo('p1')),
      library.rig.thumbPath(library.rig.photo('p0')),
    ];
    rmSync(obstacle);
    mkdirSync(obstacle);
    library.rig.ahead = 7 * DAY + 10;
    await library.rig.settle();
    expect(library.rig.indexer.progress().trouble).to.include({ code: 'storage' });
    expect(existsSync(file)).to.equal(false);

    rmdirSync(obstacle);
    source.put('p1', pictures[1]!, { rev: library.rig.photo('p1').rev });
    await library.rig.settle();
    expect(library.rig.photo('p1')).to.include({ state: 'indexed', thumb_revision: 2 });
    expect(existsSync(file)).to.equal(true);
  });

  it('makes a full pass when the cursor has expired, and hides photos that it does not find', async () => {
    await start(10);
    source.loseSilently('p4');
    source.put('late', pictures[30]!);
    source.put('p2', pictures[2]!, { name: 'Renamed.jpg' });
    source.expireCursors();
    await library.rig.settle();
    expect(source.count('timeline')).to.equal(2);
    expect(listed()).to.deep.equal(['late', 'p0', 'p1', 'p2', 'p3', 'p5', 'p6', 'p7', 'p8', 'p9']);
    expect(library.rig.photo('p2').name).to.equal('Renamed.jpg');
    expect(source.count('open')).to.equal(11);
  });

  it('never reuses the revision of an earlier thumbnail', async () => {
    const raw = { kind: 'raw', mediaType: 'image/x-canon-cr2' } as const;
    source.put('shown', Buffer.from('shown'), raw);
    source.thumbnails.set('shown', pictures[0]!);
    await start(0);
    expect(library.rig.photo('shown').thumb_revision).to.equal(1);
    source.thumbnails.delete('shown');
    source.put('shown', Buffer.from('another'), raw);
    await library.rig.settle();
    expect(library.rig.photo('shown').thumb_revision).to.equal(0);
    source.thumbnails.set('shown', pictures[1]!);
    source.put('shown', Buffer.from('a third'), raw);
    await library.rig.settle();
    expect(library.rig.photo('shown').thumb_revision).to.equal(2);
  });

  it('hides nothing while the listing is incomplete', async () => {
    await start(5);
    source.expireCursors();
    source.faults.set('timeline', async (next) => ({ ...((await next()) as object), items: [], next: 'more' }));
    source.faults.set('nodes', () => Promise.reject(new Error('not now')));
    await library.rig.settle();
    expect(listed()).to.have.length(5);
  });

  it('adds no more than SYNC_LIMIT photos before it reads them', async () => {
    const waiting: number[] = [];
    source.faults.set('open', (next) => {
      waiting.push(rowCount('photos'));
      return next();
    });
    await start(25, { syncLimit: 10, workers: 1 });
    expect(listed()).to.have.length(25);
    expect(waiting.slice(0, 10)).to.deep.equal(Array(10).fill(10));
    expect(waiting.slice(10, 20)).to.deep.equal(Array(10).fill(20));
  });

  it('waits between syncs even if the interval is longer than the maximum of a timer', async () => {
    await start(1, { syncInterval: 30 * DAY });
    // A timer with too long a delay fires after a millisecond, and so before one that was set later.
    await sleep(1);
    await library.rig.settle();
    expect(source.count('health'), 'of the first sync, and of the one that was asked for').to.equal(2);
  });

  it('resumes a full pass that was interrupted when the server stopped', async () => {
    source.faults.set('open', () => Promise.reject(Object.assign(new Error('away'), { code: 'unreachable' })));
    await start(25, { syncLimit: 10 });
    expect(rowCount('photos')).to.equal(10);
    source.faults.clear();
    await restart({ syncLimit: 10 });
    expect(listed()).to.have.length(25);
    expect(source.count('open')).to.be.at.most(25 + 3);
  });

  it('syncs the names and contents of albums, and their changes', async () => {
    source.putAlbum('a', 'Summer', ['p0', 'p1', 'nowhere']);
    source.putAlbum('b', 'Winter', ['p2']);
    await start(4);
    const contents = (): unknown =>
      library.rig.db
        .prepare(
          `SELECT albums.name, group_concat(photos.uid, ' ' ORDER BY photos.uid) AS uids FROM albums
           JOIN album_photos ON album_id = albums.id JOIN photos ON photos.id = photo_id
           GROUP BY albums.id ORDER BY albums.name`,
        )
        .all();
    expect(contents()).to.deep.equal([
      { name: 'Summer', uids: 'p0 p1' },
      { name: 'Winter', uids: 'p2' },
    ]);
    expect(textOf('summer')).to.deep.equal(['p0', 'p1']);

    source.putAlbum('a', 'Sommer', ['p1', 'p3']);
    source.removeAlbum('b');
    await library.rig.settle();
    expect(contents()).to.deep.equal([{ name: 'Sommer', uids: 'p1 p3' }]);
    expect(textOf('sommer')).to.deep.equal(['p1', 'p3']);
    expect(textOf('summer OR winter')).to.deep.equal([]);
    expect(rowCount('albums')).to.equal(1);
  });
});
