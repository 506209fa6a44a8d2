import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { albumStores } from '../../../core/compose/album-stores.ts';
import { inject } from '../../../core/compose/inject.ts';
import { AlbumLibrary } from '../../../core/services/album-library.ts';
import { OwnAlbums } from '../../../core/store/albums/own-albums.ts';
import { Photos } from '../../../core/store/photos/photos.ts';
import { Facets } from '../../../core/timeline/facets.ts';
import { Selections } from '../../../core/timeline/selections.ts';
import { Timeline } from '../../../core/timeline/timeline.ts';
import { libraryServer, type LibraryServer } from '../../support/library-server.ts';

describe('the list of albums', () => {
  let s: LibraryServer;
  const viewer = { userId: 1, role: 'read' } as const;

  beforeEach(async () => {
    s = await libraryServer();
    const ids = ['hidden', 'other'].map((uid) => s.rows.add({ uid, place: 'Lisbon, Portugal' }));
    s.rows.album('surprise', 'Surprise', [ids[0]!]);
    for (const name of ['Lisbon', 'Portugal']) {
      s.container.resolve(OwnAlbums).add({ name, rule: { place: name }, by: 1, now: 0 });
    }
    // More than are read at once.
    for (let at = 0; at < 50; at++) s.rows.album(`album${at}`, `Album ${at}`, ids);
  });
  afterEach(() => s.stop());

  /** @param mostAtOnce the number of photos that are counted at once */
  const albumLibrary = (mostAtOnce?: number): AlbumLibrary => {
    const { container: c } = s;
    const parts = {
      ...albumStores(c),
      withheld: c.resolve(inject.withheld),
      library: c.resolve(inject.library),
      timeline: c.resolve(Timeline),
      selections: c.resolve(Selections),
      photos: c.resolve(Photos),
      facets: c.resolve(Facets),
      ...(mostAtOnce !== undefined && { mostAtOnce }),
    };
    return new AlbumLibrary(parts);
  };

  const hide = `INSERT INTO photo_flags (photo_id, hidden) SELECT id, 1 FROM photos WHERE uid = 'hidden'`;
  const keepFromReaders = `INSERT INTO withholdings (album_uid, decided_at) VALUES ('surprise', 0)`;

  for (const [how, change, where, mostAtOnce] of [
    ['hidden', hide, 'in a small library', undefined],
    ['hidden', hide, 'in a library that is too large to be counted at once', 0],
    ['kept from the viewer', keepFromReaders, 'in a library that is too large to be counted at once', 0],
  ] as const) {
    it(`counts and shows no photo that is ${how} while it is made, ${where}`, async () => {
      for (let turns = 1; turns <= 5; turns++) {
        s.db.exec('DELETE FROM photo_flags; DELETE FROM withholdings');
        const albums = albumLibrary(mostAtOnce);
        const list = async (): Promise<Set<string>> => {
          const all = await albums.list(viewer, {}, new AbortController().signal);
          return new Set(
            all.filter(({ name }) => name !== 'Surprise').map(({ photoCount, cover }) => `${photoCount} ${cover?.uid}`),
          );
        };
        let isOver = false;
        const listing = list().finally(() => (isOver = true));
        for (let passed = 0; passed < turns; passed++) await turn();
        const isMade = ((): boolean => isOver)();
        s.db.exec(change);
        const first = await listing;
        if (!isMade) expect(first, `after ${turns} turns`).to.deep.equal(new Set(['1 other']));
        expect(await list(), `after ${turns} turns`).to.deep.equal(new Set(['1 other']));
      }
    });
  }
});
