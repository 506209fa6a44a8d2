import { expect } from 'chai';
import type { PhotoItem } from '../../core/http/wire.ts';
import { PhotoGrid } from '../../web/state/photos/photo-grid.ts';
import { Selection } from '../../web/state/photos/selection.ts';
import { OpenStack } from '../../web/state/viewer/open-stack.ts';
import { Library, months } from './library.ts';

const library = new Library(months([2024, 6, 100]));
const stack = { id: 7, count: 3 };
/** The photo at an index, as a member of the stack. */
const inStack = (index: number): PhotoItem => ({ ...library.item(index), stack });
const members = [inStack(1), inStack(40), inStack(41)];

async function shownGrid(): Promise<PhotoGrid> {
  const grid = new PhotoGrid(
    {
      labelling: 'days',
      outline: () => Promise.resolve({ months: library.anchors, aspects: new Uint8Array(0) }),
      photos: (part) => {
        const list = library.list(part);
        const photos = list.photos.map((photo) => (photo.uid === library.item(1).uid ? inStack(1) : photo));
        return Promise.resolve({ ...list, photos });
      },
    },
    () => 0,
  );
  await grid.refresh();
  await grid.pages.load(0);
  return grid;
}

describe('a selection in a list that shows stacks as one tile', () => {
  const picked = async (): Promise<{ grid: PhotoGrid; selection: Selection }> => {
    const grid = await shownGrid();
    const selection = new Selection((ids) => Promise.resolve({ photos: ids.includes(7) ? members : [] }));
    selection.ofStacks.value = true;
    selection.toggle(grid, 1);
    selection.toggle(grid, 2);
    return { grid, selection };
  };

  it('counts tiles, and all photos of its stacks', async () => {
    const { selection } = await picked();
    expect([selection.count.value, selection.tally.value]).to.deep.equal([2, { photos: 4, stacks: 1 }]);
  });

  it('has all photos of its stacks once an action is started', async () => {
    const { selection } = await picked();
    await selection.open();
    expect(selection.photos.map(({ uid }) => uid).sort()).to.deep.equal(
      [1, 2, 40, 41].map((index) => library.item(index).uid).sort(),
    );
    expect(selection.tally.value).to.deep.equal({ photos: 4, stacks: 1 });
  });

  it('cancels an action if a range is selected or the selection is cleared while stacks are loading', async () => {
    const changes: ((selection: Selection, grid: PhotoGrid) => unknown)[] = [
      (selection, grid) => selection.extendTo(grid, 5),
      (selection, grid) => selection.toggleRange(grid, 0, 9),
      (selection) => {
        selection.clear();
      },
    ];
    for (const change of changes) {
      const { grid, selection } = await picked();
      const opened = selection.open();
      const changed = change(selection, grid);
      expect(await opened).to.equal(null);
      await changed;
    }
  });

  it('serves two actions at once, without photos that are selected or deselected after their start', async () => {
    const { grid, selection } = await picked();
    const [first, second] = [selection.open(), selection.open()];
    selection.toggle(grid, 2);
    selection.toggle(grid, 3);
    for (const photos of [await first, await second]) {
      expect(photos?.map(({ uid }) => uid)).to.have.members(members.map(({ uid }) => uid));
    }
  });

  it('drops the photos of a stack with the photo that represents it', async () => {
    const { grid, selection } = await picked();
    await selection.open();
    selection.toggle(grid, 1);
    expect(selection.photos.map(({ uid }) => uid)).to.deep.equal([library.item(2).uid]);
  });

  it('counts each photo by itself in a list that shows all photos of stacks', async () => {
    const { selection } = await picked();
    selection.ofStacks.value = false;
    await selection.open();
    expect([selection.photos.length, selection.tally.value]).to.deep.equal([2, { photos: 2, stacks: 0 }]);
  });
});

describe('the stack of the open photo', () => {
  it('is read for a photo in a stack, and dropped for the next one outside of stacks', async () => {
    const whole = { id: 7, cover: library.item(40).uid, chosen: false, photos: members };
    const open = new OpenStack(() => Promise.resolve(whole));
    await open.read(inStack(40));
    expect(open.stack.value).to.equal(whole);
    expect(open.beside(library.item(40).uid, 1)?.uid).to.equal(library.item(41).uid);
    expect(open.beside(library.item(40).uid, -1)?.uid).to.equal(library.item(1).uid);
    expect(open.beside(library.item(41).uid, 1)).to.equal(null);
    await open.read(library.item(2));
    expect(open.stack.value).to.equal(null);
  });

  it('is null if it cannot be read', async () => {
    const open = new OpenStack(() => Promise.reject(new Error('away')));
    await open.read(inStack(1));
    expect(open.stack.value).to.equal(null);
  });
});
