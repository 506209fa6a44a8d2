import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { MemorySource } from '../../../support/memory-source.ts';
import { SyncedLibrary } from '../../../support/synced-library.ts';

describe('the sync, when photos move or come back,', function () {
  const library = SyncedLibrary.inSuite(60);
  const { start, restart, listed, decorate, decorations, textOf } = library;
  let source: MemorySource;
  let pictures: Buffer[];

  beforeEach(() => {
    ({ source, pictures } = library);
  });

  /** Makes the timeline return one photo per page. */
  const pageByPage = (): void => {
    const timeline = source.timeline.bind(source);
    source.timeline = (page) => timeline({ ...page, limit: 1 });
  };

  /** Adds to a photo, but no faces, as soon as lists show it: when the next page is requested. */
  const decorateOnceListed = (uid: string): { done: boolean } => {
    const result = { done: false };
    source.faults.set('timeline', (next) => {
      if (!result.done && library.rig.photos().some((photo) => photo.uid === uid && photo.listed === 1)) {
        decorate(uid);
        library.rig.db.exec('DELETE FROM faces');
        result.done = true;
      }
      return next();
    });
    return result;
  };

  it('restores what users added when the same photo comes back', async () => {
    await start(3);
    decorate('p1');
    source.remove('p1');
    await library.rig.settle();
    source.put('p1', pictures[1]!);
    await library.rig.settle();
    expect(listed()).to.deep.equal(['p0', 'p1', 'p2']);
    expect(decorations('p1')).to.equal(4);
  });

  it('restores it when the same content comes back under another uid', async () => {
    await start(3);
    decorate('p1');
    source.remove('p1');
    await library.rig.settle();
    source.put('elsewhere', pictures[1]!, { name: 'Elsewhere.jpg' });
    source.putAlbum('a', 'Moved', ['elsewhere']);
    await library.rig.settle();
    expect(listed()).to.deep.equal(['elsewhere', 'p0', 'p2']);
    expect(decorations('elsewhere')).to.equal(4);
    expect(library.rig.photos()).to.have.length(3);
    expect(textOf('beach elsewhere moved')).to.deep.equal(['elsewhere']);
    expect(existsSync(library.rig.thumbPath(library.rig.photo('elsewhere')))).to.equal(true);
  });

  it('keeps what users added to an older copy, even when its content is announced again', async () => {
    await start(3);
    source.put('copy', pictures[1]!);
    await library.rig.settle();
    decorate('copy');
    source.remove('p1');
    await library.rig.settle();
    const { id } = library.rig.photo('copy');
    source.put('copy', pictures[40]!);
    source.put('copy', pictures[1]!);
    await library.rig.settle();
    expect(library.rig.photo('copy')).to.include({ id, state: 'indexed', thumb_revision: 2 });
    expect(decorations('copy')).to.equal(4);
  });

  it('adds nothing to a second copy of a photo when the first is deleted', async () => {
    await start(3);
    source.put('copy', pictures[1]!);
    await library.rig.settle();
    decorate('p1');
    source.remove('p1');
    await library.rig.settle();
    expect(decorations('copy')).to.equal(0);
    expect(decorations('p1')).to.equal(4);
  });

  it('transfers what users added to a moved photo that a full pass finds', async () => {
    await start(10);
    decorate('p4');
    source.loseSilently('p4');
    source.put('elsewhere', pictures[4]!);
    source.expireCursors();
    await restart({ syncLimit: 1 });
    expect(listed()).to.include('elsewhere').and.not.to.include('p4');
    expect(decorations('elsewhere')).to.equal(4);
    expect(library.rig.photo('elsewhere').state).to.equal('indexed');
  });

  /** Has each page of the timeline indexed before the next one, and so before the full pass ends. */
  const indexedFirst = (): void => {
    source.put('last', pictures[9]!, { captureTime: 1_000_000_000 });
    source.expireCursors();
    pageByPage();
  };

  it('completes the transfer after a crash between hiding the old photo and the transfer', async () => {
    await start(2);
    decorate('p0');
    source.loseSilently('p0');
    source.put('elsewhere', pictures[0]!);
    indexedFirst();
    library.rig.db.exec(`CREATE TRIGGER ended BEFORE DELETE ON photos BEGIN SELECT RAISE(ABORT, 'ended'); END`);
    await restart({ syncLimit: 1 });
    expect(listed()).to.include('elsewhere').and.not.to.include('p0');
    expect(decorations('elsewhere')).to.equal(0);
    library.rig.db.exec('DROP TRIGGER ended');
    await restart({ syncLimit: 1 });
    expect(decorations('elsewhere')).to.equal(4);
  });

  it('completes it after such a crash even while the source reports that it is still filling', async () => {
    await start(2);
    decorate('p0');
    source.loseSilently('p0');
    source.put('elsewhere', pictures[0]!);
    indexedFirst();
    library.rig.db.exec(`CREATE TRIGGER ended BEFORE DELETE ON photos BEGIN SELECT RAISE(ABORT, 'ended'); END`);
    await restart({ syncLimit: 1 });
    library.rig.db.exec('DROP TRIGGER ended');
    source.faults.set('health', async (next) => {
      source.faults.clear();
      return { ...((await next()) as object), filling: true };
    });
    await restart({ syncLimit: 1 });
    expect(decorations('elsewhere')).to.equal(4);
    await library.rig.settle();
    expect(listed()).to.deep.equal(['elsewhere', 'last', 'p1']);
    expect(decorations('elsewhere')).to.equal(4);
  });

  const longQuery =
    'SELECT count(*) FROM (WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 100000) SELECT i FROM c);';

  it('transfers photos of a moved folder one after the other, and lets other work run in between', async () => {
    await start(5);
    for (const at of [1, 2, 3, 4]) {
      source.loseSilently(`p${at}`);
      source.put(`elsewhere${at}`, pictures[at]!);
    }
    indexedFirst();
    // Each takes longer than a time slice.
    library.rig.db.exec(`CREATE TRIGGER takes_long BEFORE DELETE ON photos BEGIN ${longQuery} END`);
    const takenOver = new Set<number>();
    const isTakenOver = ({ id, uid }: { id: number; uid: string }): boolean => id <= 5 && uid.startsWith('elsewhere');
    const watch = { ends: false };
    const watched = (async () => {
      while (!watch.ends) {
        if (library.rig.db.open) takenOver.add(library.rig.photos().filter(isTakenOver).length);
        await setImmediate();
      }
    })();
    await restart({ syncLimit: 1 });
    watch.ends = true;
    await watched;
    expect([...takenOver]).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('leaves no thumbnail of a transferred photo behind after a crash in the middle of a moved folder', async () => {
    await start(3);
    for (const at of [1, 2]) {
      source.loseSilently(`p${at}`);
      source.put(`elsewhere${at}`, pictures[at]!);
    }
    indexedFirst();
    // The first takes longer than a time slice, and the server crashes at the second.
    const takenOver = `SELECT id FROM photos WHERE id <= 3 AND uid LIKE 'elsewhere%'`;
    library.rig.db.exec(`
      CREATE TRIGGER takes_long BEFORE DELETE ON photos BEGIN ${longQuery} END;
      CREATE TRIGGER ended BEFORE DELETE ON photos WHEN EXISTS (${takenOver}) BEGIN SELECT RAISE(ABORT, 'ended'); END;
    `);
    await restart({ syncLimit: 1 });
    expect(library.rig.db.prepare(takenOver).all()).to.have.length(1);
    library.rig.db.exec('DROP TRIGGER ended');
    await restart({ syncLimit: 1 });
    expect(listed()).to.deep.equal(['elsewhere1', 'elsewhere2', 'last', 'p0']);
    expect(readdirSync(join(library.rig.thumbsDir, '0'))).to.have.length(4);
  });

  it('keeps what users added to a moved photo before the full pass ended', async () => {
    await start(2);
    const before = decorateOnceListed('elsewhere');
    source.loseSilently('p0');
    source.put('elsewhere', pictures[0]!);
    indexedFirst();
    await restart({ syncLimit: 1 });
    expect(before.done).to.equal(true);
    expect(listed()).to.deep.equal(['elsewhere', 'last', 'p1']);
    expect(decorations('elsewhere')).to.equal(3);
    expect(readdirSync(join(library.rig.thumbsDir, '0'))).to.have.length(3);
  });
});
