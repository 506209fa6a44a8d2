import { expect } from 'chai';
import fc from 'fast-check';
import { DateRail } from '../../web/state/photos/date-rail.ts';
import type { Labelling } from '../../web/state/photos/grid-labels.ts';
import { PhotoGrid } from '../../web/state/photos/photo-grid.ts';
import { fixedSource } from '../../web/state/photos/fixed-source.ts';
import { Library, months, settled } from './library.ts';

const anyMonths = fc
  .array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 400 })
  .map((counts) =>
    months(...counts.map((count, i): [number, number, number] => [2024 - Math.floor(i / 12), 12 - (i % 12), count])),
  );

describe('the date rail', () => {
  const rail = new DateRail(months([2024, 6, 10], [2024, 2, 1], [2021, 12, 1000], [2021, 1, 3]));

  it('finds the month at a position, and the position of a photo', () => {
    expect([0, 0.24, 0.26, 0.99, 1, -1, 2].map((at) => rail.monthAt(at))).to.deep.equal([0, 0, 1, 3, 3, 0, 3]);
    expect(rail.positionOf(0)).to.equal(0);
    expect(rail.positionOf(5)).to.equal(0.125);
    expect(rail.positionOf(10)).to.equal(0.25);
    expect(rail.positionOf(1_000_000)).to.equal(1);
    fc.assert(
      fc.property(anyMonths, fc.nat(), (list, seed) => {
        const any = new DateRail(list);
        const last = list.at(-1)!;
        const photo = seed % (last.offset + last.count);
        const month = list[any.monthOf(photo)]!;
        expect(list[any.monthAt(any.positionOf(photo) + 1e-9)]).to.equal(month);
        expect(photo).to.be.within(month.offset, month.offset + month.count - 1);
      }),
    );
  });

  it('reaches each month by keys, whatever the number of months', () => {
    for (let count = 2; count <= 60; count++) {
      const list = months(...Array.from({ length: count }, (_, i): [number, number, number] => [2024 - i, 6, 2]));
      const any = new DateRail(list);
      for (let month = 0; month < count - 1; month++) {
        const next = any.monthByKey(any.monthOf(list[month]!.offset), 'ArrowDown')!;
        expect(any.monthOf(list[next]!.offset), `${next} of ${count}`).to.equal(month + 1);
      }
    }
  });

  it('shows the density of months relative to the fullest month, at any length', () => {
    expect(rail.densities(4)[2]).to.equal(1);
    const [first, second] = rail.densities(8);
    expect(first).to.equal(second);
    expect(first).to.be.within(0.2, 0.5);
    // With less space, a section shows its fullest month.
    expect([...rail.densities(2)]).to.deep.equal([first, 1]);
  });

  it('labels years as far as there is space', () => {
    expect(rail.years(0.1).map(({ year, at }) => [year, at])).to.deep.equal([
      [2024, 0],
      [2021, 0.5],
    ]);
    expect(rail.years(0.6)).to.have.length(1);
  });

  it('is navigated by keys, by months and years', () => {
    const to = (from: number, key: string): number | null => rail.monthByKey(from, key);
    expect([to(0, 'ArrowDown'), to(3, 'ArrowDown'), to(0, 'ArrowUp'), to(2, 'ArrowUp')]).to.deep.equal([1, 3, 0, 1]);
    expect([to(0, 'PageDown'), to(2, 'PageDown'), to(3, 'PageUp'), to(1, 'PageUp')]).to.deep.equal([2, 3, 0, 0]);
    expect([to(2, 'Home'), to(0, 'End'), to(0, 'x')]).to.deep.equal([0, 3, null]);
  });
});

describe('the date rail of a list', () => {
  const many = Array.from({ length: 120 }, (_, i): [number, number, number] => [
    2024 - Math.floor(i / 12),
    12 - (i % 12),
    8_334,
  ]);

  async function gridOf(library: Library, labelling: Labelling = 'days'): Promise<PhotoGrid> {
    const grid = new PhotoGrid(
      {
        labelling,
        outline: () => Promise.resolve({ months: library.anchors, aspects: new Uint8Array(library.total) }),
        photos: (part) => Promise.resolve(library.list(part)),
      },
      () => 0,
    );
    grid.resize(1200, 800);
    await grid.refresh();
    await settled();
    return grid;
  }

  it('exists only if the list has several labelled months and is longer than the view', async () => {
    const long = new Library(months(...many.map(([y, m]): [number, number, number] => [y, m, 30])));
    expect((await gridOf(long)).rail?.months).to.have.length(120);
    expect((await gridOf(long, 'none')).rail).to.equal(null);
    expect((await gridOf(new Library(months([2024, 1, 2], [2023, 1, 2])))).rail).to.equal(null);
    expect((await gridOf(new Library(months([2024, 1, 5000])))).rail).to.equal(null);
  });

  it('shows any month of a million photos at once, and loads photos only after the drag', async () => {
    const library = new Library(months(...many));
    const grid = await gridOf(library);
    library.asked.length = 0;
    for (let month = 0; month < 120; month += 3) grid.showFrom(library.anchors[month]!.offset, true);
    expect(grid.frame.value.month).to.deep.include({ year: 2015, month: 3 });
    expect(grid.frame.value.headings.map(({ month }) => month)).to.include(3);
    await settled();
    expect(library.asked).to.deep.equal([]);
    grid.settle();
    await settled();
    const shown = library.anchors[117]!.offset;
    expect(library.asked.some((offset) => offset <= shown && shown < offset + 120)).to.equal(true);
  });

  it('does not exist if the list is grouped by something else, whose headings it shows instead', async () => {
    const library = new Library(months([2024, 6, 5]));
    const photos = [0, 1, 2, 3, 4].map((i) => library.item(i));
    const grid = new PhotoGrid(
      fixedSource(photos, {
        groups: [
          { title: 'One', count: 2 },
          { title: 'Two', shorter: ['2'], count: 3 },
        ],
        sign: () => Promise.reject(new Error('not asked here')),
        now: () => 0,
      }),
      () => 0,
    );
    grid.resize(1200, 80);
    await grid.refresh();
    grid.resize(1200, 2000);
    expect(grid.frame.value.headings.map((heading) => [grid.titlesOf(heading), heading.count])).to.deep.equal([
      [['One'], 2],
      [['Two', '2'], 3],
    ]);
    expect(grid.rail).to.equal(null);
    expect(grid.frame.value.month).to.equal(null);
  });
});
