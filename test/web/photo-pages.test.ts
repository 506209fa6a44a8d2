import { expect } from 'chai';
import { PhotoPages, pageSize } from '../../web/state/photos/photo-pages.ts';
import { Library, months, settled } from './library.ts';

function pagesOf(library: Library): { pages: PhotoPages; clock: { now: number }; outdated: number[] } {
  const clock = { now: 1_000_000 };
  const outdated: number[] = [];
  const pages = new PhotoPages({
    list: async (part, stop) => {
      await Promise.resolve();
      stop.throwIfAborted();
      return library.list(part);
    },
    now: () => clock.now,
    onOutdated: () => outdated.push(clock.now),
  });
  pages.relayout([], library.anchors);
  return { pages, clock, outdated };
}

describe('the pages of the timeline', () => {
  it('load the visible photos in whole pages, each once', async () => {
    const library = new Library(months([2024, 6, 1000]));
    const { pages } = pagesOf(library);
    pages.show(100, 130);
    await settled();
    pages.show(100, 200);
    await settled();
    expect(library.asked).to.deep.equal([0, pageSize]);
    expect(pages.get(129)).to.deep.equal(library.item(129));
    expect(pages.get(2 * pageSize)).to.equal(undefined);
  });

  it('abort requests for pages that were scrolled out of view', async () => {
    const library = new Library(months([2024, 6, 100_000]));
    const { pages } = pagesOf(library);
    for (let first = 0; first < 90_000; first += 900) pages.show(first, first + 60);
    await settled();
    expect(library.asked.length).to.be.below(10);
    expect(pages.get(89_150)).to.deep.equal(library.item(89_150));
  });

  it('return the photo at an index, and load it if needed', async () => {
    const library = new Library(months([2024, 6, 500]));
    const { pages } = pagesOf(library);
    expect(await pages.load(321)).to.deep.equal(library.item(321));
    expect(await pages.load(500)).to.equal(undefined);
    expect(await pages.load(-1)).to.equal(undefined);
    expect(pages.indexOf(library.item(321).uid)).to.equal(321);
  });

  it('finish loading a requested photo even if the view moves on', async () => {
    const library = new Library(months([2024, 6, 5000]));
    const { pages } = pagesOf(library);
    pages.show(0, 10);
    const photo = pages.load(5);
    pages.show(4000, 4010);
    expect(await photo).to.deep.equal(library.item(5));
  });

  it('retry a failed page after a pause, or on request', async () => {
    const library = new Library(months([2024, 6, 50]));
    const { pages, clock } = pagesOf(library);
    library.failure = new Error('gone');
    pages.show(0, 10);
    await settled();
    pages.show(0, 10);
    await settled();
    expect(library.asked).to.have.length(1);
    clock.now += 10;
    pages.show(0, 10);
    await settled();
    expect(pages.get(3)).to.deep.equal(library.item(3));

    pages.relayout(library.anchors, library.anchors);
    library.failure = new Error('gone');
    pages.show(0, 10);
    await settled();
    pages.retry();
    await settled();
    expect(library.asked).to.have.length(4);
  });

  it('read a page again after an hour, since its signed URLs expire', async () => {
    const library = new Library(months([2024, 6, 50]));
    const { pages, clock } = pagesOf(library);
    pages.show(0, 10);
    await settled();
    clock.now += 3700;
    pages.show(0, 10);
    await settled();
    expect(library.asked).to.deep.equal([0, 0]);
  });

  it('keep photos in their places in the month when new ones move them down', async () => {
    const library = new Library(months([2024, 5, 300]));
    const { pages } = pagesOf(library);
    pages.show(0, 100);
    await settled();
    const third = library.item(3);
    const before = library.anchors;
    library.anchors = months([2024, 6, 40], [2024, 5, 300]);
    pages.relayout(before, library.anchors);
    expect(pages.get(43)).to.deep.equal(third);
    expect(pages.get(3)).to.equal(undefined);
    pages.show(0, 100);
    await settled();
    expect(pages.get(3)).to.deep.equal(library.item(3));
    expect(pages.get(43)).to.deep.equal(third);
  });

  it('report that the layout is outdated if the server counts another number of photos', async () => {
    const library = new Library(months([2024, 5, 300]));
    const { pages, outdated } = pagesOf(library);
    library.anchors = months([2024, 5, 299]);
    pages.show(290, 300);
    await settled();
    expect(outdated).to.have.length(1);
    expect(pages.get(299)).to.equal(undefined);
  });

  it('take over an edited photo', async () => {
    const library = new Library(months([2024, 5, 30]));
    const { pages } = pagesOf(library);
    await pages.load(7);
    const seen = pages.changed.value;
    pages.replaceAll([{ ...library.item(7), favorited_by_me: true }]);
    expect(pages.get(7)?.favorited_by_me).to.equal(true);
    expect(pages.changed.value).to.be.above(seen);
  });

  it('keep a limited number of photos, however far the list is scrolled', async () => {
    const library = new Library(months([2024, 5, 50_000]));
    const { pages } = pagesOf(library);
    for (let first = 0; first < 50_000; first += pageSize) {
      pages.show(first, first + pageSize);
      await new Promise(setImmediate);
    }
    await settled();
    let held = 0;
    for (let i = 0; i < 50_000; i++) if (pages.get(i)) held++;
    expect(held).to.be.within(pageSize, 10_000);
    expect(pages.get(49_999)).to.deep.equal(library.item(49_999));
  });

  it('keep an edit when the response to an earlier request arrives after it', async () => {
    const library = new Library(months([2024, 6, 10]));
    let release = (): void => undefined;
    const pages = new PhotoPages({
      list: async (part) => {
        const list = library.list(part);
        await new Promise<void>((resolve) => (release = resolve));
        return list;
      },
      now: () => 0,
    });
    pages.relayout([], library.anchors);
    pages.show(0, 10);
    pages.replaceAll([{ ...library.item(3), favorited_by_me: true }]);
    release();
    await settled();
    expect(pages.get(3)?.favorited_by_me).to.equal(true);
    expect(pages.get(4)?.favorited_by_me).to.equal(false);
  });
});
