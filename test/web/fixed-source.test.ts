import { expect } from 'chai';
import type { PhotoItem } from '../../core/http/wire.ts';
import { fixedSource } from '../../web/state/photos/fixed-source.ts';
import { PhotoGrid } from '../../web/state/photos/photo-grid.ts';
import { Library, months, settled } from './library.ts';

describe('a list of given photos', () => {
  const hour = 3600;
  const library = new Library(months([2024, 6, 150]));
  let now: number;
  let signed: string[];
  let grid: PhotoGrid;

  beforeEach(async () => {
    now = 1000;
    signed = [];
    const photos = Array.from({ length: 150 }, (_, at): PhotoItem => {
      const thumb_url = at === 1 ? null : `/api/photos/${at}/thumb?sig=old&exp=9000&v=7-1`;
      return { ...library.item(at), thumb_url };
    });
    const source = fixedSource(photos, {
      sign: (paths) => {
        signed.push(...paths);
        return Promise.resolve({ urls: paths.map((path) => ({ path, sig: 'new', exp: 9999 })), ttl: 7200 });
      },
      now: () => now,
    });
    grid = new PhotoGrid(source, () => now);
    await grid.refresh();
    grid.resize(800, 600);
    grid.look();
    await settled();
  });

  it('keeps edits when its pages are read again after an hour', async () => {
    const [near, far] = [grid.pages.get(0)!, library.item(140)];
    grid.pages.replaceAll([near, far].map((photo) => ({ ...photo, favorited_by_me: true })));
    now += hour + 1;
    grid.pages.retry();
    await settled();
    expect(grid.pages.get(0)?.favorited_by_me).to.equal(true);
    expect((await grid.pages.load(140))?.favorited_by_me, 'on a page that was not loaded then').to.equal(true);
  });

  it('renews the signed URLs of the thumbnails of loaded pages before they expire', async () => {
    expect(signed).to.deep.equal([]);
    now += hour + 1;
    grid.pages.retry();
    await settled();
    expect(signed).to.have.length(119).and.to.include('/api/photos/0/thumb');
    expect(grid.pages.get(0)?.thumb_url).to.equal('/api/photos/0/thumb?sig=new&exp=9999&v=7-1');
    expect(grid.pages.get(1)?.thumb_url).to.equal(null);
    expect((await grid.pages.load(149))?.thumb_url).to.include('sig=new');
  });
});
