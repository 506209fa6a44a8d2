import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Config } from '../../../../core/settings/env.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { plainPictures } from '../../../support/pictures.ts';
import { MemorySource } from '../../../support/memory-source.ts';

const DAY = 86400;

describe('the sync', function () {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let pictures: Buffer[];

  before(async () => {
    pictures = await plainPictures(60);
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const start = async (count: number, config: Partial<Config> = {}): Promise<void> => {
    for (let index = 0; index < count; index += 1) source.put(`p${index}`, pictures[index]!);
    rig = new IndexerRig({ folder, source, config });
    await rig.settle();
  };
  const restart = async (config: Partial<Config> = {}): Promise<void> => {
    await rig.close();
    rig = new IndexerRig({ folder, source, config });
    await rig.settle();
  };
  const listed = (): string[] => rig.photos().flatMap(({ uid, listed: isListed }) => (isListed ? [uid] : []));
  const rowCount = (table: string): number =>
    rig.db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  const textOf = (word: string): string[] =>
    rig.db
      .prepare<[string], string>(
        'SELECT uid FROM photos WHERE id IN (SELECT rowid FROM photo_text WHERE photo_text MATCH ?) ORDER BY uid',
      )
      .pluck()
      .all(word);

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

  /** Lets the timeline come one photo at a time. */
  const pageByPage = (): void => {
    const timeline = source.timeline.bind(source);
    source.timeline = (page) => timeline({ ...page, limit: 1 });
  };

  /** Adds to a photo, but no faces, as soon as lists show it: when the next page is asked for. */
  const decorateOnceListed = (uid: string): { done: boolean } => {
    const result = { done: false };
    source.faults.set('timeline', (next) => {
      if (!result.done && rig.photos().some((photo) => photo.uid === uid && photo.listed === 1)) {
        decorate(uid);
        rig.db.exec('DELETE FROM faces');
        result.done = true;
      }
      return next();
    });
    return result;
  };

  it('takes in every photo of the timeline', async () => {
    await start(30);
    expect(listed()).to.have.length(30);
    expect(rig.photo('p3')).to.include({
      name: 'p3.jpg',
      state: 'indexed',
      width: 15,
      indexed_rev: source.photos.get('p3')!.node.rev,
    });
    expect(rig.indexer.progress()).to.include({ state: 'waiting', done: 30, total: 30 });
  });

  it('follows what is added and replaced, and does nothing twice', async () => {
    await start(3);
    expect(source.count('open')).to.equal(3);
    source.put('new', pictures[10]!);
    source.put('p1', pictures[20]!);
    await rig.settle();
    expect(listed()).to.deep.equal(['new', 'p0', 'p1', 'p2']);
    expect(rig.photo('p1')).to.include({ width: 32, thumb_revision: 2, state: 'indexed' });
    expect(source.count('open')).to.equal(5);
    expect(source.count('timeline')).to.equal(1);
    await restart();
    expect(source.count('open')).to.equal(5);
    expect(source.count('timeline')).to.equal(1);
  });

  it('takes over a rename and a new date without reading the photo again', async () => {
    await start(2);
    source.put('p0', pictures[0]!, {
      name: 'Grandmother.jpg',
      captureTimeSource: 'upstream',
      captureTime: 1_000_000_000,
    });
    await rig.settle();
    expect(rig.photo('p0')).to.include({
      name: 'Grandmother.jpg',
      taken_at: 1_000_000_000,
      taken_at_local: '2001-09-09T01:46:40',
    });
    expect(textOf('grandmother')).to.deep.equal(['p0']);
    expect(source.count('open')).to.equal(2);
  });

  it('hides a deleted photo at once and purges it after the grace', async () => {
    await start(3);
    decorate('p1');
    const file = rig.thumbPath(rig.photo('p1'));
    source.remove('p1');
    await rig.settle();
    expect(listed()).to.deep.equal(['p0', 'p2']);
    expect(decorations('p1')).to.equal(4);
    expect(existsSync(file)).to.equal(true);

    rig.ahead = 7 * DAY + 10;
    await rig.settle();
    expect(rig.photos().map(({ uid }) => uid)).to.deep.equal(['p0', 'p2']);
    expect(['faces', 'photo_tags', 'favorites', 'photo_flags'].map(rowCount)).to.deep.equal([0, 0, 0, 0]);
    expect(existsSync(file)).to.equal(false);
  });

  it('makes a new thumbnail for a photo that comes back while it was being purged', async () => {
    await start(3);
    source.remove('p0');
    source.remove('p1');
    await rig.settle();
    const [file, obstacle] = [rig.thumbPath(rig.photo('p1')), rig.thumbPath(rig.photo('p0'))];
    rmSync(obstacle);
    mkdirSync(obstacle);
    rig.ahead = 7 * DAY + 10;
    await rig.settle();
    expect(rig.indexer.progress().trouble).to.include({ code: 'storage' });
    expect(existsSync(file)).to.equal(false);

    rmdirSync(obstacle);
    source.put('p1', pictures[1]!, { rev: rig.photo('p1').rev });
    await rig.settle();
    expect(rig.photo('p1')).to.include({ state: 'indexed', thumb_revision: 2 });
    expect(existsSync(file)).to.equal(true);
  });

  it('brings back what people added when the same photo comes back', async () => {
    await start(3);
    decorate('p1');
    source.remove('p1');
    await rig.settle();
    source.put('p1', pictures[1]!);
    await rig.settle();
    expect(listed()).to.deep.equal(['p0', 'p1', 'p2']);
    expect(decorations('p1')).to.equal(4);
  });

  it('brings it back when the same content comes under another uid', async () => {
    await start(3);
    decorate('p1');
    source.remove('p1');
    await rig.settle();
    source.put('elsewhere', pictures[1]!, { name: 'Elsewhere.jpg' });
    source.putAlbum('a', 'Moved', ['elsewhere']);
    await rig.settle();
    expect(listed()).to.deep.equal(['elsewhere', 'p0', 'p2']);
    expect(decorations('elsewhere')).to.equal(4);
    expect(rig.photos()).to.have.length(3);
    expect(textOf('beach elsewhere moved')).to.deep.equal(['elsewhere']);
    expect(existsSync(rig.thumbPath(rig.photo('elsewhere')))).to.equal(true);
  });

  it('leaves a copy that was there before what it has, also when its content is announced anew', async () => {
    await start(3);
    source.put('copy', pictures[1]!);
    await rig.settle();
    decorate('copy');
    source.remove('p1');
    await rig.settle();
    const { id } = rig.photo('copy');
    source.put('copy', pictures[40]!);
    source.put('copy', pictures[1]!);
    await rig.settle();
    expect(rig.photo('copy')).to.include({ id, state: 'indexed', thumb_revision: 2 });
    expect(decorations('copy')).to.equal(4);
  });

  it('leaves a second copy of a photo alone when the first is deleted', async () => {
    await start(3);
    source.put('copy', pictures[1]!);
    await rig.settle();
    decorate('p1');
    source.remove('p1');
    await rig.settle();
    expect(decorations('copy')).to.equal(0);
    expect(decorations('p1')).to.equal(4);
  });

  it('makes a full pass when the cursor has expired, and hides what it did not meet', async () => {
    await start(10);
    source.loseSilently('p4');
    source.put('late', pictures[30]!);
    source.put('p2', pictures[2]!, { name: 'Renamed.jpg' });
    source.expireCursors();
    await rig.settle();
    expect(source.count('timeline')).to.equal(2);
    expect(listed()).to.deep.equal(['late', 'p0', 'p1', 'p2', 'p3', 'p5', 'p6', 'p7', 'p8', 'p9']);
    expect(rig.photo('p2').name).to.equal('Renamed.jpg');
    expect(source.count('open')).to.equal(11);
  });

  it('gives a moved photo what people added, also when a full pass finds it', async () => {
    await start(10);
    decorate('p4');
    source.loseSilently('p4');
    source.put('elsewhere', pictures[4]!);
    source.expireCursors();
    await restart({ syncLimit: 1 });
    expect(listed()).to.include('elsewhere').and.not.to.include('p4');
    expect(decorations('elsewhere')).to.equal(4);
    expect(rig.photo('elsewhere').state).to.equal('indexed');
  });

  it('keeps what people added to a moved photo before the full pass ended, too', async () => {
    await start(2);
    const before = decorateOnceListed('elsewhere');
    source.loseSilently('p0');
    source.put('elsewhere', pictures[0]!);
    source.put('last', pictures[9]!, { captureTime: 1_000_000_000 });
    source.expireCursors();
    pageByPage();
    await restart({ syncLimit: 1 });
    expect(before.done).to.equal(true);
    expect(listed()).to.deep.equal(['elsewhere', 'last', 'p1']);
    expect(decorations('elsewhere')).to.equal(3);
    expect(readdirSync(join(rig.thumbsDir, '0'))).to.have.length(3);
  });

  it('never gives another thumbnail the revision of an earlier one', async () => {
    const raw = { kind: 'raw', mediaType: 'image/x-canon-cr2' } as const;
    source.put('shown', Buffer.from('shown'), raw);
    source.thumbnails.set('shown', pictures[0]!);
    await start(0);
    expect(rig.photo('shown').thumb_revision).to.equal(1);
    source.thumbnails.delete('shown');
    source.put('shown', Buffer.from('another'), raw);
    await rig.settle();
    expect(rig.photo('shown').thumb_revision).to.equal(0);
    source.thumbnails.set('shown', pictures[1]!);
    source.put('shown', Buffer.from('a third'), raw);
    await rig.settle();
    expect(rig.photo('shown').thumb_revision).to.equal(2);
  });

  it('hides nothing while the enumeration is not complete', async () => {
    await start(5);
    source.expireCursors();
    source.faults.set('timeline', async (next) => ({ ...((await next()) as object), items: [], next: 'more' }));
    source.faults.set('nodes', () => Promise.reject(new Error('not now')));
    await rig.settle();
    expect(listed()).to.have.length(5);
  });

  it('takes in no more than SYNC_LIMIT photos before it reads them', async () => {
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

  it('rests between syncs also when the interval is longer than a timer can wait', async () => {
    await start(1, { syncInterval: 30 * DAY });
    // A timer that is told to wait too long rings after a millisecond, and so before one that was set later.
    await sleep(1);
    await rig.settle();
    expect(source.count('health'), 'of the first sync, and of the one that was asked for').to.equal(2);
  });

  it('goes on where it was when the server was stopped in the middle of a full pass', async () => {
    source.faults.set('open', () => Promise.reject(Object.assign(new Error('away'), { code: 'unreachable' })));
    await start(25, { syncLimit: 10 });
    expect(rowCount('photos')).to.equal(10);
    source.faults.clear();
    await restart({ syncLimit: 10 });
    expect(listed()).to.have.length(25);
    expect(source.count('open')).to.be.at.most(25 + 3);
  });

  it('keeps albums: names, contents, and what becomes of them', async () => {
    source.putAlbum('a', 'Summer', ['p0', 'p1', 'nowhere']);
    source.putAlbum('b', 'Winter', ['p2']);
    await start(4);
    const contents = (): unknown =>
      rig.db
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
    await rig.settle();
    expect(contents()).to.deep.equal([{ name: 'Sommer', uids: 'p1 p3' }]);
    expect(textOf('sommer')).to.deep.equal(['p1', 'p3']);
    expect(textOf('summer OR winter')).to.deep.equal([]);
    expect(rowCount('albums')).to.equal(1);
  });
});
