import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { everything } from '../../../core/domain/viewer-scope.ts';
import { clustersByGrid } from '../../../core/timeline/map-clusters.ts';
import { heapBytes } from '../../../core/domain/heap-bytes.ts';
import { IdSet } from '../../../core/plugin-api/toolkit/id-set.ts';
import { Selection } from '../../../core/timeline/selection.ts';
import { Presenter } from '../../../core/http/present.ts';
import { PlacesAndMap } from '../../../core/services/places-and-map.ts';
import { inject } from '../../../core/compose/inject.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { libraryServer, type LibraryServer } from '../../support/library-server.ts';
import { allOf, columnsOf } from '../../support/timeline-columns.ts';
import { Places } from '../../../core/store/photos/places.ts';
import { Selections } from '../../../core/timeline/selections.ts';
import { PhotoSummaries } from '../../../core/timeline/summaries.ts';
import { Photos } from '../../../core/store/photos/photos.ts';

const MB = 1024 * 1024;

/** All bytes in use, on the heap and outside. */
function inUse(): number {
  // The second run frees what the first one only found.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The additional bytes in use after `work`. Its result is not counted. */
async function growth(work: () => void): Promise<number> {
  const before = await inUseAtRest();
  work();
  return inUse() - before;
}

/** Waits until earlier work is freed: memory outside the heap is freed turns after its collection. */
async function inUseAtRest(): Promise<number> {
  for (let before = inUse(); ;) {
    await turn();
    const now = inUse();
    if (now > before - MB / 16) return now;
    before = now;
  }
}

describe('the size in bytes is limited for the cache', function () {
  let s: LibraryServer;
  beforeEach(async () => {
    s = await libraryServer();
  });
  afterEach(() => s.stop());

  const sight = { userId: 1, seesHidden: false, audience: everything };
  const viewer = { userId: 1, username: 'reader', role: 'read' } as const;
  const box = (at: number) => ({ west: at / 1e6, east: 1 + at / 1e6, south: -50, north: 50 });

  it('of signed paths, however long they are', async () => {
    const media = s.container.resolve(inject.mediaAccess);
    const grown = await growth(() => {
      for (let at = 0; at < 9000; at += 1) media.sign(viewer, `/api/photos/${'x'.repeat(6000)}${at}/thumb`);
    });
    expect(grown / MB).to.be.below(24);
    expect(media.sign(viewer, '/api/photos/a/thumb').sig).to.match(/^1\./);
  });

  it('of lists narrowed to many parts of the map, with their months and markers', async () => {
    for (let at = 0; at < 500; at += 1) {
      s.rows.add({ uid: `p${at}`, lat: (at % 97) - 48, lng: 0.5, takenAt: 1_500_000_000 + at * 86_400 * 9 });
    }
    const library = s.container.resolve(inject.library);
    const places = new PlacesAndMap({
      selections: s.container.resolve(Selections),
      places: s.container.resolve(Places),
      photos: s.container.resolve(Photos),
    });
    const asked = (at: number): void => {
      library.anchors(viewer, { box: box(at) });
      places.markers(viewer, 100, { box: box(at), zoom: 12 }, { box: box(at) });
    };
    const columnsAndCode = await growth(() => {
      asked(0);
    });
    const grown = await growth(() => {
      for (let at = 1; at < 4000; at += 1) asked(at);
    });
    expect(grown / MB, `beside ${columnsAndCode} bytes before`).to.be.below(80);
    expect(library.anchors(viewer, { box: box(1) }).length).to.be.above(100);
  });

  it('of views of the map over the same photos', async () => {
    const columns = columnsOf(
      Array.from({ length: 20_000 }, (_, at) => ({ lat: (at % 160) - 80, lng: Math.floor(at / 160) - 62 })),
    );
    const positions = allOf(columns);
    const selection = new Selection({ columns, version: 1 }, positions);
    let computed = 0;
    const view = (zoom: number): number =>
      selection.derive(`map ${zoom}`, () => {
        computed += 1;
        return clustersByGrid(columns, positions, { west: -180, east: 180, south: -85, north: 85 }, zoom);
      }).length;
    const grown = await growth(() => {
      for (let zoom = 8; zoom < 24; zoom += 1) view(zoom);
    });
    expect(grown / MB).to.be.below(24);
    expect(selection.bytes / MB).to.be.within(4, 17);
    computed = 0;
    expect([view(23), computed], 'the last one is remembered').to.deep.equal([20_000, 0]);
  });

  it('of photos with many tags, and of their JSON', async () => {
    const tagged = 100;
    const insertTag = s.db.prepare('INSERT INTO tags (name, key) VALUES (?, ?)');
    const tag = s.db.prepare('INSERT INTO photo_tags (photo_id, tag_id, position) VALUES (?, ?, ?)');
    const ids = s.db.transaction(() => {
      const tags = Array.from({ length: tagged }, (_, at) => {
        const name = `${'long '.repeat(50)}${at}`;
        return insertTag.run(name, name).lastInsertRowid;
      });
      return Array.from({ length: 3000 }, (_, at) => {
        const id = s.rows.add({ uid: `p${at}` });
        for (const [position, tagId] of tags.entries()) tag.run(id, tagId, position);
        return id;
      });
    })();
    const summaries = s.container.resolve(PhotoSummaries);
    const presenter = new Presenter(s.container.resolve(inject.mediaAccess), viewer);
    summaries.of(ids.slice(0, 1), sight);
    const grown = await growth(() => {
      for (let at = 0; at < ids.length; at += 100) {
        const photos = summaries.of(ids.slice(at, at + 100), sight);
        presenter.photoList({ photos, total: photos.length });
      }
    });
    expect(grown / MB).to.be.below(32);
    expect(summaries.of(ids.slice(-1), sight)[0]!.tags).to.have.length(tagged);
  });
});

describe('the size that is counted for a cached value', () => {
  const close = async (make: () => unknown, what: string): Promise<void> => {
    let kept: unknown;
    const grown = await growth(() => {
      kept = make();
    });
    expect(heapBytes(kept) / grown, what).to.be.within(0.6, 2.5);
  };

  it('is close to the memory that the value takes', async () => {
    await close(
      () => Array.from({ length: 50_000 }, (_, at) => ({ place: at, count: 3, lat: at / 7, lng: at / 9, cover: at })),
      'markers',
    );
    await close(
      () => Array.from({ length: 50_000 }, (_, at) => `a text of some length, and its number ${at}`),
      'texts',
    );
    await close(() => new Map(Array.from({ length: 50_000 }, (_, at) => [at, { at }])), 'a map');
    await close(() => new Uint32Array(2_000_000), 'positions');
    await close(() => Array.from({ length: 20_000 }, () => new Float32Array(16)), 'many small vectors');
    await close(() => IdSet.of([20_000_000]), 'a set of ids');
  });
});
