import { expect } from 'chai';
import { inject } from '../../../core/compose/inject.ts';
import { SmartExtents } from '../../../core/services/albums/smart-extents.ts';
import { scopeOf } from '../../../core/services/viewer.ts';
import { Photos } from '../../../core/store/photos/photos.ts';
import { OwnAlbums } from '../../../core/store/albums/own-albums.ts';
import { Facets } from '../../../core/timeline/facets.ts';
import { Selections } from '../../../core/timeline/selections.ts';
import { Timeline } from '../../../core/timeline/timeline.ts';
import { libraryServer, type LibraryServer } from '../../support/library-server.ts';

describe('the photo count of a smart album in a very large library', () => {
  let s: LibraryServer;
  let extents: SmartExtents;
  const viewer = { userId: 1, role: 'read' } as const;
  const album = { uid: '', rule: { place: 'Lisbon' } };
  const never = new AbortController().signal;

  beforeEach(async () => {
    s = await libraryServer();
    const { container } = s;
    extents = new SmartExtents({
      selections: container.resolve(Selections),
      timeline: container.resolve(Timeline),
      facets: container.resolve(Facets),
      photos: container.resolve(Photos),
      withheld: container.resolve(inject.withheld),
      // Treats the library as too large to count all albums at once.
      mostAtOnce: 0,
    });
    s.rows.add({ uid: 'a', place: 'Lisbon, Portugal' });
    s.rows.add({ uid: 'b', place: 'Lisbon, Portugal' });
    album.uid = container.resolve(OwnAlbums).add({ name: 'Lisbon', rule: album.rule, by: 1, now: 0 }).uid;
  });
  afterEach(() => s.stop());

  const count = async (): Promise<number | undefined> =>
    (await extents.of([album], viewer, never)).get(album.uid)?.extent?.count;

  it('is returned from the cache, and refreshed in the background', async () => {
    expect(await count()).to.equal(2);
    s.rows.add({ uid: 'c', place: 'Lisbon, Portugal' });
    expect(await count()).to.equal(2);
    expect(extents.now(album, viewer).extent?.count).to.equal(3);
    s.rows.add({ uid: 'd', place: 'Lisbon, Portugal' });
    expect(await count()).to.equal(3);
    await extents.settled;
    expect(await count()).to.equal(4);
  });

  it('is cached for 220 albums at once, even in a library of ten million photos', async () => {
    s.db.prepare(`UPDATE photos SET id = 10000000 WHERE uid = 'b'`).run();
    const albums = Array.from({ length: 220 }, (_, at) => ({ uid: `own-${at}`, rule: album.rule }));
    await extents.of(albums, viewer, never);
    const { version } = extents;
    await extents.of(albums, viewer, never);
    expect([version, extents.version]).to.deep.equal([220, 220]);
  });

  it('never includes photos that are hidden or deleted by now', async () => {
    expect(await count()).to.equal(2);
    s.db.prepare(`INSERT INTO photo_flags (photo_id, hidden) SELECT id, 1 FROM photos WHERE uid = 'a'`).run();
    expect(await count()).to.equal(1);
    s.db.prepare(`UPDATE photos SET deleted_at = 1 WHERE uid = 'b'`).run();
    expect(await count()).to.equal(undefined);
    const of = (await extents.of([album], viewer, never)).get(album.uid);
    expect(of?.isUnseen(scopeOf(viewer))).to.equal(true);
  });
});
