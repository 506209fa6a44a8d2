import { expect } from 'chai';
import { PhotoGrid } from '../../web/state/photos/photo-grid.ts';
import { Selection } from '../../web/state/photos/selection.ts';
import { Library, months } from './library.ts';

/** A list whose first photos are loaded. @param hold what each request of photos waits for */
async function shownGrid(
  library: Library,
  labelling: 'days' | 'none' = 'days',
  hold = (): Promise<void> => Promise.resolve(),
): Promise<PhotoGrid> {
  const grid = new PhotoGrid(
    {
      labelling,
      outline: () => Promise.resolve({ months: library.anchors, aspects: new Uint8Array(0) }),
      photos: async (part) => {
        await hold();
        return library.list(part);
      },
    },
    () => 0,
  );
  await grid.refresh();
  await grid.pages.load(0);
  return grid;
}

/** Such a list; photos that are requested afterwards arrive with `answer`. */
async function slowGrid(library: Library): Promise<{ grid: PhotoGrid; answer: () => void }> {
  let held = Promise.resolve();
  const grid = await shownGrid(library, 'days', () => held);
  let answer = (): void => undefined;
  held = new Promise((resolve) => (answer = resolve));
  return { grid, answer };
}

describe('a selection of photos', () => {
  const library = new Library(months([2024, 6, 1000]));

  it('selects and deselects one photo after the other', async () => {
    const grid = await shownGrid(library);
    const selection = new Selection();
    selection.toggle(grid, 3);
    selection.toggle(grid, 5);
    selection.toggle(grid, 3);
    expect(selection.photos.map(({ uid }) => uid)).to.deep.equal([library.item(5).uid]);
    expect(selection.has(library.item(3).uid)).to.equal(false);
    selection.clear();
    expect(selection.count.value).to.equal(0);
  });

  it('is empty on another page, and is kept only if the same list is shown again', async () => {
    const [grid, other] = [await shownGrid(library), await shownGrid(library)];
    const selection = new Selection();
    selection.show(grid, false);
    selection.toggle(grid, 3);
    selection.leave(grid);
    expect([selection.count.value, selection.photos]).to.deep.equal([0, []]);
    selection.replaceAll([{ ...library.item(3), favorited_by_me: true }], false);
    selection.show(grid, false);
    expect(selection.photos).to.deep.equal([{ ...library.item(3), favorited_by_me: true }]);
    selection.leave(grid);
    selection.show(other, false);
    selection.leave(other);
    selection.show(grid, false);
    expect(selection.count.value).to.equal(0);
  });

  it('drops photos that left the list while another page was shown', async () => {
    const grid = await shownGrid(library);
    const selection = new Selection();
    selection.show(grid, false);
    for (const index of [3, 5]) selection.toggle(grid, index);
    selection.forgetUnseen();
    expect(selection.count.value, 'the list is shown').to.equal(2);
    selection.leave(grid);
    selection.replaceAll([{ ...library.item(3), archived: true }], true);
    selection.show(grid, false);
    expect(selection.photos).to.deep.equal([library.item(5)]);
    selection.leave(grid);
    selection.forgetUnseen();
    selection.show(grid, false);
    expect(selection.count.value).to.equal(0);
  });

  it('drops photos that others removed from the list once that part of the list is read again', async () => {
    const library = new Library(months([2024, 6, 400]));
    const grid = await shownGrid(library);
    const selection = new Selection();
    selection.show(grid, false);
    for (const index of [3, 5]) selection.toggle(grid, index);
    await grid.pages.load(300);
    for (const index of [119, 300]) selection.toggle(grid, index);
    const [three, five, edge, far] = [3, 5, 119, 300].map((index) => library.item(index).uid);
    for (const uid of [three, far]) library.gone.add(uid ?? '');
    library.anchors = months([2024, 6, 398]);
    await grid.refresh();
    expect(selection.count.value, 'their removal is not known yet').to.equal(4);
    await grid.pages.load(0);
    expect(selection.photos.map(({ uid }) => uid)).to.deep.equal([five, edge, far]);
    await grid.pages.load(250);
    expect(selection.photos.map(({ uid }) => uid)).to.deep.equal([five, edge]);
  });

  it('keeps the photos of a stack that the list shows as one tile', async () => {
    const library = new Library(months([2024, 6, 20]));
    const grid = await shownGrid(library);
    const hidden = { ...library.item(3), uid: 'in the stack', stack: { id: 1, count: 2 } };
    const selection = new Selection();
    selection.show(grid, true);
    selection.pickExactly([hidden], 3);
    await grid.refresh();
    await grid.pages.load(0);
    expect(selection.photos).to.deep.equal([hidden]);
  });

  it('does not select a photo that is not loaded', async () => {
    const selection = new Selection();
    selection.toggle(await shownGrid(library), 900);
    expect(selection.count.value).to.equal(0);
  });

  it('extends from the last selected photo, both ways, across photos that are not loaded yet', async () => {
    const grid = await shownGrid(library);
    const selection = new Selection();
    selection.toggle(grid, 100);
    await selection.extendTo(grid, 400);
    expect(selection.count.value).to.equal(301);
    await selection.extendTo(grid, 395);
    expect(selection.count.value).to.equal(301);
    expect(selection.photos.at(-1)?.uid).to.equal(library.item(400).uid);
  });

  it('extends even while the list is refreshed, as after an upload', async () => {
    const { grid, answer } = await slowGrid(library);
    const selection = new Selection();
    selection.toggle(grid, 100);
    const range = selection.extendTo(grid, 400);
    await grid.refresh();
    answer();
    await range;
    expect(selection.count.value).to.equal(301);
  });

  it('takes over the result of an edit of its photos, and ignores other photos', async () => {
    const grid = await shownGrid(library);
    const selection = new Selection();
    selection.toggle(grid, 1);
    selection.replaceAll([{ ...library.item(1), archived: true }, library.item(2)], true);
    expect(selection.photos).to.deep.equal([{ ...library.item(1), archived: true }]);
  });

  it('selects a range that is not loaded, and deselects a fully selected one unless told to select', async () => {
    const grid = await shownGrid(library);
    const selection = new Selection();
    expect(await selection.toggleRange(grid, 300, 700)).to.equal(400);
    expect(selection.photos.map(({ uid }) => uid)).to.deep.equal(
      Array.from({ length: 400 }, (_, i) => library.item(300 + i).uid),
    );
    expect(selection.hasRange(grid, 300, 700)).to.equal(true);
    expect(selection.hasRange(grid, 0, 120)).to.equal(false);
    await selection.toggleRange(grid, 400, 500);
    expect(selection.count.value).to.equal(300);
    await selection.toggleRange(grid, 300, 700);
    expect(selection.count.value, 'a part was missing').to.equal(400);
    await selection.toggleRange(grid, 0, 1000, 'picks');
    await selection.toggleRange(grid, 0, 1000, 'picks');
    expect(selection.count.value).to.equal(1000);
  });

  it('reports how many photos it selected if a range exceeds the limit', async () => {
    const selection = new Selection();
    const done = await selection.toggleRange(await shownGrid(new Library(months([2024, 6, 51_000]))), 0, 51_000);
    expect(done).to.equal(50_000);
    expect(selection.count.value).to.equal(50_000);
  });

  for (const pick of ['toggleRange', 'extendTo'] as const) {
    it(`does not select photos again that were deselected while a range was loading (${pick})`, async () => {
      const { grid, answer } = await slowGrid(library);
      const selection = new Selection();
      for (const index of [3, 5]) selection.toggle(grid, index);
      const picking = pick === 'extendTo' ? selection.extendTo(grid, 300) : selection.toggleRange(grid, 5, 301);
      selection.toggle(grid, 5);
      for (let twice = 0; twice < 2; twice++) selection.toggle(grid, 7);
      answer();
      await picking;
      const picked = [3, 5, 6, 7, 300].filter((index) => selection.has(library.item(index).uid));
      expect(picked).to.deep.equal([3, 6, 300]);
    });
  }

  it('selects nothing more once it was cleared', async () => {
    const grid = await shownGrid(library);
    const selection = new Selection();
    const picking = selection.toggleRange(grid, 0, 1000);
    selection.clear();
    await picking;
    expect(selection.count.value).to.equal(0);
  });

  describe('extended after the list has changed', () => {
    /** A list from which the first photo is missing. */
    async function changingGrid(labelling: 'days' | 'none'): Promise<{ library: Library; grid: PhotoGrid }> {
      const library = new Library(months([2024, 6, 999]));
      library.gone.add('2024-6-000000');
      return { library, grid: await shownGrid(library, labelling) };
    }
    const uids = (selection: Selection): string[] => selection.photos.map(({ uid }) => uid.slice(-6));

    for (const labelling of ['days', 'none'] as const) {
      it(`starts at the photo selected before, if newer photos have come in above it (labels: ${labelling})`, async () => {
        const { library, grid } = await changingGrid(labelling);
        const selection = new Selection();
        selection.toggle(grid, 3);
        library.gone.clear();
        library.anchors = months([2024, 6, 1000]);
        await grid.refresh();
        // Only what is in view is read again: here, what was scrolled to.
        await grid.pages.load(500);
        await selection.extendTo(grid, 500);
        expect(uids(selection)).to.have.length(497).and.to.include('000500').and.to.include('000004');
        expect(uids(selection)).not.to.include('000003');
      });

      for (const [end, expected] of [
        [6, ['000005', '000006', '000007', '000008']],
        [1, ['000002', '000003']],
      ] as const) {
        it(`starts where that photo was, if it has left the list (labels: ${labelling}, to ${end})`, async () => {
          const { library, grid } = await changingGrid(labelling);
          const selection = new Selection();
          selection.show(grid, false);
          selection.toggle(grid, 3);
          library.gone.add('2024-6-000004');
          library.anchors = months([2024, 6, 998]);
          await grid.refresh();
          await grid.pages.load(0);
          await selection.extendTo(grid, end);
          // In a list that is not in order of time, the missing photo is not noticed.
          const others = uids(selection).filter((uid) => uid !== '000004');
          expect(others.toSorted()).to.deep.equal(expected);
        });
      }
    }
  });

  it('keeps its photos if a range fails to load, and reports the error', async () => {
    const library = new Library(months([2024, 6, 1000]));
    const grid = await shownGrid(library);
    const selection = new Selection();
    selection.toggle(grid, 3);
    const failure = new Error('no answer');
    library.failure = failure;
    expect(await selection.toggleRange(grid, 0, 1000).catch((error: unknown) => error)).to.equal(failure);
    expect(selection.count.value).to.equal(1);
  });

  it('stays cleared when photos of a range or a stack arrive later, and keeps photos selected meanwhile', async () => {
    const grid = await shownGrid(library);
    const selection = new Selection(() => Promise.resolve({ photos: [library.item(7)] }));
    selection.toggle(grid, 3);
    const range = selection.extendTo(grid, 400);
    selection.clear();
    await range;
    expect(selection.count.value).to.equal(0);
    selection.ofStacks.value = true;
    selection.pickExactly([{ ...library.item(3), stack: { id: 1, count: 2 } }], 3);
    const stacks = selection.open();
    selection.clear();
    expect(await stacks, 'no photos for the action').to.equal(null);
    expect(selection.count.value).to.equal(0);
    selection.toggle(grid, 3);
    const rangeWithOther = selection.extendTo(grid, 600);
    selection.toggle(grid, 1);
    await rangeWithOther;
    expect(selection.has(library.item(1).uid)).to.equal(true);
  });
});
