import { expect } from 'chai';
import type { PhotoItem } from '../../core/http/wire.ts';
import { dragScroll, SelectionDrag } from '../../web/state/photos/selection-drag.ts';
import { Library, months } from './library.ts';

describe('a drag that selects photos', () => {
  const library = new Library(months([2024, 6, 100]));
  const uids = (picked: readonly PhotoItem[] | null): string[] | undefined => picked?.map(({ uid }) => uid).sort();
  const those = (...indices: number[]): string[] => indices.map((index) => library.item(index).uid).sort();
  const list = (loaded: (index: number) => boolean = () => true): ConstructorParameters<typeof SelectionDrag>[0] => ({
    pages: { get: (index) => (loaded(index) ? library.item(index) : undefined) },
    async *read(first, last) {
      for (let offset = first; offset < last; offset += 2) {
        yield await Promise.resolve(library.list({ offset, limit: Math.min(2, last - offset) }).photos);
      }
    },
  });

  it('selects the photos in between, both ways, in addition to earlier ones, and deselects on the way back', () => {
    const drag = new SelectionDrag(list(), [library.item(90)], 10);
    expect(uids(drag.pickedAt(10))).to.deep.equal(those(10, 90));
    expect(uids(drag.pickedAt(13))).to.deep.equal(those(10, 11, 12, 13, 90));
    expect(uids(drag.pickedAt(8))).to.deep.equal(those(8, 9, 10, 90));
  });

  it('deselects photos if it begins at a selected one', () => {
    const picked = [1, 2, 3, 4].map((index) => library.item(index));
    const drag = new SelectionDrag(list(), picked, 2);
    expect(uids(drag.pickedAt(3))).to.deep.equal(those(1, 4));
    expect(uids(drag.pickedAt(2))).to.deep.equal(those(1, 3, 4));
  });

  it('keeps photos that the list has unloaded, and loads those that were not loaded when it passed them', async () => {
    let forgotten = false;
    const drag = new SelectionDrag(
      list((index) => (index < 5 ? !forgotten : index > 6)),
      [],
      2,
    );
    expect(uids(drag.pickedAt(4))).to.deep.equal(those(2, 3, 4));
    expect(await drag.complete()).to.equal(null);
    forgotten = true;
    expect(uids(drag.pickedAt(8))).to.deep.equal(those(2, 3, 4, 7, 8));
    expect(uids(await drag.complete())).to.deep.equal(those(2, 3, 4, 5, 6, 7, 8));
  });

  it('scrolls only near the edges of the view, faster the closer it is', () => {
    const view = { top: 100, bottom: 900 };
    expect(dragScroll(500, view)).to.equal(0);
    expect(dragScroll(150, view)).to.be.lessThan(0);
    expect(dragScroll(110, view)).to.be.lessThan(dragScroll(150, view));
    expect(dragScroll(890, view)).to.be.greaterThan(dragScroll(850, view));
    expect(dragScroll(5000, view)).to.equal(24);
  });
});
