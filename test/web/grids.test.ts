import { expect } from 'chai';
import { fixedSource } from '../../web/state/photos/fixed-source.ts';
import { Grids } from '../../web/state/photos/grids.ts';
import { PhotoGrid } from '../../web/state/photos/photo-grid.ts';
import { Library, months, settled } from './library.ts';

function gridsOf(library: Library): { grids: Grids; asked: string[] } {
  const asked: string[] = [];
  const grids = new Grids(
    {
      anchors: (filter) => {
        asked.push(filter);
        return Promise.resolve({ anchors: library.anchors });
      },
      aspects: () => Promise.resolve({ total: 2, videos: 1, aspects: btoa(String.fromCharCode(128, 160)) }),
      list: (_, part) => Promise.resolve(library.list(part)),
    },
    () => 0,
  );
  return { grids, asked };
}

describe('the lists of photos', () => {
  const library = new Library(months([2024, 6, 2]));

  it('are laid out by the aspect ratios of their photos', async () => {
    const { grids } = gridsOf(library);
    const grid = grids.of({});
    grid.resize(1000, 800);
    await settled();
    const [square, wide] = [grid.layout.place(0), grid.layout.place(1)];
    expect(square.width / square.height).to.be.closeTo(1, 0.01);
    expect(wide.width / wide.height).to.be.closeTo(2, 0.01);
  });

  it('are cached by filter, in whatever order its parts are given', () => {
    const { grids, asked } = gridsOf(library);
    const one = grids.of({ tag: 'sea', kind: 'video' });
    expect(grids.of({ kind: 'video', tag: 'sea' })).to.equal(one);
    expect(grids.of({ tag: 'sea' })).to.not.equal(one);
    expect(asked).to.deep.equal(['kind=video&tag=sea&stacked=true', 'tag=sea&stacked=true']);
  });

  it('are read again after the library has changed: the visible one at once, others when they are shown', async () => {
    const { grids, asked } = gridsOf(library);
    const shown = grids.of({});
    grids.of({ album: 'a' });
    await settled();
    asked.length = 0;
    grids.changed(shown);
    await settled();
    expect(asked).to.deep.equal(['stacked=true']);
    grids.of({ album: 'a' });
    await settled();
    expect(asked).to.deep.equal(['stacked=true', 'album=a']);
    grids.of({ album: 'a' });
    await settled();
    expect(asked).to.have.length(2);
  });

  it('are dropped from the cache after many others were shown', () => {
    const { grids } = gridsOf(library);
    const first = grids.of({ album: 'first' });
    for (let i = 0; i < 20; i++) grids.of({ album: String(i) });
    expect(grids.of({ album: 'first' })).to.not.equal(first);
  });

  it('can consist of given photos, in their own order', async () => {
    const photos = [library.item(1), library.item(0)];
    const notAsked = (): Promise<never> => Promise.reject(new Error('not asked here'));
    const grid = new PhotoGrid(fixedSource(photos, { sign: notAsked, now: () => 0 }), () => 0);
    grid.resize(1000, 800);
    await grid.refresh();
    expect(await grid.pages.load(0)).to.deep.equal(photos[0]);
    expect(await grid.locate(library.item(0))).to.deep.equal({ index: 1, found: true });
    expect(await grid.locate({ uid: 'other', taken_at: 0 })).to.deep.equal({ index: 2, found: false });
    expect(grid.frame.value.headings).to.deep.equal([]);
    expect(grid.layout.place(0).y).to.equal(0);
  });
});
