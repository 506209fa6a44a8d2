import { expect } from 'chai';
import { PhotoGrid } from '../../web/state/photos/photo-grid.ts';
import { Library, months, settled } from './library.ts';

function timelineOf(library: Library): { timeline: PhotoGrid; clock: { now: number } } {
  const clock = { now: 1_000_000 };
  const timeline = new PhotoGrid(
    {
      labelling: 'days',
      outline: () => Promise.resolve({ months: library.anchors, aspects: new Uint8Array(0) }),
      photos: (part, stop) => Promise.resolve().then(() => (stop.throwIfAborted(), library.list(part))),
    },
    () => clock.now,
  );
  return { timeline, clock };
}

/** The position of the scroll bar after a frame was drawn. */
function scrollTop(timeline: PhotoGrid): number {
  return timeline.frame.value.scrollTo.top;
}

const million = months(
  ...Array.from({ length: 240 }, (_, i): [number, number, number] => {
    return [2024 - Math.floor(i / 12), 12 - (i % 12), 4167];
  }),
);

describe('the timeline', () => {
  it('draws and loads the visible photos, and those of one more view on both sides', async () => {
    const library = new Library(months([2024, 6, 2000], [2023, 1, 500]));
    const { timeline } = timelineOf(library);
    timeline.resize(1000, 800);
    await timeline.refresh();
    await settled();
    const { first, last, headings } = timeline.frame.value;
    expect(first).to.equal(0);
    expect(last).to.be.within(18, 60);
    expect(headings.map(({ month, count }) => [month, count])).to.deep.equal([[6, 2000]]);
    expect(timeline.pages.get(0)).to.deep.equal(library.item(0));

    const { layout, pages } = timeline;
    const [begin, end] = [layout.topOf(240), layout.topOf(960)];
    // The page of 240 photos ends above the first view, and the next page begins below the second one.
    for (const [top, loaded] of [
      [begin, 239],
      [end - 800, 960],
    ] as const) {
      timeline.scrolledTo(top);
      await settled();
      const drawn = timeline.frame.value;
      expect(drawn.first).to.equal(layout.photosBetween(top - 800, top).first);
      expect(drawn.last).to.equal(layout.photosBetween(top, top + 1600).last);
      expect(pages.get(loaded)).to.deep.equal(library.item(loaded));
    }
  });

  it('limits the number of drawn elements, on any screen and at any scroll position', async () => {
    const { timeline } = timelineOf(new Library(million));
    await timeline.refresh();
    for (const [width, height] of [
      [360, 740],
      [1440, 5120],
      [1920, 1080],
      [5120, 2880],
      [10_000, 8000],
    ] as const) {
      timeline.resize(width, height);
      for (let p = 0; p < timeline.frame.value.elementHeight; p += 400_000) {
        timeline.scrolledTo(p);
        const { first, last, headings } = timeline.frame.value;
        expect((last - first) * 3 + headings.length * 2, `${width}×${height} at ${p}`).to.be.below(1900);
        expect(last).to.be.above(first);
      }
    }
  });

  it('shows the oldest of a million photos at the end of the scroll bar', async () => {
    const library = new Library(million);
    const { timeline } = timelineOf(library);
    timeline.resize(1200, 900);
    await timeline.refresh();
    const { elementHeight } = timeline.frame.value;
    expect(timeline.layout.height).to.be.above(20_000_000);
    expect(elementHeight).to.equal(8_000_000);
    timeline.scrolledTo(elementHeight - 900);
    expect(timeline.frame.value.last).to.equal(library.total);
    const { y, height } = timeline.layout.place(library.total - 1);
    const bottom = y + height + timeline.frame.value.shift;
    expect(bottom).to.be.closeTo(elementHeight, timeline.layout.metrics.gap + 0.01);
  });

  it('keeps the view in place when the position of the scroll bar is corrected', async () => {
    const { timeline } = timelineOf(new Library(million));
    timeline.resize(1200, 900);
    await timeline.refresh();
    timeline.scrolledTo(4_000_000);
    for (let p = 4_000_000; p < 4_100_000; p += 100) timeline.scrolledTo(p);
    const before = timeline.place();
    timeline.settle();
    expect(timeline.place()).to.deep.equal(before);
    expect(scrollTop(timeline)).to.not.equal(4_099_900);
    const drawn = timeline.frame.value;
    timeline.scrolledTo(scrollTop(timeline));
    expect(timeline.frame.value).to.equal(drawn);
  });

  it('keeps the photo in view when newer ones arrive, but stays at the very top if it is scrolled there', async () => {
    const library = new Library(months([2024, 5, 3000]));
    const { timeline } = timelineOf(library);
    timeline.resize(1000, 800);
    await timeline.refresh();
    timeline.scrolledTo(20_000);
    const place = timeline.place();
    library.anchors = months([2024, 6, 500], [2024, 5, 3000]);
    await timeline.refresh();
    expect(timeline.place()).to.deep.equal(place);
    expect(scrollTop(timeline)).to.be.above(20_000);

    timeline.scrolledTo(0);
    library.anchors = months([2024, 7, 500], [2024, 6, 500], [2024, 5, 3000]);
    await timeline.refresh();
    expect(scrollTop(timeline)).to.equal(0);
  });

  it('keeps the photo in view when the width of the window changes', async () => {
    const { timeline } = timelineOf(new Library(months([2024, 6, 2000], [2023, 1, 5000])));
    timeline.resize(1000, 800);
    await timeline.refresh();
    timeline.reveal(4321);
    const place = timeline.place()!;
    const top = timeline.layout.indexAt(timeline.layout.yOf(place));
    timeline.resize(420, 800);
    const { first, last } = timeline.layout.photosBetween(scrollTop(timeline), scrollTop(timeline) + 800);
    expect(top).to.be.within(first, last);
  });

  it('restores the scroll position of an earlier visit once the months and the view are known', async () => {
    const { timeline } = timelineOf(new Library(months([2024, 6, 2000], [2023, 1, 5000])));
    const place = { year: 2023, month: 1, within: 1000, dy: 17 };
    timeline.restore(place);
    expect(timeline.place()).to.deep.equal(place);
    timeline.resize(1000, 800);
    await timeline.refresh();
    expect(timeline.place()!.month).to.equal(1);
    expect(timeline.layout.yOf(timeline.place()!)).to.equal(timeline.layout.yOf(place));
    expect(scrollTop(timeline)).to.equal(timeline.layout.yOf(place));
  });

  it('reveals a photo with the least scrolling, and does not scroll if it is visible', async () => {
    const { timeline } = timelineOf(new Library(months([2024, 6, 2000])));
    timeline.resize(1000, 800);
    await timeline.refresh();
    const still = timeline.frame.value;
    timeline.reveal(0);
    expect(timeline.frame.value).to.equal(still);
    timeline.reveal(1000);
    const { y } = timeline.layout.place(1000);
    expect(y).to.be.within(scrollTop(timeline), scrollTop(timeline) + 800 - timeline.layout.place(0).height);
  });

  it('finds the index of a photo with few requests, even if the photo is not in the list', async () => {
    const library = new Library(million);
    const { timeline } = timelineOf(library);
    await timeline.refresh();
    for (const index of [0, 4166, 4167, 500_000, library.total - 1]) {
      library.asked.length = 0;
      expect(await timeline.locate(library.item(index))).to.deep.equal({ index, found: true });
      expect(library.asked.length, 'pages read').to.be.below(10);
    }
    const between = { uid: 'archived', taken_at: library.item(700_000).taken_at };
    const position = await timeline.locate(between);
    expect(position.found).to.equal(false);
    // By uid, `archived` comes after the photo of the same second.
    expect(position.index).to.equal(700_001);
  });

  it('no longer finds a photo that has just left the list', async () => {
    const library = new Library(months([2024, 6, 50]));
    const { timeline } = timelineOf(library);
    await timeline.refresh();
    const photo = library.item(8);
    expect(await timeline.locate(photo)).to.deep.equal({ index: 8, found: true });
    library.gone.add(photo.uid);
    library.anchors = months([2024, 6, 49]);
    await timeline.refresh();
    expect(await timeline.locate(photo)).to.deep.equal({ index: 8, found: false });
  });

  it('reads outdated months again only after a few seconds, not for every page that reveals it', async () => {
    const library = new Library(months([2024, 6, 2000]));
    const { timeline, clock } = timelineOf(library);
    timeline.resize(1000, 800);
    await timeline.refresh();
    const read = timeline.changed.value;
    library.anchors = months([2024, 6, 1990]);
    timeline.scrolledTo(30_000);
    await settled();
    expect(timeline.changed.value).to.equal(read);
    clock.now += 5;
    timeline.scrolledTo(15_000);
    await settled();
    expect(timeline.changed.value).to.equal(read + 1);
    expect(timeline.layout.total).to.equal(1990);
  });

  it('aborts its request when it is left, and repeats it when it is shown again', async () => {
    const library = new Library(months([2024, 6, 20]));
    const stops: AbortSignal[] = [];
    let answer: () => void = () => undefined;
    const timeline = new PhotoGrid(
      {
        labelling: 'days',
        outline: async (stop) => {
          stops.push(stop);
          await new Promise<void>((resolve) => (answer = resolve));
          return { months: library.anchors, aspects: new Uint8Array(0) };
        },
        photos: (part) => Promise.resolve(library.list(part)),
      },
      () => 0,
    );
    timeline.resize(1000, 800);
    timeline.look();
    timeline.leave();
    const late = answer;
    timeline.look();
    expect(stops.map(({ aborted }) => aborted)).to.deep.equal([true, false]);
    late();
    await settled();
    expect(timeline.phase.value).to.equal('loading');
    answer();
    await settled();
    expect(timeline.phase.value).to.equal('ready');
    timeline.leave();
    timeline.look();
    expect(stops).to.have.length(2);
  });

  it('reports a failure only while it has nothing to show', async () => {
    const library = new Library(months([2024, 6, 20]));
    let works = false;
    const timeline = new PhotoGrid(
      {
        labelling: 'days',
        outline: () =>
          works
            ? Promise.resolve({ months: library.anchors, aspects: new Uint8Array(0) })
            : Promise.reject(new Error('gone')),
        photos: (part) => Promise.resolve(library.list(part)),
      },
      () => 0,
    );
    const failure = (): Promise<unknown> => timeline.refresh().catch((error: unknown) => error);
    expect(await failure()).to.be.an('error');
    expect(timeline.phase.value).to.equal('failed');
    works = true;
    await timeline.refresh();
    expect(timeline.phase.value).to.equal('ready');
    works = false;
    await failure();
    expect(timeline.phase.value).to.equal('ready');
  });
});
