import { expect } from 'chai';
import { PhotoGrid } from '../../web/state/photos/photo-grid.ts';
import { Selection } from '../../web/state/photos/selection.ts';
import { Library, months } from './library.ts';

async function shownGrid(library: Library): Promise<PhotoGrid> {
  const grid = new PhotoGrid(
    {
      labelling: 'days',
      outline: () => Promise.resolve({ months: library.anchors, aspects: new Uint8Array(0) }),
      photos: (part) => Promise.resolve(library.list(part)),
    },
    () => 0,
  );
  await grid.refresh();
  await grid.pages.load(0);
  return grid;
}

/** A list whose first photos are loaded; those that are requested afterwards arrive with `answer`. */
async function slowGrid(library: Library): Promise<{ grid: PhotoGrid; answer: () => void }> {
  let held = Promise.resolve();
  const grid = new PhotoGrid(
    {
      labelling: 'days',
      outline: () => Promise.resolve({ months: library.anchors, aspects: new Uint8Array(0) }),
      photos: async (part) => {
        await held;
        return library.list(part);
      },
    },
    () => 0,
  );
  await grid.refresh();
  await grid.pages.load(0);
  let answer = (): void => undefined;
  held = new Promise((resolve) => (answer = resolve));
  return { grid, answer };
}

describe('a selection of photos', () => {
  const library = new Library(months([2024, 6, 1000]));

  it('picks and drops one photo after the other', async () => {
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

  it('is of photos that are shown: there is none on another page, and it is kept for the same list only', async () => {
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

  it('has no photos that have left the list while another page was shown', async () => {
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

  it('no longer has photos that others have taken from the list, once their part of it is read anew', async () => {
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
    expect(selection.count.value, 'nothing is known of them yet').to.equal(4);
    await grid.pages.load(0);
    expect(selection.photos.map(({ uid }) => uid)).to.deep.equal([five, edge, far]);
    await grid.pages.load(250);
    expect(selection.photos.map(({ uid }) => uid)).to.deep.equal([five, edge]);
  });

  it('keeps the photos of a stack that its list shows as one', async () => {
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

  it('does not pick what is not loaded', async () => {
    const selection = new Selection();
    selection.toggle(await shownGrid(library), 900);
    expect(selection.count.value).to.equal(0);
  });

  it('extends from the photo that was picked last, both ways, over photos that are not loaded yet', async () => {
    const grid = await shownGrid(library);
    const selection = new Selection();
    selection.toggle(grid, 100);
    await selection.extendTo(grid, 400);
    expect(selection.count.value).to.equal(301);
    await selection.extendTo(grid, 395);
    expect(selection.count.value).to.equal(301);
    expect(selection.photos.at(-1)?.uid).to.equal(library.item(400).uid);
  });

  it('extends also while the list is refreshed, as after somebody’s upload', async () => {
    const { grid, answer } = await slowGrid(library);
    const selection = new Selection();
    selection.toggle(grid, 100);
    const range = selection.extendTo(grid, 400);
    await grid.refresh();
    answer();
    await range;
    expect(selection.count.value).to.equal(301);
  });

  it('takes over what an edit made of picked photos, and leaves others alone', async () => {
    const grid = await shownGrid(library);
    const selection = new Selection();
    selection.toggle(grid, 1);
    selection.replaceAll([{ ...library.item(1), archived: true }, library.item(2)], true);
    expect(selection.photos).to.deep.equal([{ ...library.item(1), archived: true }]);
  });

  it('picks a part of the list that is not loaded, and drops it when all of it is picked', async () => {
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

  it('says how many it picked where they are too many for one go', async () => {
    const selection = new Selection();
    const done = await selection.toggleRange(await shownGrid(new Library(months([2024, 6, 51_000]))), 0, 51_000);
    expect(done).to.equal(50_000);
    expect(selection.count.value).to.equal(50_000);
  });

  for (const pick of ['toggleRange', 'extendTo'] as const) {
    it(`does not pick again what was dropped while more was being read (${pick})`, async () => {
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

  it('picks nothing more once it was cleared', async () => {
    const grid = await shownGrid(library);
    const selection = new Selection();
    const picking = selection.toggleRange(grid, 0, 1000);
    selection.clear();
    await picking;
    expect(selection.count.value).to.equal(0);
  });

  it('keeps what was picked when reading fails, and tells', async () => {
    const library = new Library(months([2024, 6, 1000]));
    const grid = await shownGrid(library);
    const selection = new Selection();
    selection.toggle(grid, 3);
    const failure = new Error('no answer');
    library.failure = failure;
    expect(await selection.toggleRange(grid, 0, 1000).catch((error: unknown) => error)).to.equal(failure);
    expect(selection.count.value).to.equal(1);
  });

  it('stays cleared when the photos of a range, or of stacks, arrive later, and keeps what is picked meanwhile', async () => {
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
    expect(await stacks, 'nothing is done with them').to.equal(null);
    expect(selection.count.value).to.equal(0);
    selection.toggle(grid, 3);
    const rangeWithOther = selection.extendTo(grid, 600);
    selection.toggle(grid, 1);
    await rangeWithOther;
    expect(selection.has(library.item(1).uid)).to.equal(true);
  });
});
