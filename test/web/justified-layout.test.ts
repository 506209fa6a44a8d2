import { expect } from 'chai';
import fc from 'fast-check';
import { photoByKey } from '../../web/state/photos/grid-keys.ts';
import { labelsOf } from '../../web/state/photos/grid-labels.ts';
import { JustifiedLayout } from '../../web/state/photos/justified-layout.ts';
import { rowMetrics } from '../../web/state/photos/row-metrics.ts';
import type { Anchor } from '../../core/http/wire.ts';
import { months } from './library.ts';

const metrics = { width: 1000, row: 200, gap: 4, label: 30, title: 40 };
const square = 128;
/** The bytes that encode some aspect ratios. */
const shapes = (...ratios: number[]): Uint8Array =>
  Uint8Array.from(ratios, (ratio) => Math.round(128 + 32 * Math.log2(ratio)));
const squares = (count: number): Uint8Array => new Uint8Array(count).fill(square);
const labelled = (list: Anchor[], bytes = squares(totalOf(list)), at = metrics): JustifiedLayout =>
  new JustifiedLayout(list, bytes, at, labelsOf(list, 'days'));
const totalOf = (list: readonly Anchor[]): number => list.reduce((sum, { count }) => sum + count, 0);

describe('the layout of a list of photos', () => {
  it('fills rows to both edges across months, with space for labels above rows in which a month begins', () => {
    const layout = labelled(months([2024, 6, 7], [2024, 5, 20]));
    const [first, fifth, sixth, may] = [0, 4, 5, 7].map((index) => layout.place(index));
    expect(first).to.deep.include({ x: 0, y: 30 });
    expect(fifth!.x + fifth!.width).to.be.closeTo(1000, 0.001);
    expect(fifth!.height).to.equal(197);
    expect(sixth).to.deep.include({ x: 0, y: 30 + 197 + 4 + 30 });
    expect(may!.y).to.equal(sixth!.y);
    expect(may!.x).to.be.above(sixth!.x);
    expect(layout.place(10).y, 'no space without a label').to.equal(sixth!.y + 197 + 4);
  });

  it('keeps the aspect ratio of each photo, within limits', () => {
    const layout = new JustifiedLayout(months([2024, 6, 4]), shapes(2, 0.5, 15, 1 / 15), metrics);
    const ratios = [0, 1, 2, 3].map((index) => layout.place(index)).map(({ width, height }) => width / height);
    expect(ratios.map((ratio) => Math.round(ratio * 10) / 10)).to.deep.equal([2, 0.5, 3, 0.5]);
  });

  it('assumes an aspect ratio of 4:3 while it is unknown', () => {
    const layout = new JustifiedLayout(months([2024, 6, 2]), new Uint8Array(0), metrics);
    const { width, height } = layout.place(1);
    expect(width / height).to.be.closeTo(4 / 3, 0.01);
  });

  it('keeps the height of every full row close to the desired one, and never exceeds the width', () => {
    const list = fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(list, fc.constantFrom(320, 600, 1000, 2560), (bytes, width) => {
        const metrics = rowMetrics({ width, height: 800 });
        const layout = new JustifiedLayout(months([2024, 6, bytes.length]), Uint8Array.from(bytes), metrics);
        let next = 0;
        for (let row = 0; row < layout.rows; row++) {
          const { start, end, height } = layout.row(row);
          expect(start).to.equal(next);
          expect(end).to.be.above(start);
          const last = layout.place(end - 1);
          expect(last.x + last.width).to.be.below(width + 0.01);
          expect(height / metrics.row).to.be.within(end - start === 1 ? 0.3 : 0.44, 2.25);
          if (row < layout.rows - 1) expect(last.x + last.width).to.be.closeTo(width, 0.01);
          next = end;
        }
        expect(next).to.equal(bytes.length);
      }),
    );
  });

  it('finds the visible labels, including partly visible ones', () => {
    const layout = labelled(months([2024, 6, 5], [2024, 5, 1], [2023, 1, 9]));
    // June fills the first row; May and January share the second.
    expect(layout.headingsBetween(0, 200).map(({ month }) => month)).to.deep.equal([6]);
    expect(layout.headingsBetween(240, 520).map(({ month }) => month)).to.deep.equal([5, 1]);
    expect(layout.headingsBetween(270, 400).map(({ month }) => month)).to.deep.equal([]);
  });

  it('places days below the title of their month if text is more than four times as large', () => {
    const metrics = rowMetrics({ width: 1000, height: 800, text: 4.5 });
    const [june] = months([2024, 6, 40]);
    const layout = labelled([{ ...june!, days: [40] }], squares(40), metrics);
    const [title, day] = layout.headingsBetween(0, 400);
    expect(title).to.deep.include({ isTitle: true, y: 0, height: 198 });
    expect(day).to.deep.include({ isTitle: false, y: 198, height: 126 });
    expect(layout.place(0).y).to.equal(198 + 126);
  });

  it('is empty without months', () => {
    const layout = new JustifiedLayout([], squares(0), metrics);
    expect(layout.height).to.equal(0);
    expect(layout.photosBetween(-100, 1000)).to.deep.equal({ first: 0, last: 0 });
    expect(layout.headingsBetween(0, 1000)).to.deep.equal([]);
    expect(layout.anchorAt(0)).to.equal(null);
  });

  it('shows a photo exactly if its row reaches into the view', () => {
    const someMonths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(someMonths, fc.nat(6000), fc.integer({ min: 1, max: 900 }), (counts, top, height) => {
        const list = months(...counts.map((c, i): [number, number, number] => [2030 - i, 1, c]));
        const layout = new JustifiedLayout(list, shapes(1.5, 0.7, 1, 1.3, 2.2), metrics);
        const { first, last } = layout.photosBetween(top, top + height);
        for (let i = 0; i < layout.total; i++) {
          const { y, height: tall } = layout.place(i);
          const shows = y < top + height && y + tall + metrics.gap > top;
          expect(i >= first && i < last, `photo ${i}`).to.equal(shows);
        }
      }),
    );
  });

  it('converts a position to an anchor and back', () => {
    const layout = labelled(months([2024, 6, 50], [2024, 5, 7], [2023, 1, 90]));
    for (let y = 0; y < layout.height; y += 37) {
      expect(layout.yOf(layout.anchorAt(y)!)).to.equal(y);
    }
  });

  it('keeps the photo in view when the width changes', () => {
    const list = months([2024, 6, 50], [2024, 5, 700], [2023, 1, 90]);
    const before = new JustifiedLayout(list, squares(840), metrics);
    const after = new JustifiedLayout(list, squares(840), { ...metrics, width: 1700 });
    const anchor = before.anchorAt(before.place(320).y)!;
    const y = after.yOf(anchor);
    const { first, last } = after.photosBetween(y, y + 100);
    expect(320).to.be.within(first, last - 1);
  });

  it('shows the next older month when the one in view is gone', () => {
    const anchor = { year: 2024, month: 5, within: 3, dy: 0 };
    const layout = labelled(months([2024, 6, 5], [2023, 1, 9]));
    expect(layout.yOf(anchor)).to.equal(layout.headingsBetween(0, 1000)[1]!.y);
  });

  it('has no space for labels if it is given none', () => {
    const layout = new JustifiedLayout(months([2024, 6, 5]), squares(5), metrics);
    expect(layout.headingsBetween(0, 1000)).to.deep.equal([]);
    expect(layout.place(0).y).to.equal(0);
  });
});

