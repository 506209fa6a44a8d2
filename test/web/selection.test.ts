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

  it('takes over what an edit made of picked photos, and leaves others alone', async () => {
    const grid = await shownGrid(library);
    const selection = new Selection();
    selection.toggle(grid, 1);
    selection.replaceAll([{ ...library.item(1), archived: true }, library.item(2)]);
    expect(selection.photos).to.deep.equal([{ ...library.item(1), archived: true }]);
  });
});
