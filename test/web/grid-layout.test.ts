import { expect } from 'chai';
import fc from 'fast-check';
import { GridLayout, gridMetrics } from '../../web/state/grid-layout.ts';
import { photoByKey } from '../../web/state/grid-keys.ts';
import { months } from './library.ts';

const metrics = { columns: 4, tile: 100, gap: 4, heading: 50 };

describe('the layout of the timeline', () => {
  it('stacks months under headings, their rows filled from the left', () => {
    const layout = new GridLayout(months([2024, 6, 5], [2024, 5, 1]), metrics);
    expect(layout.total).to.equal(6);
    expect(layout.place(0)).to.deep.equal({ x: 0, y: 50 });
    expect(layout.place(3)).to.deep.equal({ x: 312, y: 50 });
    expect(layout.place(4)).to.deep.equal({ x: 0, y: 154 });
    expect(layout.place(5)).to.deep.equal({ x: 0, y: 258 + 50 });
    expect(layout.height).to.equal(258 + 154);
  });

  it('names the headings that show, also one that only reaches into the view', () => {
    const layout = new GridLayout(months([2024, 6, 5], [2024, 5, 1], [2023, 1, 9]), metrics);
    expect(layout.headingsBetween(0, 200).map(({ month }) => month)).to.deep.equal([6]);
    expect(layout.headingsBetween(300, 420).map(({ month }) => month)).to.deep.equal([5, 1]);
    expect(layout.headingsBetween(320, 400).map(({ month }) => month)).to.deep.equal([]);
  });

  it('is empty without months', () => {
    const layout = new GridLayout([], metrics);
    expect(layout.height).to.equal(0);
    expect(layout.photosBetween(-100, 1000)).to.deep.equal({ first: 0, last: 0 });
    expect(layout.headingsBetween(0, 1000)).to.deep.equal([]);
    expect(layout.anchorAt(0)).to.equal(null);
  });

  it('shows a photo exactly when its tile reaches into the view', () => {
    const someMonths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(someMonths, fc.nat(6000), fc.integer({ min: 1, max: 900 }), (counts, top, height) => {
        const layout = new GridLayout(
          months(...counts.map((c, i): [number, number, number] => [2030 - i, 1, c])),
          metrics,
        );
        const { first, last } = layout.photosBetween(top, top + height);
        for (let i = 0; i < layout.total; i++) {
          const { y } = layout.place(i);
          // A row counts with the gap below it.
          const shows = y < top + height && y + layout.pitch > top;
          expect(i >= first && i < last, `photo ${i}`).to.equal(shows);
        }
      }),
    );
  });

  it('comes back to the same place from an anchor', () => {
    const layout = new GridLayout(months([2024, 6, 50], [2024, 5, 7], [2023, 1, 90]), metrics);
    for (let y = 0; y < layout.height; y += 37) {
      expect(layout.yOf(layout.anchorAt(y)!)).to.equal(y);
    }
  });

  it('keeps the photo in view when the columns change', () => {
    const list = months([2024, 6, 50], [2024, 5, 700], [2023, 1, 90]);
    const before = new GridLayout(list, metrics);
    const after = new GridLayout(list, { ...metrics, columns: 7 });
    const anchor = before.anchorAt(before.place(320).y)!;
    const y = after.yOf(anchor);
    const { first, last } = after.photosBetween(y, y + 100);
    expect(320).to.be.within(first, last - 1);
  });

  it('shows the next older month when the one in view is gone', () => {
    const anchor = { year: 2024, month: 5, within: 3, dy: 0 };
    const layout = new GridLayout(months([2024, 6, 5], [2023, 1, 9]), metrics);
    expect(layout.yOf(anchor)).to.equal(layout.headingsBetween(0, 1000)[1]!.y);
  });

  it('fills the width with tiles and never draws more than sixteen columns', () => {
    for (const width of [320, 390, 768, 1024, 1440, 1920, 3840, 5120]) {
      const { columns, tile, gap } = gridMetrics(width);
      const used = columns * tile + (columns - 1) * gap;
      expect(used, `at ${width}`).to.be.within(width - columns, width);
      expect(columns).to.be.within(2, 16);
      expect(tile).to.be.at.least(90);
    }
  });
});

describe('keys in the grid', () => {
  const layout = new GridLayout(months([2024, 6, 6], [2024, 5, 2], [2023, 1, 9]), metrics);

  it('move left and right through the months and stop at the ends', () => {
    expect(photoByKey(layout, 5, 'ArrowRight')).to.equal(6);
    expect(photoByKey(layout, 6, 'ArrowLeft')).to.equal(5);
    expect(photoByKey(layout, 0, 'ArrowLeft')).to.equal(0);
    expect(photoByKey(layout, 16, 'ArrowRight')).to.equal(16);
  });

  it('move down by a row, to the last photo of a short row, and into the next month', () => {
    expect(photoByKey(layout, 0, 'ArrowDown')).to.equal(4);
    expect(photoByKey(layout, 3, 'ArrowDown')).to.equal(5);
    expect(photoByKey(layout, 5, 'ArrowDown')).to.equal(7);
    expect(photoByKey(layout, 16, 'ArrowDown')).to.equal(16);
  });

  it('move up by a row and into the last row of the month above', () => {
    expect(photoByKey(layout, 4, 'ArrowUp')).to.equal(0);
    expect(photoByKey(layout, 6, 'ArrowUp')).to.equal(4);
    expect(photoByKey(layout, 11, 'ArrowUp')).to.equal(7);
    expect(photoByKey(layout, 2, 'ArrowUp')).to.equal(2);
  });

  it('leave other keys alone', () => {
    expect(photoByKey(layout, 4, 'x')).to.equal(null);
  });
});