describe('keys in the grid', () => {
  // Rows: 0–5, 6–11, 12–16, through June, May and January.
  const layout = labelled(months([2024, 6, 6], [2024, 5, 2], [2023, 1, 9]));

  it('move left and right across months, and stop at the ends', () => {
    expect(photoByKey(layout, 5, 'ArrowRight')).to.equal(6);
    expect(photoByKey(layout, 6, 'ArrowLeft')).to.equal(5);
    expect(photoByKey(layout, 0, 'ArrowLeft')).to.equal(0);
    expect(photoByKey(layout, 16, 'ArrowRight')).to.equal(16);
  });

  it('move up and down to the nearest photo, across months and rows of different heights', () => {
    expect(photoByKey(layout, 3, 'ArrowDown')).to.equal(9);
    expect(photoByKey(layout, 11, 'ArrowDown')).to.equal(16);
    expect(photoByKey(layout, 12, 'ArrowUp')).to.equal(6);
    expect(photoByKey(layout, 16, 'ArrowUp')).to.equal(11);
    expect(photoByKey(layout, 10, 'ArrowUp')).to.equal(4);
  });

  it('stop at the first and the last row, and jump to the first and the last photo', () => {
    expect(photoByKey(layout, 2, 'ArrowUp')).to.equal(2);
    expect(photoByKey(layout, 15, 'ArrowDown')).to.equal(15);
    expect(photoByKey(layout, 15, 'Home')).to.equal(0);
    expect(photoByKey(layout, 2, 'End')).to.equal(16);
  });

  it('do nothing if they are not arrows, Home or End', () => {
    expect(photoByKey(layout, 4, 'x')).to.equal(null);
  });
});
